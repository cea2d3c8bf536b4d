import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { hiddenBy, peopleOf } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { Section } from '#ui/layout/section.tsx';
import { excerpt } from '#ui/text/excerpt.ts';
import { Beginning } from '#ui/text/folded-text.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { namedIn, namedText } from './mentions/named-text.ts';
import { pathOfThread } from './paths.ts';
import { PostView } from './post-view.tsx';
import { newestPosts } from './read-chat.ts';
import styles from './chat.module.css';

const defaultCount = 2;

export function RecentPosts({ event, count = defaultCount }: { event: EventRow; count: number | undefined }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const recent = useLive(
    async (db) => {
      const hidden = await hiddenBy(db);
      const posts = await newestPosts(db, event.id, { limit: count, hidden });
      const authors = await peopleOf(db, event.id, namedIn(posts));
      return { posts, authors };
    },
    [event.id, count],
  );
  if (!recent || recent.posts.length === 0) return null;
  return (
    <Section title={t('chat.recent')} href="/chat">
      <ul className={styles.recent}>
        {recent.posts.map((post) => {
          const text = namedText(t, post.content, recent.authors);
          return (
            <li key={post.id} className={styles.item} data-opens="">
              <PostView post={post} words={<Beginning text={text} lines={2} />} authors={recent.authors} formats={formats} now={now}>
                <Link href={pathOfThread(post.id)} transition className={styles.whole} aria-label={`${t('chat.open')}: ${excerpt(text)}`} />
              </PostView>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
