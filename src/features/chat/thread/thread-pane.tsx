import MessageCircle from 'lucide-react/icons/message-circle';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { NotHere } from '#feature-kit/outside/not-here.tsx';
import type { People } from '#sync/mirror/people.ts';
import type { Fetching } from '#sync/react/use-window.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { personName } from '#ui/people/person-name.ts';
import { buttonClass, IconButton } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { Composer } from '#features/chat/form/composer.tsx';
import { LostReply } from '#features/chat/form/lost-reply.tsx';
import { replyDraftId } from '#features/chat/form/reply-drafts.ts';
import styles from '../panes.module.css';
import type { RowSetting } from '#features/chat/post/post-row.tsx';
import type { StoredPost } from '../read-chat.ts';
import { FollowMenu } from './follow-thread.tsx';
import { ThreadView } from './thread-view.tsx';
import { type ChatPage, type Drafts, useLostReplies } from '../use-chat.ts';

interface OpenThreadProps {
  event: EventRow;
  /** Null if the thread was deleted; undefined until it is read. */
  opened: ChatPage | null | undefined;
  /** The state of a thread that this device does not hold. */
  fetching: Fetching;
  drafts: Drafts | undefined;
  /** The id of the thread whose form takes the focus. */
  replyTo: string | undefined;
  settingOf: (shown: ChatPage) => RowSetting;
}

/** A thread in the place of the list, on a phone. */
export function ThreadScreen(props: OpenThreadProps): ReactNode {
  const { t } = useTranslation();
  const lost = useLostReplies(props.event.id);
  const back = (
    <Link href="/chat" className={classes(buttonClass('subtle'), styles.back)}>
      <ArrowLeft aria-hidden="true" />
      {t('chat.back')}
    </Link>
  );
  const actions = (
    <div className={styles.follow}>
      <Follow {...props} />
    </div>
  );
  return (
    <div className={styles.column}>
      <Screen title={t('chat.thread')} lead={back} actions={actions}>
        <Content {...props} grows />
        {/* The list shows these, too. */}
        {props.opened === null && lost.map((id) => <LostReply key={id} draftId={id} eventId={props.event.id} onEnded={() => undefined} />)}
      </Screen>
      <ReplyComposer {...props} onPosted={() => scrollTo({ top: document.documentElement.scrollHeight })} />
    </div>
  );
}

interface ThreadPaneProps extends OpenThreadProps {
  /** The id of the thread; undefined before one is chosen. */
  thread: string | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

/** A thread next to the list, on a wide screen. */
export function ThreadPane({ thread, heading, onClose, ...props }: ThreadPaneProps): ReactNode {
  const { t } = useTranslation();
  const pane = useRef<HTMLElement>(null);
  return (
    <section ref={pane} aria-label={t('chat.thread')}>
      <div className={styles.column}>
        <div className={classes(styles.thread, thread === undefined && styles.none)}>
          {thread === undefined ? (
            <EmptyState icon={MessageCircle} title={t('chat.choose')} text={t('chat.choose_text')} />
          ) : (
            <>
              <div className={styles.head}>
                <h2 ref={heading} tabIndex={-1} className={styles.title}>
                  {t('chat.thread')}
                </h2>
                <div className={styles.buttons}>
                  <Follow {...props} />
                  <IconButton label={t('chat.close_thread')} onClick={onClose}>
                    <X aria-hidden="true" />
                  </IconButton>
                </div>
              </div>
              <Content {...props} />
            </>
          )}
        </div>
        <ReplyComposer {...props} onPosted={() => pane.current?.scrollTo?.({ top: pane.current.scrollHeight })} />
      </div>
    </section>
  );
}

function Follow({ opened }: Pick<OpenThreadProps, 'opened'>): ReactNode {
  return opened?.threads.map(
    ({ post }) => (post.$pending ?? []).length === 0 && <FollowMenu key={post.id} thread={post} follows={opened.follows} />,
  );
}

interface ContentProps extends Pick<OpenThreadProps, 'opened' | 'fetching' | 'settingOf'> {
  /** True if it is the part that a link opens by a transition. */
  grows?: boolean;
}

function Content({ opened, fetching, settingOf, grows = false }: ContentProps): ReactNode {
  const { t } = useTranslation();
  if (opened === undefined) return <NotHere state={fetching} text={t('outside.thread')} />;
  if (opened === null) return <EmptyState icon={MessageCircle} title={t('chat.gone')} text={t('chat.gone_text')} />;
  const setting = settingOf(opened);
  return opened.threads.map((thread) => {
    const refused = opened.refused.filter(({ threadId }) => threadId === thread.post.id).map(({ entry }) => entry);
    return (
      <div key={thread.post.id} data-opened={grows ? '' : undefined}>
        <ThreadView thread={thread} setting={setting} refused={refused} />
      </div>
    );
  });
}

type ReplyComposerProps = Omit<OpenThreadProps, 'settingOf' | 'event' | 'fetching'> & { onPosted: () => void };

function ReplyComposer({ opened, drafts, ...rest }: ReplyComposerProps): ReactNode {
  if (!opened || !drafts) return null;
  return opened.threads.map(({ post }) => <ThreadComposer key={post.id} post={post} authors={opened.authors} drafts={drafts} {...rest} />);
}

interface ThreadComposerProps extends Pick<ReplyComposerProps, 'replyTo' | 'onPosted'> {
  post: StoredPost;
  authors: People;
  drafts: Drafts;
}

function ThreadComposer({ post, authors, drafts, replyTo, onPosted }: ThreadComposerProps): ReactNode {
  const { t } = useTranslation();
  // The draft of an older app keeps its id when the text is cleared.
  const [draftId] = useState(() => replyDraftId(post, drafts));
  const label = t('chat_item.reply_to', { name: personName(t, authors.get(post.authorId)) });
  return (
    <Composer
      draftId={draftId}
      eventId={post.eventId}
      replyToId={post.id}
      label={label}
      placeholder={label}
      submitLabel={t('chat_item.reply_submit')}
      takesFocus={replyTo === post.id}
      onPosted={onPosted}
    />
  );
}
