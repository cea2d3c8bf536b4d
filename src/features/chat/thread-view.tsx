import Reply from 'lucide-react/icons/reply';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { posts } from '#contract/resources/posts.ts';
import { type Actor, may } from '#contract/roles.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import type { OutboxEntry } from '#db/records.ts';
import { Refused } from '#commands/refused.tsx';
import { ReportRow } from '#commands/moderation/report-row.tsx';
import { Button } from '#ui/theme/button.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { personName } from '#ui/people/person-name.ts';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { PostForm } from './form/post-form.tsx';
import { type PostSetting, PostView } from './post-view.tsx';
import type { StoredPost } from './read-chat.ts';
import { repliesShown, type Thread } from './read-threads.ts';
import styles from './thread-view.module.css';
import { useMoreReplies } from './use-chat.ts';

/** Earlier replies are added in steps, because a thread may have a thousand. */
const repliesMore = 50;

interface ThreadViewProps {
  thread: Thread;
  setting: PostSetting;
  actor: Actor | null;
  refused: readonly OutboxEntry[];
  draftId: string;
  /** True if the draft exists; undefined until it is read. */
  hasDraft: boolean | undefined;
  onDeleted: () => void;
}

export function ThreadView({ thread, setting, actor, refused, onDeleted, ...draft }: ThreadViewProps): ReactNode {
  const { post, replyCount } = thread;
  const mayDelete = ({ eventId, authorId }: StoredPost): boolean => may(actor, 'author', { eventId, authorId });
  return (
    <div className={styles.thread}>
      <PostView
        post={post}
        {...setting}
        beneath={
          <>
            <Replies thread={thread} setting={setting} mayDelete={mayDelete} onDeleted={onDeleted} />
            {refused.map((entry) => (
              <div key={entry.key} className={styles.refused}>
                <Refused entry={entry} />
              </div>
            ))}
          </>
        }
      >
        <ThreadActions thread={thread} setting={setting} {...draft}>
          {mayDelete(post) && <DeletePost post={post} replies={replyCount} onDeleted={onDeleted} />}
          <ReportRow resource="posts" row={post} about={excerpt(post.content)} />
        </ThreadActions>
      </PostView>
    </div>
  );
}

interface ThreadActionsProps extends Pick<ThreadViewProps, 'thread' | 'setting' | 'draftId' | 'hasDraft'> {
  children: ReactNode;
}

function ThreadActions({ thread: { post }, setting, draftId, hasDraft, children }: ThreadActionsProps): ReactNode {
  const { t } = useTranslation();
  const { open, close, opener, around } = useFormBehindButton(false, hasDraft);
  const name = personName(t, setting.authors.get(post.authorId));
  return (
    <>
      <div className={styles.actions}>
        {!open && (
          <Button {...opener(true)} look="quiet" aria-label={`${t('chat_item.reply')}: ${excerpt(post.content)}`}>
            <Reply aria-hidden="true" />
            {t('chat_item.reply')}
          </Button>
        )}
        {children}
      </div>
      {open &&
        around(
          <PostForm
            draftId={draftId}
            eventId={post.eventId}
            replyToId={post.id}
            label={t('chat_item.reply_to', { name })}
            submitLabel={t('chat_item.reply_submit')}
            onClose={close}
            onPosted={close}
          />,
        )}
    </>
  );
}

interface RepliesProps {
  thread: Thread;
  setting: PostSetting;
  mayDelete: (reply: StoredPost) => boolean;
  onDeleted: () => void;
}

function Replies({ thread, setting, mayDelete, onDeleted }: RepliesProps): ReactNode {
  const { t } = useTranslation();
  const [most, setMost] = useState(0);
  const more = useMoreReplies(thread.post, most);
  const { replies, replyCount } = more ?? thread;
  if (replies.length === 0) return null;
  const hidden = replyCount - replies.length;
  const wanted = replies.length + repliesMore;
  const own = more ? { ...setting, authors: more.authors } : setting;
  return (
    <>
      {hidden > 0 && (
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => setMost(wanted)}>
            {t('chat_item.earlier', { count: repliesShown(replyCount, wanted) - replies.length })}
          </Button>
        </div>
      )}
      <ul className={styles.replies} aria-label={t('chat_item.replies')}>
        {replies.map((reply) => (
          <li key={reply.id}>
            <PostView post={reply} small {...own}>
              <div className={styles.actions}>
                {mayDelete(reply) && <DeletePost post={reply} replies={0} onDeleted={onDeleted} />}
                <ReportRow resource="posts" row={reply} about={excerpt(reply.content)} />
              </div>
            </PostView>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DeletePostProps {
  post: StoredPost;
  replies: number;
  onDeleted: () => void;
}

function DeletePost({ post, replies, onDeleted }: DeletePostProps): ReactNode {
  const { t } = useTranslation();
  return (
    <DeleteRow
      resource={posts}
      row={post}
      action={t('chat_item.delete')}
      about={excerpt(post.content)}
      title={t(post.replyToId === null ? 'chat_item.delete_title' : 'chat_item.delete_reply_title')}
      text={replies > 0 ? t('chat_item.delete_text_replies', { count: replies }) : t('chat_item.delete_text')}
      error={t('chat_item.delete_error')}
      onDeleted={onDeleted}
    />
  );
}
