import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Actor, may } from '#contract/roles.ts';
import { useOwnReports } from '#commands/moderation/use-own-reports.ts';
import { IconButton } from '#ui/theme/button.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { PostMenu } from './post-menu.tsx';
import styles from './post-row.module.css';
import { type PostSetting, PostView } from '../post-view.tsx';
import type { StoredPost } from '../read-chat.ts';
import { useLongPress } from './use-long-press.ts';

/** Common data of the rows of a list. */
export interface RowSetting extends PostSetting {
  readonly actor: Actor | null;
  /** Returns whether a post came after the last visit. */
  readonly isNew: (post: StoredPost) => boolean;
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
export function PostRow({ post, setting, replies = 0, children, ...shown }: PostRowProps): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'none' | 'open' | 'closed'>('none');
  const gestures = useLongPress(() => setMenu('open'));
  const waits = useOwnReports()?.get(post.id);
  const { actor, isNew, onDeleted, ...of } = setting;
  const { eventId, authorId } = post;
  const label = `${t('chat_item.more')}: ${excerpt(post.content)}`;
  // The line above the seen posts marks new posts.
  const mark = post.replyToId !== null && isNew(post) && (
    <span className={styles.new}>
      <span className="visually-hidden">{t('chat_item.new')}</span>
    </span>
  );
  return (
    <PostView {...of} {...shown} post={post} mark={mark} gestures={gestures}>
      {children}
      {waits !== undefined && (
        <p className={styles.reported}>
          <Flag aria-hidden="true" />
          {t('report.reported')}
          {waits && <WaitingMark />}
        </p>
      )}
      <div className={styles.menu}>
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
          replies={replies}
          mayDelete={may(actor, 'author', { eventId, authorId })}
          label={label}
          button={button}
          open={menu === 'open'}
          onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
          onDeleted={onDeleted}
        />
      )}
    </PostView>
  );
}
