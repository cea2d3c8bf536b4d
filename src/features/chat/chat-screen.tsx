import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useActor, useRefresh } from '#sync/react/hooks.tsx';
import { useLastVisit, useSeenOrder } from '#sync/react/use-last-visit.ts';
import { useOutsidePage } from '#sync/react/use-window.ts';
import { useAsOf } from '#feature-kit/outside/use-as-of.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';
import { useNow } from '#ui/time/use-now.ts';
import { pathOfPage, pathOfThread } from './paths.ts';
import styles from './panes.module.css';
import type { RowSetting } from './post/post-row.tsx';
import { ListPane } from './list/list-pane.tsx';
import { ThreadPane, ThreadScreen } from './thread/thread-pane.tsx';
import { threadList } from '#contract/rules/read-lists.ts';
import { type ChatPage, useChatPage, useOpenDrafts, usePostCount, useThread } from './use-chat.ts';

interface ChatScreenProps {
  /** Counts from 1; undefined if a thread is open. */
  page?: number;
  /** The id of the open thread. */
  thread?: string;
}

/** The chat: a list and, next to it on a wide screen or in its place on a phone, the open thread. */
export function ChatScreen(props: ChatScreenProps): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  if (!event) return <Screen title={t('chat.title')} />;
  return <Chat key={event.id} event={event} {...props} />;
}

function Chat({ event, page, thread }: ChatScreenProps & { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const isWide = useMediaQuery(wideWindow);
  const refresh = useRefresh(refreshToast(t, 'chat'));
  const length = usePostCount(event.id);
  const drafts = useOpenDrafts(event.id);
  const actor = useActor();
  const formats = useFormats(event);
  const asOf = useAsOf(formats);
  const now = useNow(30_000);
  const [, navigate] = useLocation();
  // A thread that opens next to the list leaves the page as it is.
  const [lastPage, setLastPage] = useState(page ?? 1);
  if (page !== undefined && page !== lastPage) setLastPage(page);
  const pages = Math.max(1, Math.ceil((length?.count ?? 0) / limits.pageSize));
  // The last page may have disappeared; until the posts are counted, any page may exist.
  const shownPage = length === undefined ? lastPage : Math.min(lastPage, pages);
  const hasList = isWide || thread === undefined;
  const list = useChatPage(hasList ? event.id : undefined, shownPage);
  const older = useOutsidePage(event.id, 'posts', shownPage, list?.outside);
  const { shown: opened, fetching } = useThread(event.id, thread);
  useSeenOrder(
    threadList(thread ?? ''),
    event.id,
    opened?.threads.flatMap(({ replies }) => replies),
  );
  const isNew = useLastVisit(
    'chat',
    hasList ? event.id : undefined,
    list?.threads.flatMap(({ post, replies }) => [post, ...replies]),
  );
  const settingOf = ({ authors, hidden, reactions, follows }: ChatPage): RowSetting => ({
    authors,
    hidden,
    reactions,
    formats,
    now,
    actor,
    follows,
    isNew: (post) => isNew(post) && follows.get(post.replyToId) !== 'muted',
    onDeleted: focusHeading,
  });
  const { heading, replyTo, reply } = useThreadFocus(thread);
  const openThread = { event, opened, fetching, drafts, replyTo, settingOf };
  if (!hasList) return <ThreadScreen {...openThread} />;
  return (
    <div className={isWide ? styles.panes : undefined}>
      <ListPane
        event={event}
        page={shownPage}
        pages={pages}
        list={list}
        setting={list && settingOf(list)}
        drafts={drafts}
        opened={isWide ? opened : undefined}
        isPane={isWide}
        note={length?.count ? asOf(t('chat.count', { count: length.count }), length.at) : undefined}
        older={older}
        onRefresh={refresh}
        onOpen={(post) => {
          reply(post.id);
          navigate(pathOfThread(post.id));
        }}
      />
      {isWide && <ThreadPane {...openThread} thread={thread} heading={heading} onClose={() => navigate(pathOfPage(lastPage))} />}
    </div>
  );
}

interface ThreadFocus {
  /** The heading of the pane. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The thread whose form takes the focus. */
  readonly replyTo: string | undefined;
  /** Moves the focus to the form of a thread, which may be open already. */
  readonly reply: (thread: string) => void;
}

/** Moves the focus to a thread that opens in the pane next to the list, and back when it closes. */
function useThreadFocus(thread: string | undefined): ThreadFocus {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(thread);
  const [replyTo, setReplyTo] = useState<string>();
  useEffect(() => {
    if (before.current === thread) return;
    before.current = thread;
    if (thread === undefined) {
      if (document.activeElement === document.body) focusHeading();
    } else if (thread !== replyTo) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [thread, replyTo]);
  return {
    heading,
    replyTo,
    reply: (id) => {
      setReplyTo(id);
      if (id === thread) heading.current?.closest('section')?.querySelector('textarea')?.focus();
    },
  };
}
