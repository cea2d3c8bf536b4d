import SmilePlus from 'lucide-react/icons/smile-plus';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { IconButton } from '#ui/theme/button.tsx';
import type { ReactionChoiceProps } from './reaction-choice.tsx';
import styles from './reactions.module.css';

const ReactionMenu = lazyComponent(async () => (await import('./reaction-choice.tsx')).ReactionMenu, 'over');

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
        <ReactionMenu post={post} mine={mine} label={label} button={button} open={menu === 'open'} onClose={() => setMenu('closed')} />
      )}
    </>
  );
}
