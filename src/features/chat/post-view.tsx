import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import type { People } from '#sync/mirror/people.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { Moment } from '#ui/time/moment.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './chat.module.css';
import type { StoredPost } from './read-chat.ts';

/** Common data of the posts on a screen. `now` is in milliseconds since the epoch. */
export interface PostSetting {
  readonly authors: People;
  readonly formats: Formats;
  readonly now: number;
}

interface PostViewProps extends PostSetting {
  post: StoredPost;
  /** The text. */
  words: ReactNode;
  small?: boolean;
  /** The post above shows picture and name of the same author. */
  continues?: boolean;
  /** A mark next to the time. */
  mark?: ReactNode;
  /** Handlers of the whole post. */
  gestures?: ComponentProps<'article'>;
  children?: ReactNode;
  /** Replies. */
  beneath?: ReactNode;
}

/** Shows a post with author and time, and marks a pending one. */
export function PostView({ post, authors, formats, now, words, small = false, continues = false, ...rest }: PostViewProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const author = authors.get(post.authorId);
  const name = personName(t, author);
  const { mark, gestures, children, beneath } = rest;
  const waiting = (post.$pending?.length ?? 0) > 0;
  const image = !continues && <Avatar name={author?.name ?? ''} image={author?.image ?? null} small={small} />;
  return (
    <article
      {...gestures}
      className={classes(styles.post, small && styles.small, gestures && styles.held)}
      aria-label={name}
      data-row={post.id}
    >
      <span className={styles.side}>{image}</span>
      <div className={styles.body}>
        <div className={classes(styles.head, continues && styles.continued)}>
          {!continues && (
            <p className={styles.name}>{author && author.userId !== me?.id ? <PersonButton person={author}>{name}</PersonButton> : name}</p>
          )}
          {waiting ? <WaitingMark /> : !continues && <Moment at={post.createdAt} formats={formats} now={now} />}
          {mark}
        </div>
        {words}
        {children}
        {beneath}
      </div>
    </article>
  );
}
