import { Menu } from '@base-ui/react/menu';
import SmilePlus from 'lucide-react/icons/smile-plus';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reactionEmoji, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import { AnchoredMenu } from '#ui/actions/action-menu.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { IconButton } from '#ui/theme/button.tsx';
import type { StoredPost } from '../read-chat.ts';
import styles from './reactions.module.css';
import { reactionNames, useReact } from './use-react.ts';

interface ReactionChoiceProps {
  post: StoredPost;
  mine: ReactionEmoji | null;
}

/** The emoji to choose from, as items of a menu. The person's own one takes the reaction back. */
export function ReactionChoice({ post, mine }: ReactionChoiceProps): ReactNode {
  const { t } = useTranslation();
  const react = useReact(post);
  return (
    <Menu.Group className={styles.choice} aria-label={t('reactions.add')} onKeyDown={moveAlong}>
      {reactionEmoji.map((emoji) => (
        <Menu.CheckboxItem
          key={emoji}
          className={styles.item}
          aria-label={t(reactionNames[emoji])}
          title={t(reactionNames[emoji])}
          checked={emoji === mine}
          closeOnClick
          onClick={() => void react(emoji === mine ? null : emoji)}
        >
          <span className={styles.emoji}>{emoji}</span>
        </Menu.CheckboxItem>
      ))}
    </Menu.Group>
  );
}

/** Up and down lead through all items of a menu; these lie in a row. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const { activeElement } = document;
  const next = { ArrowRight: activeElement?.nextElementSibling, ArrowLeft: activeElement?.previousElementSibling }[event.key];
  if (!(next instanceof HTMLElement) || next.parentElement !== event.currentTarget) return;
  event.preventDefault();
  next.focus();
}

/** A button that opens the choice at its post, for a mouse and a keyboard. */
export function ReactionPicker({ post, mine, text }: ReactionChoiceProps & { text: string }): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'none' | 'open' | 'closed'>('none');
  const label = `${t('reactions.add')}: ${excerpt(text)}`;
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={styles.open}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        data-for-mouse
        onClick={() => setMenu('open')}
      >
        <SmilePlus aria-hidden="true" />
      </IconButton>
      {menu !== 'none' && (
        <AnchoredMenu
          label={label}
          above={<ReactionChoice post={post} mine={mine} />}
          actions={[]}
          button={button}
          open={menu === 'open'}
          onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
        />
      )}
    </>
  );
}
