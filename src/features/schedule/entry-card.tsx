import CalendarPlus from 'lucide-react/icons/calendar-plus';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { calendarText } from '#contract/rules/schedule-calendar.ts';
import { clock } from '#i18n/clock.ts';
import type { Formats } from '#i18n/formats.ts';
import { fileNameOf, saveFile } from '#ui/actions/save-file.ts';
import { toast } from '#ui/overlays/toasts.ts';
import badges from '#ui/theme/badge.module.css';
import { Button } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './entry-card.module.css';
import type { EntryStatus } from './entry-status.ts';
import { NewsMark } from './news/news-mark.tsx';
import { Place } from './place.tsx';
import type { ScheduleNews } from './news/use-schedule-news.ts';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { TimeSpan } from '#ui/time/time-span.tsx';

interface EntryCardProps {
  entry: ScheduleEntry;
  status: EntryStatus;
  isNext: boolean;
  formats: Formats;
  news: ScheduleNews | undefined;
}

export function EntryCard({ entry, status, isNext, formats, news }: EntryCardProps): ReactNode {
  return (
    <article className={classes(styles.card, styles[status])} data-status={status}>
      <div className={styles.top}>
        <TimeSpan entry={entry} formats={formats} />
        <Badge status={status} isNext={isNext} />
      </div>
      <NewsMark news={news} formats={formats} />
      <h3 className={styles.title}>{entry.title}</h3>
      <div className={styles.below}>
        <Place entry={entry} />
        <Details entry={entry} isPast={status === 'past'} />
      </div>
    </article>
  );
}

function Badge({ status, isNext }: { status: EntryStatus; isNext: boolean }): ReactNode {
  const { t } = useTranslation();
  if (status === 'past') return <span className="visually-hidden">{t('schedule.status_past')}</span>;
  if (status === 'ongoing') return <span className={badges.now}>{t('schedule.status_ongoing')}</span>;
  return isNext && <span className={badges.badge}>{t('schedule.status_next')}</span>;
}

function Details({ entry, isPast }: { entry: ScheduleEntry; isPast: boolean }): ReactNode {
  const { t } = useTranslation();
  const lines = (entry.details ?? '').split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 && !entry.locationAddress && isPast) return null;
  return (
    <details className={styles.details}>
      <summary>
        <ChevronRight aria-hidden="true" className={styles.chevron} />
        {t('schedule.details')}
        <span className="visually-hidden">: {entry.title}</span>
      </summary>
      <div className={styles.lines}>
        {lines.map((line, index) => (
          <p key={index}>
            <LinkedText text={line} />
          </p>
        ))}
        {entry.locationAddress && <p className={styles.address}>{entry.locationAddress}</p>}
        {!isPast && <AddToCalendar entry={entry} />}
      </div>
    </details>
  );
}

function AddToCalendar({ entry }: { entry: ScheduleEntry }): ReactNode {
  const { t } = useTranslation();
  const { title } = entry;
  const add = async (): Promise<void> => {
    try {
      const { default: ICAL } = await import('ical.js');
      const text = calendarText(ICAL, { title }, [entry], new Date(clock.now()).toISOString());
      saveFile(`${fileNameOf(title)}.ics`, new Blob([text], { type: 'text/calendar;charset=utf-8' }));
    } catch {
      toast(t('schedule.add_to_calendar_failed'), 'error');
    }
  };
  return (
    <Button className={styles.add} aria-label={`${t('schedule.add_to_calendar')}: ${title}`} onClick={() => void add()}>
      <CalendarPlus aria-hidden="true" />
      {t('schedule.add_to_calendar')}
    </Button>
  );
}
