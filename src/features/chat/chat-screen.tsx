import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useActor, useRefresh } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './chat.module.css';
import { LostReply } from './form/lost-reply.tsx';
import { PostForm } from './form/post-form.tsx';
import { replyDraftId } from './form/reply-drafts.ts';
import { ThreadView } from './thread-view.tsx';
import { useChatPage, useLostReplies, useOpenDrafts, usePostCount } from './use-chat.ts';

const pathOf = (page: number): string => (page === 1 ? '/chat' : `/chat/${page}`);

interface ChatScreenProps {
  /** Counts from 1. */
  page: number;
}

export function ChatScreen({ page }: ChatScreenProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'chat'));
  const event = useActiveEvent();
  const count = usePostCount(event?.id);
  const drafts = useOpenDrafts();
  const [, navigate] = useLocation();
  const note = count === undefined ? undefined : t('chat.count', { count });
  return (
    <Screen title={t('chat.title')} note={note} actions={<RefreshButton onRefresh={refresh} />}>
      {event && (
        <>
          <NewPost
            key={event.id}
            eventId={event.id}
            hasDraft={drafts?.has(postDraftId(event.id))}
            onPosted={() => page > 1 && navigate(pathOf(1))}
          />
          <Page event={event} page={page} count={count} drafts={drafts} />
        </>
      )}
    </Screen>
  );
}

interface PageProps extends ChatScreenProps {
  event: EventRow;
  count: number | undefined;
  drafts: ReadonlySet<string> | undefined;
}

function Page({ event, page: asked, count, drafts }: PageProps): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const pages = Math.max(1, Math.ceil((count ?? 0) / limits.pageSize));
  // The last page may have disappeared; until the posts are counted, any page may exist.
  const page = count === undefined ? asked : Math.min(asked, pages);
  const shown = useChatPage(event.id, page);
  const lost = useLostReplies(event.id);
  const list = useRef<HTMLUListElement>(null);
  if (!shown) return null;
  const { authors, hidden, refused } = shown;
  const threads = shown.threads.map((thread) => ({ thread, draftId: replyDraftId(thread.post, drafts) }));
  const homeless = page === 1 ? refused.filter(({ threadId }) => threadId === null) : [];
  const empty = threads.length === 0 && homeless.length === 0;
  return (
    <>
      {/* A draft has only one form at a time: the last one stores its text before the next one reads it. */}
      {lost
        .filter((id) => threads.every(({ draftId }) => draftId !== id))
        .map((id) => (
          <LostReply key={id} draftId={id} eventId={event.id} onEnded={() => list.current?.focus()} />
        ))}
      {empty && page === 1 && <EmptyList icon="💬" title={t('chat.empty')} text={t('chat.empty_text')} />}
      {!empty && (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t('chat.list')}>
          {homeless.map(({ entry }) => (
            <li key={entry.key}>
              <Refused entry={entry} />
            </li>
          ))}
          {threads.map(({ thread, draftId }) => (
            <li key={thread.post.id}>
              <ThreadView
                thread={thread}
                setting={{ authors, hidden, formats, now }}
                actor={actor}
                refused={refused.filter(({ threadId }) => threadId === thread.post.id).map(({ entry }) => entry)}
                draftId={draftId}
                hasDraft={drafts?.has(draftId)}
                onDeleted={() => list.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} href={pathOf} />
    </>
  );
}

const postDraftId = (eventId: number): string => `post:${eventId}`;

interface NewPostProps {
  eventId: number;
  /** True if a draft exists; undefined until it is read. */
  hasDraft: boolean | undefined;
  onPosted: () => void;
}

function NewPost({ eventId, hasDraft, onPosted }: NewPostProps): ReactNode {
  const { t } = useTranslation();
  return (
    <FormBehindButton icon={<Pencil aria-hidden="true" />} label={t('chat_create.open')} hasDraft={hasDraft}>
      {(close) => (
        <PostForm
          draftId={postDraftId(eventId)}
          eventId={eventId}
          replyToId={null}
          label={t('chat_create.label')}
          placeholder={t('chat_create.placeholder')}
          submitLabel={t('chat_create.submit')}
          onClose={close}
          onPosted={() => {
            close();
            onPosted();
          }}
        />
      )}
    </FormBehindButton>
  );
}
