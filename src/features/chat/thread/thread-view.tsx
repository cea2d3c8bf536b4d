import PencilLine from 'lucide-react/icons/pencil-line';
import Reply from 'lucide-react/icons/reply';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { repliesOf } from '#contract/rules/windows.ts';
import type { OutboxEntry } from '#db/records.ts';
import { Refused } from '#commands/refused.tsx';
import { NotHere } from '#feature-kit/outside/not-here.tsx';
import { useFetched } from '#sync/react/use-window.ts';
import { useDrawnCount } from '#ui/layout/use-drawn-count.ts';
import { Spinner } from '#ui/loading/spinner.tsx';
import { Button } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { namedText } from '#features/chat/mentions/named-text.ts';
import { PostRow, type RowSetting } from '#features/chat/post/post-row.tsx';
import type { StoredPost } from '../read-chat.ts';
import { repliesShown, type Thread } from '../read-threads.ts';
import { continuesRun } from '#features/chat/list/runs.ts';
import styles from './thread-view.module.css';
import { useMoreReplies } from '../use-chat.ts';

/** Earlier replies are added in steps, because a thread may have a thousand. */
const repliesMore = 50;

interface ThreadViewProps {
  thread: Thread;
  setting: RowSetting;
  refused: readonly OutboxEntry[];
  continues?: boolean;
  /** True while the composer answers this post. */
  isAnswered?: boolean;
  /** The reply that was begun; undefined without one. */
  draft?: string | undefined;
  /** Starts a reply; undefined if its form is on the screen. */
  onReply?: (post: StoredPost, button: HTMLElement) => void;
}

/** A post with its replies. */
export function ThreadView({ thread, setting, refused, continues = false, isAnswered = false, ...reply }: ThreadViewProps): ReactNode {
  const { post, replyCount } = thread;
  return (
    <div className={classes(styles.thread, isAnswered && styles.answered)}>
      <PostRow
        post={post}
        setting={setting}
        replies={thread.floor > 0 ? Infinity : replyCount}
        continues={continues}
        beneath={
          <>
            <Replies thread={thread} setting={setting} />
            {refused.map((entry) => (
              <div key={entry.key} className={styles.refused}>
                <Refused entry={entry} />
              </div>
            ))}
          </>
        }
      >
        <ReplyButton post={post} authors={setting.authors} {...reply} />
      </PostRow>
    </div>
  );
}

interface ReplyButtonProps extends Pick<ThreadViewProps, 'draft' | 'onReply'>, Pick<RowSetting, 'authors'> {
  post: StoredPost;
}

/** Starts a reply to a post, or continues the one that was begun. */
export function ReplyButton({ post, authors, draft, onReply }: ReplyButtonProps): ReactNode {
  const { t } = useTranslation();
  if (!onReply) return null;
  return (
    <div className={styles.actions}>
      <Button
        look="subtle"
        className={classes(styles.reply, draft !== undefined && styles.draft)}
        aria-label={draft === undefined ? `${t('chat_item.reply')}: ${excerpt(namedText(t, post.content, authors))}` : undefined}
        onClick={(event) => onReply(post, event.currentTarget)}
      >
        {draft === undefined ? (
          <>
            <Reply aria-hidden="true" />
            {t('chat_item.reply')}
          </>
        ) : (
          <>
            <PencilLine aria-hidden="true" />
            <span className={styles.begun}>
              {t('chat_item.draft')}: <span>{excerpt(draft)}</span>
            </span>
          </>
        )}
      </Button>
    </div>
  );
}

/** Draws replies in short tasks, because they may be hundreds. */
function Replies(now: Pick<ThreadViewProps, 'thread' | 'setting'>): ReactNode {
  const { t } = useTranslation();
  const [most, setMost] = useState(0);
  const thread = useDeferredValue(now.thread);
  const setting = useDeferredValue(now.setting);
  const more = useDeferredValue(useMoreReplies(now.thread.post, most));
  const { replies, replyCount, floor } = more ?? thread;
  const linked = thread.linked && thread.linked.order < floor ? thread.linked : null;
  const hidden = replyCount - replies.length;
  const count = replies.length + repliesMore;
  const rows = useMemo(() => {
    const own = more ? { ...setting, authors: more.authors, reactions: more.reactions } : setting;
    const row = (reply: StoredPost, index: number): ReactNode => (
      <li key={reply.id}>
        <PostRow post={reply} small setting={own} continues={continuesRun(reply, replies[index - 1])} />
      </li>
    );
    return { linked: linked && <PostRow post={linked} small setting={own} />, replies: replies.map(row) };
  }, [more, setting, linked, replies]);
  const { count: drawn } = useDrawnCount(replies.length, replies.length);
  if (replies.length === 0 && floor === 0) return null;
  return (
    <div className={styles.replies}>
      {rows.linked}
      {hidden === 0 && floor > 0 && <EarlierReplies post={thread.post} floor={floor} onAsk={() => setMost(count)} />}
      {hidden > 0 && (
        <div className={styles.actions}>
          <Button look="quiet" className={styles.earlier} onClick={() => setMost(count)}>
            {t('chat_item.earlier', { count: repliesShown(replyCount, count) - replies.length })}
          </Button>
        </div>
      )}
      <ul aria-label={t('chat_item.replies')}>{rows.replies.slice(replies.length - drawn)}</ul>
    </div>
  );
}

interface EarlierRepliesProps {
  post: StoredPost;
  /** The lowest order of the replies on this device. */
  floor: number;
  onAsk: () => void;
}

/** Fetches the replies before those that this device holds. */
function EarlierReplies({ post: { id, eventId }, floor, onAsk }: EarlierRepliesProps): ReactNode {
  const { t } = useTranslation();
  const [askedAt, askAt] = useState<number | null>(null);
  const key = askedAt === floor ? `${id} ${floor}` : null;
  const fetching = useFetched(key, (outside) => outside.below(eventId, repliesOf('posts', id), floor));
  if (key !== null) return <NotHere state={fetching} text={t('outside.replies')} coming={<Spinner label={t('app.loading')} />} brief />;
  return (
    <div className={styles.actions}>
      <Button
        look="quiet"
        className={styles.earlier}
        onClick={() => {
          askAt(floor);
          onAsk();
        }}
      >
        {t('outside.earlier_replies')}
      </Button>
    </div>
  );
}
