import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import { type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Actor, may } from '#contract/roles.ts';
import { useOwnReports } from '#commands/moderation/use-report.tsx';
import { Button, IconButton } from '#ui/theme/button.tsx';
import { namedText } from '#features/chat/mentions/named-text.ts';
import { PostText } from '#features/chat/mentions/post-text.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { Beginning } from '#ui/text/folded-text.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { ReactionPicker } from './reaction-picker.tsx';
import { ReactionChips } from './reaction-chips.tsx';
import styles from './post-row.module.css';
import { type PostSetting, PostView } from '../post-view.tsx';
import type { StoredPost } from '../read-chat.ts';
import type { Reactions } from '../read-reactions.ts';
import type { Follows } from '../use-chat.ts';

const PostMenu = lazyComponent(async () => (await import('./post-menu.tsx')).PostMenu, 'over');

/** Common data of the rows of a list. */
export interface RowSetting extends PostSetting {
  readonly actor: Actor | null;
  readonly reactions: Reactions;
  /** The ids of people whose posts are folded. */
  readonly hidden: ReadonlySet<number>;
  /** Returns whether a post came after the last visit. */
  readonly isNew: (post: StoredPost) => boolean;
  readonly follows: Follows;
  readonly onDeleted: () => void;
}

interface PostRowProps {
  post: StoredPost;
  setting: RowSetting;
  /** The number of replies that a deletion removes too. */
  replies?: number;
  small?: boolean;
  brief?: boolean;
  continues?: boolean;
  children?: ReactNode;
  beneath?: ReactNode;
}

/** A post with its menu, which a long press opens, too. */
export function PostRow({ post, setting, replies = 0, brief = false, continues = false, children, ...shown }: PostRowProps): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'none' | 'open' | 'closed'>('none');
  const gestures = useLongPress(() => setMenu('open'));
  const waits = useOwnReports()?.get(post.id);
  const { actor, isNew, follows, onDeleted, hidden, reactions, ...of } = setting;
  const reacted = reactions.get(post.id);
  // The server rejects a reaction to a post that it does not have.
  const own = (post.$pending?.length ?? 0) === 0 ? { post, mine: reacted?.mine ?? null } : null;
  const [unfolded, unfold] = useState(false);
  const isHidden = hidden.has(post.authorId);
  const { eventId, authorId } = post;
  const text = namedText(t, post.content, setting.authors);
  const label = `${t('chat_item.more')}: ${excerpt(text)}`;
  const words = brief ? <Beginning text={text} lines={2} /> : <PostText content={post.content} people={setting.authors} />;
  // The line above the seen posts marks new posts.
  const mark = post.replyToId !== null && isNew(post) && (
    <span className={styles.new}>
      <span className="visually-hidden">{t('chat_item.new')}</span>
    </span>
  );
  if (isHidden && !unfolded) return <FoldedPost beneath={shown.beneath} onUnfold={() => unfold(true)} />;
  return (
    <PostView {...of} {...shown} post={post} continues={continues && !isHidden} words={words} mark={mark} gestures={gestures}>
      {own && reacted && <ReactionChips post={post} shown={reacted} />}
      {children}
      {waits !== undefined && (
        <p className={styles.reported}>
          <Flag aria-hidden="true" />
          {t('report.reported')}
          {waits && <WaitingMark />}
        </p>
      )}
      <div className={styles.menu}>
        {own && <ReactionPicker {...own} text={text} />}
        <IconButton
          ref={button}
          label={label}
          className={styles.more}
          aria-haspopup="menu"
          aria-expanded={menu === 'open'}
          onClick={() => setMenu('open')}
        >
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </div>
      {menu !== 'none' && (
        <PostMenu
          post={post}
          text={text}
          replies={replies}
          reaction={own}
          follows={follows}
          mayDelete={may(actor, 'author', { eventId, authorId })}
          label={label}
          button={button}
          open={menu === 'open'}
          onClose={() => setMenu('closed')}
          onDeleted={onDeleted}
        />
      )}
    </PostView>
  );
}

/** A post by a person whom the user has hidden; replies to it are shown. */
function FoldedPost({ beneath, onUnfold }: { beneath: ReactNode; onUnfold: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <article className={styles.folded} aria-label={t('hidden_people.post')}>
      <p className={styles.dim}>
        {t('hidden_people.post')}{' '}
        <Button look="quiet" onClick={onUnfold}>
          {t('hidden_people.show_post')}
        </Button>
      </p>
      {beneath}
    </article>
  );
}

/** The time (ms) after which a resting finger counts as a long press, and the pixels that it may move. */
const patience = 500;
const slack = 10;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: SyntheticEvent) => void;
}

const controls = 'a, button, input, textarea, summary';

/** Calls `onPress` when a finger rests on an element, but not on its controls or an element of the same kind inside it. */
function useLongPress(onPress: () => void): LongPress {
  const held = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const end = (): void => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };
  useEffect(() => end, []);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY, target, currentTarget }) => {
      end();
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
      if (target.closest(controls) !== null || target.closest(currentTarget.tagName) !== currentTarget) return;
      const timer = setTimeout(() => {
        ignoreRelease();
        onPress();
      }, patience);
      held.current = { x: clientX, y: clientY, timer };
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (held.current && Math.hypot(clientX - held.current.x, clientY - held.current.y) > slack) end();
    },
    onPointerUp: end,
    // The browser cancels the pointer when it begins to scroll.
    onPointerCancel: end,
    onContextMenu: (event) => {
      if (held.current) event.preventDefault();
    },
  };
}

/** Keeps the release of the finger from becoming a click, which would close what the press has opened. */
function ignoreRelease(): void {
  document.addEventListener('touchend', (event) => event.preventDefault(), { capture: true, once: true, passive: false });
}
