import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OutboxEntry } from '#db/records.ts';
import { Refused } from '#commands/refused.tsx';
import { classes } from '#ui/theme/classes.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { PostRow, type RowSetting } from '#features/chat/post/post-row.tsx';
import { pathOfThread } from '../paths.ts';
import type { StoredPost } from '../read-chat.ts';
import type { Thread } from '../read-threads.ts';
import styles from './thread-entry.module.css';
import { ReplyButton } from '#features/chat/thread/thread-view.tsx';

interface ThreadEntryProps {
  thread: Thread;
  setting: RowSetting;
  refused: readonly OutboxEntry[];
  draft: string | undefined;
  isOpen: boolean;
  onReply: (post: StoredPost, button: HTMLElement) => void;
}

/** A thread in a list next to the open one: the beginning of its post, as a link. */
export function ThreadEntry({ thread, setting, refused, draft, isOpen, onReply }: ThreadEntryProps): ReactNode {
  const { t } = useTranslation();
  const { post, replies, replyCount } = thread;
  const count = t('chat.replies', { count: replyCount });
  return (
    <div className={classes(styles.entry, isOpen && styles.open)}>
      <PostRow
        post={post}
        setting={setting}
        replies={replyCount}
        brief
        beneath={refused.map((entry) => (
          <Refused key={entry.key} entry={entry} />
        ))}
      >
        <div className={styles.foot}>
          <ReplyButton post={post} draft={draft} onReply={onReply} />
          <Link
            href={pathOfThread(post.id)}
            className={styles.link}
            aria-current={isOpen ? 'true' : undefined}
            aria-label={`${t('chat.open')}: ${excerpt(post.content)}${replyCount > 0 ? `, ${count}` : ''}`}
          >
            {replyCount > 0 && (
              <>
                <MessageCircle aria-hidden="true" />
                {count}
                {replies.some(setting.isNew) && <span className={styles.new}>{t('chat_item.new')}</span>}
              </>
            )}
          </Link>
        </div>
      </PostRow>
    </div>
  );
}
