import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/theme/button.tsx';
import type { RowSetting } from '#features/chat/post/post-row.tsx';
import type { Thread } from '../read-threads.ts';
import styles from '../panes.module.css';

/** Returns whether the list was scrolled away from its beginning, by most of a screen; `pane` scrolls on wide screens. */
function useScrolledAway(pane: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const look = (): void => setAway(Math.max(scrollY, pane.current?.scrollTop ?? 0) > innerHeight * 0.75);
    // Events of an element that scrolls do not bubble.
    const options = { passive: true, capture: true };
    addEventListener('scroll', look, options);
    return () => removeEventListener('scroll', look, options);
  }, [pane]);
  return isAway;
}

interface JumpToNewestProps {
  page: number;
  threads: readonly Thread[];
  setting: Pick<RowSetting, 'actor' | 'hidden'>;
  pane: RefObject<HTMLElement | null>;
  onJump: () => void;
}

/** Leads back to the newest post, with the number of those that came since the person scrolled away. */
export function JumpToNewest({ page, threads, setting, pane, onJump }: JumpToNewestProps): ReactNode {
  const { t } = useTranslation();
  const isAway = useScrolledAway(pane);
  const newest = threads[0]?.post.id;
  const [left, leave] = useState(newest);
  if (!isAway && left !== newest) leave(newest);
  if (!isAway && page === 1) return null;
  const seen = threads.findIndex(({ post }) => post.id === left);
  const { actor, hidden } = setting;
  const arrived = page === 1 ? threads.slice(0, Math.max(0, seen)) : [];
  const count = arrived.filter(({ post }) => post.authorId !== actor?.userId && !hidden.has(post.authorId)).length;
  return (
    <Button className={styles.jump} onClick={onJump}>
      <ArrowUp aria-hidden="true" />
      {count > 0 ? t('chat.jump_new', { count }) : t('chat.jump')}
    </Button>
  );
}
