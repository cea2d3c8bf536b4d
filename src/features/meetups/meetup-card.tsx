import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/resources/participants.ts';
import type { Formats } from '#i18n/formats.ts';
import { useMe } from '#sync/react/hooks.tsx';
import badges from '#ui/theme/badge.module.css';
import { Avatar } from '#ui/people/avatar.tsx';
import { Beginning, FoldedText } from '#ui/text/folded-text.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './meetups.module.css';
import type { StoredMeetup } from './use-meetups.ts';

interface MeetupCardProps {
  meetup: StoredMeetup;
  author: Participant | undefined;
  formats: Formats;
  level: 3 | 4;
  running?: boolean;
  /** Marks a running meetup if the list has no heading for it. */
  badge?: boolean;
  /** True to show only the beginning of the description. */
  brief?: boolean;
  children?: ReactNode;
}

export function MeetupCard({
  meetup,
  author,
  formats,
  level,
  running = false,
  badge = false,
  brief = false,
  children,
}: MeetupCardProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const { title, description, startDate, $pending } = meetup;
  const Heading = `h${level}` as const;
  const by = t('meetups.by', { name: personName(t, author) });
  const here = formats.clockHere(startDate);
  return (
    <article className={running ? styles.running : styles.card} aria-label={title}>
      <p className={styles.when}>
        <time dateTime={startDate}>
          <span className={styles.day}>{formats.dayAndMonth(startDate)}</span> {formats.clock(startDate)}
        </time>
        {here !== null && <span className={styles.here}>{t('schedule.your_time', { time: here })}</span>}
        {running && badge && <span className={badges.now}>{t('running_meetups.running')}</span>}
        {($pending?.length ?? 0) > 0 && <WaitingMark />}
      </p>
      <Heading className={styles.title}>{title}</Heading>
      {brief ? <Beginning text={description} lines={1} /> : <FoldedText text={description} />}
      {!brief && (
        <div className={styles.foot}>
          <p className={styles.author}>
            <Avatar name={author?.name ?? ''} image={author?.image ?? null} small />
            {author && author.userId !== me?.id ? <PersonButton person={author}>{by}</PersonButton> : by}
          </p>
          {children}
        </div>
      )}
    </article>
  );
}
