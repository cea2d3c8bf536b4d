import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { entryPath } from './entry-path.ts';
import { nowAndNext } from './entry-status.ts';
import { type ScheduleNews, useScheduleNews } from './news/use-schedule-news.ts';
import styles from './schedule-status.module.css';
import { timeLeft } from './time-left.ts';
import { useSchedule } from './use-schedule.ts';

/** A card with the entries that are on, and those that come next. */
export function ScheduleStatus({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const entries = useSchedule(event.id);
  const news = useScheduleNews(event.id) ?? [];
  const now = useNow(15_000);
  if (!entries) return null;
  const { ongoing, next } = nowAndNext(entries, now);
  const quiet = entries.length === 0 ? 'schedule.empty_text' : next.length === 0 ? 'schedule_status.over' : 'schedule_status.none';
  return (
    <NowAndNext title={t('schedule_status.title')} href="/schedule" ongoing={ongoing} next={next} {...{ formats, news, now }}>
      <p className={styles.none}>{t(quiet)}</p>
    </NowAndNext>
  );
}

/** The entry of a card; without `href` it opens in the schedule. */
type Shown = Pick<ScheduleEntry, 'id' | 'title' | 'startDate' | 'endDate' | 'locationName'> & { readonly href?: string };

interface NowAndNextProps extends Omit<GroupProps, 'kind' | 'entries'> {
  title: string;
  href: string;
  ongoing: readonly Shown[];
  next: readonly Shown[];
  /** Shown if nothing is on. */
  children?: ReactNode;
}

/** A card with entries that are on or come next. */
export function NowAndNext({ title, href, ongoing, next, children, ...shared }: NowAndNextProps): ReactNode {
  const until = Math.min(...ongoing.map(({ endDate }) => Date.parse(endDate)), ...next.map(({ startDate }) => Date.parse(startDate)));
  return (
    <Section title={title} href={href} until={Number.isFinite(until) ? until : undefined}>
      <div className={styles.card}>
        {ongoing.length > 0 ? <Group kind="ongoing" entries={ongoing} {...shared} /> : children}
        {next.length > 0 && <Group kind="next" entries={next} {...shared} />}
      </div>
    </Section>
  );
}

interface GroupProps {
  kind: 'ongoing' | 'next';
  entries: readonly Shown[];
  formats: Formats;
  news: readonly ScheduleNews[];
  /** Milliseconds since the epoch. */
  now: number;
}

function Group({ kind, entries, formats, news, now }: GroupProps): ReactNode {
  const { t } = useTranslation();
  const isBrief = kind === 'ongoing' && entries.length > 1;
  return (
    <div className={styles[kind]}>
      <h3 className={styles.label}>{t(`schedule_status.${kind}`)}</h3>
      {entries.map((entry) => {
        const changed = news.find(({ entryId }) => entryId === entry.id);
        return (
          <article key={entry.id} className={styles.entry}>
            {kind === 'ongoing' && (
              <span role="timer" className={styles.left} data-ages>
                {timeLeft(t, entry.endDate, now)}
              </span>
            )}
            <h4 className={styles.title}>
              <Link href={entry.href ?? entryPath(entry.id)} className={styles.open}>
                {entry.title}
              </Link>
            </h4>
            <p className={styles.facts}>
              {/* Several are listed briefly: the time that is left is the end. */}
              {!isBrief && <When entry={entry} formats={formats} now={now} />}
              {!isBrief && ' · '}
              {entry.locationName}
              {changed && <b className={styles.news}> · {t(`schedule_news.${changed.kind}`)}</b>}
            </p>
            {kind === 'ongoing' && <span className={styles.bar} data-ages style={{ backgroundSize: `${progress(entry, now)}% 100%` }} />}
          </article>
        );
      })}
    </div>
  );
}

/** Start and end; a start on another day with that day, and the phone's own time if it differs. */
function When({ entry: { startDate, endDate }, formats, now }: { entry: Shown; formats: Formats; now: number }): ReactNode {
  const { t } = useTranslation();
  const { clock, clockHere, dayKey, shortDay } = formats;
  const here = clockHere(startDate);
  const isToday = now >= Date.parse(startDate) || dayKey(startDate) === dayKey(new Date(now).toISOString());
  return (
    <>
      <time dateTime={startDate}>
        {!isToday && `${shortDay(startDate)} `}
        {clock(startDate)}
      </time>
      {' – '}
      <time dateTime={endDate}>{clock(endDate)}</time>
      {here !== null && <span className={styles.here}>{t('schedule.your_time', { time: here })}</span>}
    </>
  );
}

/** Returns the past part of an entry, in percent. */
function progress({ startDate, endDate }: Shown, now: number): number {
  const start = Date.parse(startDate);
  return Math.round((100 * (now - start)) / (Date.parse(endDate) - start));
}
