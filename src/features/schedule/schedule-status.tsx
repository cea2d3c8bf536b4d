import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Formats } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { classes } from '#ui/theme/classes.ts';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { nowAndNext } from './entry-status.ts';
import { NewsMark } from './news/news-mark.tsx';
import { Place } from './place.tsx';
import styles from './schedule-status.module.css';
import { TimeSpan } from '#ui/time/time-span.tsx';
import { useSchedule } from './use-schedule.ts';
import { type ScheduleNews, useScheduleNews } from './news/use-schedule-news.ts';

export function ScheduleStatus({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const entries = useSchedule(event.id);
  const news = useScheduleNews(event.id) ?? [];
  const now = useNow(15_000);
  if (!entries) return null;
  const { ongoing, next } = nowAndNext(entries, now);
  const until = Math.min(...ongoing.map(({ endDate }) => Date.parse(endDate)), ...next.map(({ startDate }) => Date.parse(startDate)));
  const quiet = entries.length === 0 ? 'schedule.empty_text' : next.length === 0 ? 'schedule_status.over' : 'schedule_status.none';
  return (
    <Section title={t('schedule_status.title')} href="/schedule" until={Number.isFinite(until) ? until : undefined}>
      {ongoing.length > 0 && <Group kind="ongoing" entries={ongoing} formats={formats} news={news} />}
      {next.length > 0 && <Group kind="next" entries={next} formats={formats} news={news} today={now} />}
      {ongoing.length === 0 && <p className={styles.none}>{t(quiet)}</p>}
    </Section>
  );
}

interface GroupProps {
  kind: 'ongoing' | 'next';
  entries: ScheduleEntry[];
  formats: Formats;
  news: readonly ScheduleNews[];
  /** Milliseconds since the epoch; running entries need no day. */
  today?: number;
}

function Group({ kind, entries, formats, news, today }: GroupProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.group}>
      <h3 className={classes(styles.label, kind === 'ongoing' && styles.now)}>{t(`schedule_status.${kind}`)}</h3>
      {entries.map((entry) => (
        <article key={entry.id} className={classes(styles.entry, kind === 'ongoing' && styles.ongoing)}>
          <TimeSpan entry={entry} formats={formats} {...(today === undefined ? {} : { today })} />
          <NewsMark news={news.find(({ entryId }) => entryId === entry.id)} formats={formats} />
          <h4 className={styles.title}>{entry.title}</h4>
          <Place entry={entry} />
        </article>
      ))}
    </div>
  );
}
