import { type CSSProperties, Fragment, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { DayHeading } from '#ui/time/day-heading.tsx';
import { plainDay } from '#ui/time/plain-day.ts';
import { entryStatus, type EntryStatus } from '../entry-status.ts';
import type { ScheduleNews } from '#features/schedule/news/use-schedule-news.ts';
import styles from './agenda.module.css';
import { parallelGroups } from './parallel-groups.ts';
import MapPin from 'lucide-react/icons/map-pin';
import { Link } from 'wouter';
import { isSafeUrl } from '#contract/rules/checks.ts';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { classes } from '#ui/theme/classes.ts';
import { Before } from '#features/schedule/news/before.tsx';
import { StarButton } from '../marks/star-button.tsx';
import { StatePills } from '../state-pills.tsx';

/** The fields that a row shows. */
export type Listed = Pick<ScheduleEntry, 'id' | 'eventId' | 'title' | 'startDate' | 'endDate' | 'locationName' | 'locationUrl'>;

export interface AgendaProps<E extends Listed> {
  days: readonly Day<E>[];
  /** The part of the days that is drawn. */
  drawn: readonly Day<E>[];
  next: readonly E[];
  formats: Formats;
  news: readonly ScheduleNews[];
  /** Milliseconds since the epoch. */
  now: number;
  /** Returns the path that a row opens. */
  hrefOf: (entry: E) => string;
  /** Returns whether the row's star is set; undefined for a row without a star. */
  isStarred: (entry: E) => boolean | undefined;
  /** Returns more facts of a row. */
  facts?: (entry: E) => ReactNode;
  /** Returns a line between two groups of a day. */
  between?: (above: readonly E[], below: readonly E[]) => ReactNode;
}

export interface Day<E extends Listed> {
  readonly day: string;
  readonly entries: E[];
}

/** The schedule as a list by day, with a line at the present moment. */
export function Agenda<E extends Listed>({
  days,
  drawn,
  next,
  formats,
  news,
  now,
  hrefOf,
  isStarred,
  facts,
  between,
}: AgendaProps<E>): ReactNode {
  const today = formats.dayKey(new Date(now).toISOString());
  const clocks = days.flatMap(({ entries }) => entries.flatMap(({ startDate, endDate }) => [startDate, endDate])).map(formats.clock);
  // The figures of a start are bold, and wider than a `ch`.
  const width = `${Math.max(...clocks.map(({ length }) => length)) * 1.15}ch`;
  /** The line is above this day if today has no entries. */
  const following =
    days[0] && days[0].day < today && days.every(({ day }) => day !== today) ? days.find(({ day }) => day > today)?.day : undefined;
  const row = (entry: E, above?: E): ReactNode => (
    <EntryRow
      key={entry.id}
      entry={entry}
      href={hrefOf(entry)}
      isStarred={isStarred(entry)}
      facts={facts?.(entry)}
      above={above}
      status={entryStatus(entry, now)}
      isNext={next.includes(entry)}
      formats={formats}
      news={news.find(({ entryId }) => entryId === entry.id)}
    />
  );
  const line = <NowLine now={now} formats={formats} />;
  return (
    <div className={styles.list} style={{ '--time': width } as CSSProperties}>
      {drawn.map(({ day, entries }) => {
        const coming = day === today ? entries.find((entry) => entryStatus(entry, now) === 'next') : undefined;
        return (
          <Fragment key={day}>
            {day === following && line}
            <section className={styles.day} data-day={day} aria-labelledby={`day-${day}`}>
              <DayHeading id={`day-${day}`} instant={entries[0]?.startDate ?? ''} formats={formats} />
              {parallelGroups(entries).map((group, place, groups) => (
                <Fragment key={group[0]?.id}>
                  {between && place > 0 && between(groups[place - 1] ?? [], group)}
                  {coming && group[0] === coming && line}
                  <Group count={group.length}>
                    {group.map((entry, index) => (
                      <Fragment key={entry.id}>
                        {index > 0 && entry === coming && line}
                        {row(entry, group[index - 1])}
                      </Fragment>
                    ))}
                  </Group>
                </Fragment>
              ))}
              {day === today && !coming && line}
            </section>
          </Fragment>
        );
      })}
    </div>
  );
}

/** Parallel entries share a bracket. */
function Group({ count, children }: { count: number; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  if (count === 1) return children;
  return (
    <div role="group" className={styles.parallel} aria-label={t('schedule.parallel', { count })}>
      {children}
    </div>
  );
}

/** Separates the entries that have begun from the others. It takes no room, so no row moves with it. */
function NowLine({ now, formats }: { now: number; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  const instant = new Date(now).toISOString();
  return (
    <p className={styles.now} data-now>
      <span className="visually-hidden">{t('schedule.now')}: </span>
      <time dateTime={instant} className={styles.nowTime}>
        {formats.clock(instant)}
      </time>
    </p>
  );
}

interface EntryRowProps {
  entry: Listed;
  href: string;
  isStarred: boolean | undefined;
  facts: ReactNode;
  /** The entry above in a group of parallel ones: times that both share are written once. */
  above: Listed | undefined;
  status: EntryStatus;
  isNext: boolean;
  formats: Formats;
  news: ScheduleNews | undefined;
}

/** A star, a hidden entry or a minute that passes draws only the rows that it changes. */
const EntryRow = memo(function EntryRow(props: EntryRowProps): ReactNode {
  const { entry, href, isStarred, facts, above, status, isNext, formats, news } = props;
  const { t } = useTranslation();
  const { id, title, startDate, endDate } = entry;
  const [here, hereEnd] = [formats.clockHere(startDate), formats.clockHere(endDate)];
  return (
    <article className={classes(styles.row, styles[status])} data-entry={id} data-status={status} tabIndex={-1}>
      <Times entry={entry} above={above} formats={formats} />
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link href={href} state={fromBelow} transition className={styles.open}>
            <span data-opens="">{title}</span>
          </Link>
        </h3>
        <p className={styles.facts}>
          <StatePills status={status} isNext={isNext} news={news} />
          <Place entry={entry} />
          <Before news={news} formats={formats} />
          {here !== null && hereEnd !== null && <span>{t('schedule.your_time', { time: `${here} – ${hereEnd}` })}</span>}
          {facts}
        </p>
      </div>
      {isStarred !== undefined && (
        <div className={styles.control}>
          <StarButton entry={entry} isStarred={isStarred} formats={formats} />
        </div>
      )}
    </article>
  );
});

function Times({ entry: { startDate, endDate }, above, formats }: Pick<EntryRowProps, 'entry' | 'above' | 'formats'>): ReactNode {
  const isSameStart = above?.startDate === startDate;
  const isSameEnd = isSameStart && above.endDate === endDate;
  const otherDay = formats.dayKey(startDate) !== formats.dayKey(endDate);
  return (
    <p className={styles.times}>
      <time dateTime={startDate} className={isSameStart ? 'visually-hidden' : styles.start}>
        {formats.clock(startDate)}
      </time>
      <span className="visually-hidden"> – </span>
      <time dateTime={endDate} className={isSameEnd ? 'visually-hidden' : undefined}>
        {formats.clock(endDate)}
        {otherDay && <span className={styles.otherDay}> {plainDay(formats.shortDay(endDate))}</span>}
      </time>
    </p>
  );
}

/** The place, with a link to the map above the link of the row. */
function Place({ entry: { locationName, locationUrl } }: { entry: Listed }): ReactNode {
  const { t } = useTranslation();
  if (!locationUrl || !isSafeUrl(locationUrl)) return locationName !== '' && <span className={styles.place}>{locationName}</span>;
  const label = t('schedule.map', { place: locationName });
  return (
    <a className={styles.map} href={locationUrl} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
      <MapPin aria-hidden="true" />
      {locationName}
    </a>
  );
}
