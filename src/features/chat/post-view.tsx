import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formats } from '../../i18n/formats.ts';
import type { People } from '../../sync/mirror/people-of.ts';
import { useMe } from '../../sync/react/hooks.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Beginning, FoldedText } from '../../ui/text/folded-text.tsx';
import { PersonButton } from '../../ui/people/person-button.tsx';
import { personName } from '../../ui/people/person-name.ts';
import { Moment } from '../../ui/time/moment.tsx';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import styles from './post-view.module.css';
import type { StoredPost } from './read-chat.ts';

/** What every post on a screen is shown with. `now` is in milliseconds since the epoch. */
export interface PostSetting {
  readonly authors: People;
  readonly formats: Formats;
  readonly now: number;
}

interface PostViewProps extends PostSetting {
  post: StoredPost;
  small?: boolean;
  /** Its beginning alone is shown. */
  brief?: boolean;
  /** Below the text: buttons and replies. */
  children?: ReactNode;
}

/** Who wrote what when, and whether it still waits to be sent. */
export function PostView({ post, authors, formats, now, small = false, brief = false, children }: PostViewProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const author = authors.get(post.authorId);
  const name = personName(t, author);
  const waiting = (post.$pending?.length ?? 0) > 0;
  return (
    <article className={styles['post']} aria-label={name}>
      <Avatar name={author?.name ?? ''} image={author?.image ?? null} small={small} />
      <div className={styles['body']}>
        <div className={styles['head']}>
          <p className={styles['name']}>
            {author && author.userId !== me?.id ? <PersonButton person={author}>{name}</PersonButton> : name}
          </p>
          {waiting ? <WaitingMark /> : <Moment at={post.createdAt} formats={formats} now={now} />}
        </div>
        {brief ? <Beginning text={post.content} lines={2} /> : <FoldedText text={post.content} />}
        {children}
      </div>
    </article>
  );
}
