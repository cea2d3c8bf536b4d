import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { times } from '#contract/times.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { Formats } from '#i18n/formats.ts';
import { useMe } from '#sync/react/hooks.tsx';
import badges from '#ui/theme/badge.module.css';
import { classes } from '#ui/theme/classes.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { Beginning, FoldedText } from '#ui/text/folded-text.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { plainDay } from '#ui/time/plain-day.ts';
import styles from './meetup-row.module.css';
import type { StoredMeetup } from './use-meetups.ts';

/** Returns whether a day of the month is ambiguous. */
const isFar = (instant: string, now: number): boolean => Math.abs(Date.parse(instant) - now) > 20 * times.day;

interface MeetupRowProps {
  meetup: StoredMeetup;
  author: Participant | undefined;
  formats: Formats;
  /** In milliseconds since the epoch. */
  now: number;
  level: 3 | 4;
  running?: boolean;
  /** Marks a running meetup if the list has no heading for it. */
  badge?: boolean;
  /** True to show only the beginning of the description. */
  brief?: boolean;
  /** Shown below the description. */
  attendance?: ReactNode;
  /** The actions. */
  children?: ReactNode;
}

export function MeetupRow({
  meetup,
  author,
  formats,
  now,
  level,
  running = false,
  badge = false,
  brief = false,
  attendance,
  children,
}: MeetupRowProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const { title, description, startDate, place, $pending = [] } = meetup;
  const Heading = `h${level}` as const;
  const by = t('meetups.by', { name: personName(t, author) });
  const here = formats.clockHere(startDate);
  return (
    <article className={styles.row} aria-label={title} data-row={meetup.id}>
      <time className={classes(styles.when, running && styles.running)} dateTime={startDate}>
        <span className={styles.day}>{plainDay(isFar(startDate, now) ? formats.dayAndMonth(startDate) : formats.shortDay(startDate))}</span>{' '}
        <span className={styles.clock}>{formats.clock(startDate)}</span>
      </time>
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        <p className={styles.marks}>
          {running && badge && <span className={badges.now}>{t('running_meetups.running')}</span>}
          {place && <span className={styles.place}>{place}</span>}
          {here !== null && <span>{t('schedule.your_time', { time: here })}</span>}
          {$pending.length > 0 && <WaitingMark />}
        </p>
        {brief ? <Beginning text={description} lines={1} /> : <FoldedText text={description} />}
        {!brief && (
          <p className={styles.author}>
            <Avatar name={author?.name ?? ''} image={author?.image ?? null} small />
            {author && author.userId !== me?.id ? <PersonButton person={author}>{by}</PersonButton> : by}
          </p>
        )}
        {attendance}
      </div>
      {children}
    </article>
  );
}
