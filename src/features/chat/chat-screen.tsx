import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useActor, useRefresh } from '#sync/react/hooks.tsx';
import { useSeenOrder } from '#sync/react/use-seen-order.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';
import { useNow } from '#ui/time/use-now.ts';
import { pathOfPage, pathOfThread } from './paths.ts';
import { useThreadFocus } from './thread/use-thread-focus.ts';
import styles from './panes.module.css';
import type { RowSetting } from './post/post-row.tsx';
import { newestOrder } from '#sync/mirror/mark-seen-order.ts';
import { useLastVisit } from './list/last-visit.ts';
import { ListPane } from './list/list-pane.tsx';
import { ThreadPane, ThreadScreen } from './thread/thread-pane.tsx';
import { threadMark } from './read-chat.ts';
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
  const count = usePostCount(event.id);
  const drafts = useOpenDrafts();
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
  const settingOf = ({ authors, hidden }: ChatPage): RowSetting => ({
    authors,
    hidden,
    formats,
    now,
    actor,
    isNew,
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
