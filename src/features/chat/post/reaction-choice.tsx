import { Menu } from '@base-ui/react/menu';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reactionEmoji, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import { AnchoredMenu, type AnchoredMenuProps } from '#ui/actions/opened-menu.tsx';
import type { StoredPost } from '../read-chat.ts';
import styles from './reactions.module.css';
import { reactionNames, useReact } from './use-react.ts';

export interface ReactionChoiceProps {
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

/** The choice alone, at the button that opens it. */
export function ReactionMenu({ post, mine, ...menu }: ReactionChoiceProps & Omit<AnchoredMenuProps, 'above' | 'actions'>): ReactNode {
  return <AnchoredMenu {...menu} above={<ReactionChoice post={post} mine={mine} />} actions={[]} />;
}
