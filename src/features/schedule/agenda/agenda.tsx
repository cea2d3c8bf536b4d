import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { DayHeading } from '#ui/time/day-heading.tsx';
import { entryStatus } from '../entry-status.ts';
import type { ScheduleNews } from '../news/use-schedule-news.ts';
import styles from './agenda.module.css';
import { EntryRow } from './entry-row.tsx';
import { parallelGroups } from './parallel-groups.ts';

export interface AgendaProps {
  days: readonly Day[];
  next: readonly ScheduleEntry[];
  formats: Formats;
  news: readonly ScheduleNews[];
  /** Milliseconds since the epoch. */
  now: number;
}

export interface Day {
  readonly day: string;
  readonly entries: ScheduleEntry[];
}

/** The schedule as a list by day, with a line at the present moment. */
export function Agenda({ days, next, formats, news, now }: AgendaProps): ReactNode {
  const today = formats.dayKey(new Date(now).toISOString());
  const clocks = days.flatMap(({ entries }) => entries.flatMap(({ startDate, endDate }) => [startDate, endDate])).map(formats.clock);
  // The figures of a start are bold, and wider than a `ch`.
  const width = `${Math.max(...clocks.map(({ length }) => length)) * 1.15}ch`;
  /** The line is above this day if today has no entries. */
  const following = days[0] && days[0].day < today && days.every(({ day }) => day !== today) && days.find(({ day }) => day > today);
  const row = (entry: ScheduleEntry, above?: ScheduleEntry): ReactNode => (
    <EntryRow
      key={entry.id}
      entry={entry}
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
      {days.map((own) => {
        const { day, entries } = own;
        const coming = day === today ? entries.find((entry) => entryStatus(entry, now) === 'next') : undefined;
        return (
          <Fragment key={day}>
            {own === following && line}
            <section className={styles.day} data-day={day} aria-labelledby={`day-${day}`}>
              <DayHeading id={`day-${day}`} instant={entries[0]?.startDate ?? ''} formats={formats} />
              {parallelGroups(entries).map((group) => (
                <Fragment key={group[0]?.id}>
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
