import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useActor, useMe, useRefresh, useSync } from '#sync/react/hooks.tsx';
import { useSeenOrder } from '#sync/react/use-seen-order.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';
import { useNow } from '#ui/time/use-now.ts';
import { pathOfPage, pathOfThread } from './paths.ts';
import styles from './panes.module.css';
import type { RowSetting } from './post/post-row.tsx';
import { markSeenOrder, newestOrder } from '#sync/mirror/mark-seen-order.ts';
import { ListPane } from './list/list-pane.tsx';
import { ThreadPane, ThreadScreen } from './thread/thread-pane.tsx';
import { type StoredPost, threadMark } from './read-chat.ts';
import { type ChatPage, useChatPage, useOpenDrafts, usePostCount, useThread } from './use-chat.ts';
import { whileVisible } from '#lib/while-visible.ts';
import { readSeenOrder } from '#sync/mirror/seen-order.ts';

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
  const count = usePostCount(event.id);
  const drafts = useOpenDrafts(event.id);
  const actor = useActor();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const [, navigate] = useLocation();
  // A thread that opens next to the list leaves the page as it is.
  const [lastPage, setLastPage] = useState(page ?? 1);
  if (page !== undefined && page !== lastPage) setLastPage(page);
  const pages = Math.max(1, Math.ceil((count ?? 0) / limits.pageSize));
  // The last page may have disappeared; until the posts are counted, any page may exist.
  const shownPage = count === undefined ? lastPage : Math.min(lastPage, pages);
  const hasList = isWide || thread === undefined;
  const list = useChatPage(hasList ? event.id : undefined, shownPage);
  const opened = useThread(event.id, thread);
  useSeenOrder(
    threadMark(thread ?? ''),
    event.id,
    opened?.threads.flatMap(({ replies }) => replies),
  );
  const isNew = useLastVisit(
    event.id,
    hasList && list ? newestOrder(list.threads.flatMap(({ post, replies }) => [post, ...replies])) : undefined,
  );
  const settingOf = ({ authors, hidden, follows }: ChatPage): RowSetting => ({
    authors,
    hidden,
    formats,
    now,
    actor,
    follows,
    isNew: (post) => isNew(post) && follows.get(post.replyToId) !== 'muted',
    onDeleted: focusHeading,
  });
  const { heading, replyTo, reply } = useThreadFocus(thread);
  const openThread = { event, opened, drafts, replyTo, settingOf };
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
        note={count ? t('chat.count', { count }) : undefined}
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

/**
 * Returns whether a post by another person came after the last visit. A visit begins when the screen opens or becomes visible again;
 * `newest` is the highest order shown since then, undefined until the posts are read.
 */
function useLastVisit(eventId: number | undefined, newest: number | undefined): (post: StoredPost) => boolean {
  const { db } = useSync();
  const me = useMe();
  const [visit, begin] = useState<{ eventId: number; seen: number | null } | null>(null);
  useEffect(() => {
    if (eventId === undefined) return;
    let isOver = false;
    const arrive = async (): Promise<void> => {
      const seen = await readSeenOrder(db, 'chat', eventId);
      if (!isOver) begin({ eventId, seen });
    };
    // Without an answer nothing is marked as new.
    const end = whileVisible(() => void arrive().catch(() => undefined));
    return () => {
      isOver = true;
      end();
    };
  }, [db, eventId]);
  useEffect(() => {
    if (visit === null || !newest || document.visibilityState === 'hidden') return;
    // If this fails, the posts are new once more.
    void markSeenOrder(db, 'chat', visit.eventId, newest).catch(() => undefined);
  }, [db, visit, newest]);
  return ({ authorId, order, $pending = [] }) => {
    if (visit === null || visit.eventId !== eventId || visit.seen === null) return false;
    return order > visit.seen && $pending.length === 0 && authorId !== me?.id;
  };
}
