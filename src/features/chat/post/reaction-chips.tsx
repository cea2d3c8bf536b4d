import Clock from 'lucide-react/icons/clock';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredPost } from '../read-chat.ts';
import type { PostReactions } from '../read-reactions.ts';
import styles from './reactions.module.css';
import { reactionNames, useReact } from './use-react.ts';

/** The numbers of reactions to a post. A press sets the person's own one, or takes it back. */
export function ReactionChips({ post, shown }: { post: StoredPost; shown: PostReactions }): ReactNode {
  const { t } = useTranslation();
  const react = useReact(post);
  return (
    <div role="group" aria-label={t('reactions.title')} className={styles.chips}>
      {shown.numbers.map(({ emoji, count }) => {
        const isMine = emoji === shown.mine;
        const waits = isMine && shown.waits;
        const label = t('reactions.count', { name: t(reactionNames[emoji]), count });
        return (
          <button
            key={emoji}
            type="button"
            className={styles.chip}
            aria-pressed={isMine}
            aria-label={waits ? `${label}, ${t('chat_item.waiting')}` : label}
            title={t(reactionNames[emoji])}
            onClick={() => void react(isMine ? null : emoji)}
          >
            <span>
              <span className={styles.emoji}>{emoji}</span>
              <span className={styles.count}>{count}</span>
              {waits && <Clock aria-hidden="true" />}
            </span>
          </button>
        );
      })}
    </div>
  );
}
