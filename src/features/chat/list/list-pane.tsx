import MessageCircle from 'lucide-react/icons/message-circle';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { postDraftId } from '#feature-kit/drafts/post-draft.ts';
import { OutsidePage } from '#feature-kit/outside/not-here.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import type { Fetching } from '#sync/react/use-window.ts';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Pagination } from '#ui/layout/pagination.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { personName } from '#ui/people/person-name.ts';
import { excerpt } from '#ui/text/excerpt.ts';
import { ChatList } from './chat-list.tsx';
import { Composer } from '#features/chat/form/composer.tsx';
import { LostReply } from '#features/chat/form/lost-reply.tsx';
import { replyDraftId } from '#features/chat/form/reply-drafts.ts';
import styles from '../panes.module.css';
import { namedText } from '#features/chat/mentions/named-text.ts';
import { pathOfPage } from '../paths.ts';
import type { RowSetting } from '#features/chat/post/post-row.tsx';
import type { StoredPost } from '../read-chat.ts';
import { type ChatPage, type Drafts, useIsGone, useLostReplies } from '../use-chat.ts';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '#ui/theme/button.tsx';
import type { Thread } from '../read-threads.ts';

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
  /** The state of a page that this device does not hold. */
  older: Fetching;
  onRefresh: () => Promise<void>;
  /** Opens a thread in the other pane, for a reply. */
  onOpen: (post: StoredPost) => void;
}

/** The list of threads, with the composer at its lower edge. */
export function ListPane({ event, page, pages, list, setting, drafts, opened, isPane, onOpen, older, ...head }: ListPaneProps): ReactNode {
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
  const outside = list?.outside?.page === page ? list.outside : null;
  return (
    <div ref={pane}>
      <div className={styles.column}>
        <Screen title={t('chat.title')} {...head}>
          {/* A draft has only one form at a time: the last one stores its text before the next one reads it. */}
          {list &&
            lost
              .filter((id) => !openDrafts.includes(id))
              .map((id) => <LostReply key={id} draftId={id} eventId={event.id} onEnded={() => rows.current?.focus()} />)}
          {isEmpty && page === 1 && !outside && <EmptyList icon={MessageCircle} title={t('chat.empty')} text={t('chat.empty_text')} />}
          {list && setting && !isEmpty && (
            <ChatList
              key={list.page}
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
          {outside && setting && <OutsidePage state={older} at={outside.at} text={t('outside.posts')} formats={setting.formats} />}
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
          quote={replying ? { text: excerpt(namedText(t, replying.post.content, setting?.authors)), onClose: stop } : undefined}
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

/** The post that the composer answers. Its draft keeps its id when the text is cleared. */
interface Answered {
  readonly post: StoredPost;
  readonly draftId: string;
}

interface Replying {
  /** Null while the composer writes a new post. */
  readonly answered: Answered | null;
  /** Starts a reply; `button` gets the focus back. */
  readonly answer: (post: StoredPost, button: HTMLElement) => void;
  readonly stop: () => void;
}

/** The reply in the one composer of the list. It ends when its post is deleted; its text is then a lost reply. */
function useReplying(drafts: Drafts | undefined): Replying {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const button = useRef<HTMLElement | null>(null);
  const isGone = useIsGone(answered?.post);
  if (answered && isGone) setAnswered(null);
  useLayoutEffect(() => {
    if (answered !== null) return;
    // The person may be typing elsewhere by now.
    if (document.activeElement === document.body) button.current?.focus();
    button.current = null;
  }, [answered]);
  return {
    answered: isGone ? null : answered,
    answer: (post, from) => {
      button.current = from;
      setAnswered({ post, draftId: replyDraftId(post, drafts) });
    },
    stop: () => setAnswered(null),
  };
}

/** Returns whether the list was scrolled away from its beginning, by most of a screen; `pane` scrolls on wide screens. */
function useScrolledAway(pane: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const look = (): void => setAway(Math.max(scrollY, pane.current?.scrollTop ?? 0) > innerHeight * 0.75);
    // Events of an element that scrolls do not bubble.
    const options = { passive: true, capture: true };
    addEventListener('scroll', look, options);
    return () => removeEventListener('scroll', look, options);
  }, [pane]);
  return isAway;
}

interface JumpToNewestProps {
  page: number;
  threads: readonly Thread[];
  setting: Pick<RowSetting, 'actor' | 'hidden'>;
  pane: RefObject<HTMLElement | null>;
  onJump: () => void;
}

/** Leads back to the newest post, with the number of those that came since the person scrolled away. */
function JumpToNewest({ page, threads, setting, pane, onJump }: JumpToNewestProps): ReactNode {
  const { t } = useTranslation();
  const isAway = useScrolledAway(pane);
  const newest = threads[0]?.post.id;
  const [left, leave] = useState(newest);
  if (!isAway && left !== newest) leave(newest);
  if (!isAway && page === 1) return null;
  const seen = threads.findIndex(({ post }) => post.id === left);
  const { actor, hidden } = setting;
  const arrived = page === 1 ? threads.slice(0, Math.max(0, seen)) : [];
  const count = arrived.filter(({ post }) => post.authorId !== actor?.userId && !hidden.has(post.authorId)).length;
  return (
    <Button className={styles.jump} onClick={onJump}>
      <ArrowUp aria-hidden="true" />
      {count > 0 ? t('chat.jump_new', { count }) : t('chat.jump')}
    </Button>
  );
}
