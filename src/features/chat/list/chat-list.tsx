import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { OutboxEntry } from '#db/records.ts';
import { Refused } from '#commands/refused.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './chat-list.module.css';
import { replyDraftId } from '#features/chat/form/reply-drafts.ts';
import { PostRow, type RowSetting } from '#features/chat/post/post-row.tsx';
import { namedText } from '#features/chat/mentions/named-text.ts';
import type { StoredPost } from '../read-chat.ts';
import type { Thread } from '../read-threads.ts';
import { continuesRun, dayText } from './runs.ts';
import { ReplyButton, ThreadView } from '#features/chat/thread/thread-view.tsx';
import type { ChatPage, Drafts } from '../use-chat.ts';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Link } from 'wouter';
import { useDrawnCount } from '#ui/layout/use-drawn-count.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { pathOfThread } from '../paths.ts';

interface ChatListProps {
  shown: ChatPage;
  setting: RowSetting;
  drafts: Drafts | undefined;
  list: RefObject<HTMLUListElement | null>;
  /** Rejected posts that belong to no thread. */
  homeless: readonly OutboxEntry[];
  /** The list is next to a thread: its rows are short and open it. */
  isPane: boolean;
  /** The id of the thread that is open or answered. */
  current: string | undefined;
  onReply: (post: StoredPost, button: HTMLElement) => void;
}

/** More than a phone shows at once: a thread is higher than other rows. */
const drawnAtFirst = 6;

/** One page of threads, newest first, with the days and the last visit between them. Give it a key per page. */
export function ChatList({ shown, setting, drafts, list, homeless, isPane, current, onReply }: ChatListProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { threads, refused } = shown;
  // Posts that arrive later slide in.
  const [atFirst] = useState(() => new Set(threads.map(({ post }) => post.id)));
  const { count: drawn } = useDrawnCount(threads.length, drawnAtFirst);
  const { formats, now, isNew, actor } = setting;
  const dayOf = ({ post }: Thread): string => formats.dayKey(post.createdAt);
  const refusedIn = (id: string): OutboxEntry[] => refused.filter(({ threadId }) => threadId === id).map(({ entry }) => entry);
  const firstSeen = threads.findIndex(
    ({ post }, index) => index > 0 && !isNew(post) && threads.slice(0, index).some((one) => isNew(one.post)),
  );
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t('chat.list')}>
      {homeless.map((entry) => (
        <li key={entry.key} className={styles.row}>
          <Refused entry={entry} />
        </li>
      ))}
      {threads.slice(0, drawn).map((thread, index) => {
        const { post } = thread;
        const above = threads[index - 1];
        const isFirstOfDay = !above || dayOf(above) !== dayOf(thread);
        const isFirstSeen = index === firstSeen;
        const follows = above !== undefined && !isFirstOfDay && !isFirstSeen;
        const continues =
          !isPane && follows && above.replyCount === 0 && refusedIn(above.post.id).length === 0 && continuesRun(post, above.post);
        const slidesIn = !atFirst.has(post.id) && post.authorId !== actor?.userId;
        const row = {
          thread,
          setting,
          refused: refusedIn(post.id),
          draft: post.id === current ? undefined : drafts?.get(replyDraftId(post, drafts)),
          onReply,
        };
        return (
          <li key={post.id} className={classes(slidesIn && styles.arrives)}>
            {isFirstSeen && (
              <p className={styles.visit}>
                <span>
                  <ArrowUp aria-hidden="true" />
                  {t('chat.since_visit')}
                </span>
              </p>
            )}
            {isFirstOfDay && <h2 className={styles.day}>{dayText(post.createdAt, now, { formats, language: i18n.language })}</h2>}
            <div className={classes(styles.row, follows && styles.follows, continues && styles.continues)}>
              {isPane ? (
                <ThreadEntry {...row} isOpen={post.id === current} />
              ) : (
                <ThreadView {...row} continues={continues} isAnswered={post.id === current} />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface ThreadEntryProps {
  thread: Thread;
  setting: RowSetting;
  refused: readonly OutboxEntry[];
  draft: string | undefined;
  isOpen: boolean;
  onReply: (post: StoredPost, button: HTMLElement) => void;
}

/** A thread in a list next to the open one: the beginning of its post, as a link. */
function ThreadEntry({ thread, setting, refused, draft, isOpen, onReply }: ThreadEntryProps): ReactNode {
  const { t } = useTranslation();
  const { post, replies, replyCount, floor } = thread;
  const count = t(floor > 0 ? 'chat.replies_over' : 'chat.replies', { count: replyCount });
  return (
    <div className={classes(styles.entry, isOpen && styles.open)}>
      <PostRow
        post={post}
        setting={setting}
        replies={floor > 0 ? Infinity : replyCount}
        brief
        beneath={refused.map((entry) => (
          <Refused key={entry.key} entry={entry} />
        ))}
      >
        <div className={styles.foot}>
          <ReplyButton post={post} authors={setting.authors} draft={draft} onReply={onReply} />
          <Link
            href={pathOfThread(post.id)}
            className={styles.link}
            aria-current={isOpen ? 'true' : undefined}
            aria-label={`${t('chat.open')}: ${excerpt(namedText(t, post.content, setting.authors))}${replyCount > 0 ? `, ${count}` : ''}`}
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
