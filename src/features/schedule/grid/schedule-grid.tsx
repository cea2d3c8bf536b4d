import Star from 'lucide-react/icons/star';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { times } from '#contract/times.ts';
import { type Formats, knownZone } from '#i18n/formats.ts';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { classes } from '#ui/theme/classes.ts';
import { DayHeading } from '#ui/time/day-heading.tsx';
import { entryPath } from '../entry-path.ts';
import { entryStatus } from '../entry-status.ts';
import type { Marks } from '../marks/use-marks.ts';
import type { ScheduleNews } from '../news/use-schedule-news.ts';
import { StatePills } from '../state-pills.tsx';
import { dayGrid, type PlacedEntry, rowsPerHour } from './day-grid.ts';
import styles from './schedule-grid.module.css';

/** The label of the present time covers that of an hour which is nearer than this (ms). */
const besideNow = 10 * times.minute;

interface ScheduleGridProps {
  day: string;
  entries: readonly ScheduleEntry[];
  timeZone: string;
  /** The entry to open at. */
  current: string | undefined;
  next: readonly ScheduleEntry[];
  formats: Formats;
  news: readonly ScheduleNews[];
  marks: Marks;
  /** Milliseconds since the epoch. */
  now: number;
}

/** One day as places × time. Screen readers and the Tab key go through a list in the order of time. */
export function ScheduleGrid({ day, entries, timeZone, current, next, formats, news, marks, now }: ScheduleGridProps): ReactNode {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { places, hours, entries: placed } = dayGrid(entries, { minutes: minutesIn(timeZone), end: endOfDay(entries, formats) });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const opened = current === undefined ? null : box.querySelector<HTMLElement>(`[data-entry="${current}"]`);
    box.scrollTop = opened ? opened.offsetTop - box.clientHeight / 4 : 0;
    // oxlint-disable-next-line react/exhaustive-deps -- a later current entry must not scroll it
  }, [day]);
  const columns = places.map(({ lanes }) => `minmax(0, ${lanes}fr)`).join(' ');
  const lanes = places.reduce((sum, place) => sum + place.lanes, 0);
  const [start = 0] = hours;
  const minutes = (now - start) / times.minute;
  const showsNow = minutes > 0 && minutes < hours.length * 60;
  return (
    <div className={styles.day}>
      <DayHeading id={`day-${day}`} instant={entries[0]?.startDate ?? ''} formats={formats} />
      <div
        ref={scroller}
        className={styles.scroller}
        // A region that scrolls needs the focus to scroll by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-labelledby={`day-${day}`}
        style={{ '--columns': columns, '--lanes': lanes, '--rows': hours.length * rowsPerHour } as CSSProperties}
      >
        <div className={styles.places} aria-hidden="true">
          {places.map(({ name }, index) => (
            <span key={name} className={styles.place} style={{ gridColumn: index + 2 }}>
              {name === '' ? t('schedule.no_place') : name}
            </span>
          ))}
        </div>
        <div className={styles.body}>
          <div className={styles.hours} aria-hidden="true">
            {hours.map((hour) => (
              <span key={hour} className={classes(styles.hour, showsNow && Math.abs(now - hour) < besideNow && styles.covered)}>
                {formats.clock(new Date(hour).toISOString())}
              </span>
            ))}
          </div>
          <ol className={styles.entries}>
            {placed.map((each) => (
              <Block
                key={each.entry.id}
                placed={each}
                now={now}
                isNext={next.includes(each.entry)}
                isStarred={marks.get(each.entry.id)?.starred === true}
                formats={formats}
                news={news.find(({ entryId }) => entryId === each.entry.id)}
              />
            ))}
          </ol>
          {showsNow && (
            <div className={styles.now} aria-hidden="true" style={{ '--minutes': minutes } as CSSProperties}>
              <span className={styles.nowTime}>{formats.clock(new Date(now).toISOString())}</span>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

interface BlockProps {
  placed: PlacedEntry<ScheduleEntry>;
  now: number;
  isNext: boolean;
  isStarred: boolean;
  formats: Formats;
  news: ScheduleNews | undefined;
}

function Block({ placed, now, isNext, isStarred, formats, news }: BlockProps): ReactNode {
  const { t } = useTranslation();
  const { entry, column, lane, lanes, row, rows } = placed;
  const { id, title, startDate, endDate, locationName } = entry;
  const status = entryStatus(entry, now);
  return (
    <li
      className={styles.cell}
      data-entry={id}
      data-status={status}
      tabIndex={-1}
      style={{
        gridColumn: column + 2,
        gridRow: `${row + 1} / span ${rows}`,
        width: `${100 / lanes}%`,
        marginInlineStart: `${(100 * lane) / lanes}%`,
      }}
    >
      <Link href={entryPath(id)} state={fromBelow} transition className={classes(styles.block, styles[status])}>
        <span className={styles.title} data-opens="">
          {title}{' '}
        </span>
        <span className={styles.time}>
          {formats.clock(startDate)} – {formats.clock(endDate)}{' '}
        </span>
        <span className={styles.pills}>
          {isStarred && <Star role="img" aria-label={t('agenda.starred')} className={styles.star} />}
          <StatePills status={status} isNext={isNext} news={news} />
        </span>
        <span className="visually-hidden"> {locationName}</span>
      </Link>
    </li>
  );
}

/** Returns a function that returns the minutes of an instant after the full hour; some zones differ by half an hour. */
function minutesIn(timeZone: string): (instant: string) => number {
  const format = new Intl.DateTimeFormat('en-u-nu-latn', { minute: 'numeric', timeZone: knownZone(timeZone) });
  return (instant) => Number(format.format(new Date(instant)));
}

/** Returns the full hour (ms since the epoch) at which the day of the entries ends, up to 25 hours after its first start. */
function endOfDay([first]: readonly ScheduleEntry[], formats: Formats): number {
  if (!first) return 0;
  let end = Math.ceil(Date.parse(first.startDate) / times.hour) * times.hour;
  while (formats.dayKey(new Date(end).toISOString()) === formats.dayKey(first.startDate)) end += times.hour;
  return end;
}
