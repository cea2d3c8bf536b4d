import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Pagination } from '#ui/layout/pagination.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { personName } from '#ui/people/person-name.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { ChatList } from './chat-list.tsx';
import { Composer } from '#features/chat/form/composer.tsx';
import { LostReply } from '#features/chat/form/lost-reply.tsx';
import { replyDraftId } from '#features/chat/form/reply-drafts.ts';
import { useReplying } from '#features/chat/form/use-replying.ts';
import { JumpToNewest } from './jump-to-newest.tsx';
import styles from '../panes.module.css';
import { pathOfPage } from '../paths.ts';
import type { RowSetting } from '#features/chat/post/post-row.tsx';
import type { StoredPost } from '../read-chat.ts';
import { type ChatPage, type Drafts, useLostReplies } from '../use-chat.ts';

const postDraftId = (eventId: number): string => `post:${eventId}`;

interface ListPaneProps {
  event: EventRow;
  page: number;
  pages: number;
  list: ChatPage | undefined;
  setting: RowSetting | undefined;
  drafts: Drafts | undefined;
  /** The thread in the other pane, which has a composer of its own. */
  opened: ChatPage | null | undefined;
  isPane: boolean;
  note: ReactNode;
  onRefresh: () => Promise<void>;
  /** Opens a thread in the other pane, for a reply. */
  onOpen: (post: StoredPost) => void;
}

/** The list of threads, with the composer at its lower edge. */
export function ListPane({ event, page, pages, list, setting, drafts, opened, isPane, onOpen, ...head }: ListPaneProps): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const pane = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const { answered, answer, stop } = useReplying(drafts);
  const replying = isPane ? null : answered;
  useEffect(() => {
    pane.current?.scrollTo?.(0, 0);
  }, [page]);
  const toNewest = (): void => {
    if (page > 1) navigate(pathOfPage(1));
    pane.current?.scrollTo?.(0, 0);
    scrollTo(0, 0);
  };
  const draftId = replying?.draftId ?? postDraftId(event.id);
  const name = replying && personName(t, setting?.authors.get(replying.post.authorId));
  const lost = useLostReplies(event.id);
  const openDrafts = [draftId, ...[...(list?.threads ?? []), ...(opened?.threads ?? [])].map(({ post }) => replyDraftId(post, drafts))];
  const homeless = page === 1 ? (list?.refused ?? []).flatMap(({ entry, threadId }) => (threadId === null ? [entry] : [])) : [];
  const isEmpty = list?.threads.length === 0 && homeless.length === 0;
  return (
    <div ref={pane}>
      <div className={styles.column}>
        <Screen title={t('chat.title')} {...head}>
          {/* A draft has only one form at a time: the last one stores its text before the next one reads it. */}
          {list &&
            lost
              .filter((id) => !openDrafts.includes(id))
              .map((id) => <LostReply key={id} draftId={id} eventId={event.id} onEnded={() => rows.current?.focus()} />)}
          {isEmpty && page === 1 && <EmptyList icon="💬" title={t('chat.empty')} text={t('chat.empty_text')} />}
          {list && setting && !isEmpty && (
            <ChatList
              key={page}
              shown={list}
              setting={{ ...setting, onDeleted: () => rows.current?.focus() }}
              drafts={drafts}
              list={rows}
              homeless={homeless}
              isPane={isPane}
              current={isPane ? opened?.threads[0]?.post.id : replying?.post.id}
              onReply={isPane ? onOpen : answer}
            />
          )}
          {list && <Pagination page={page} pages={pages} href={pathOfPage} />}
        </Screen>
        <Composer
          key={draftId}
          draftId={draftId}
          eventId={event.id}
          replyToId={replying?.post.id ?? null}
          label={replying ? t('chat_item.reply_to', { name }) : t('chat_create.label')}
          placeholder={t(replying ? 'chat_item.reply_placeholder' : 'chat_create.placeholder')}
          submitLabel={t(replying ? 'chat_item.reply_submit' : 'chat_create.submit')}
          takesFocus={replying !== null}
          quote={replying ? { text: excerpt(replying.post.content), onClose: stop } : undefined}
          above={
            list &&
            setting && (
              <JumpToNewest
                page={page}
                threads={list.threads}
                setting={setting}
                pane={pane}
                onJump={() => {
                  toNewest();
                  focusHeading();
                }}
              />
            )
          }
          onPosted={replying ? stop : toNewest}
        />
      </div>
    </div>
  );
}
