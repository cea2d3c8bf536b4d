import CalendarSync from 'lucide-react/icons/calendar-sync';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { goTo } from '#ui/layout/go-to.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { IconButton } from '#ui/theme/button.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { byDay } from '#ui/time/by-day.ts';
import { DayBar } from '#ui/time/day-bar.tsx';
import { DayHeading } from '#ui/time/day-heading.tsx';
import { EntryCard } from './entry-card.tsx';
import { entryStatus, nowAndNext } from './entry-status.ts';
import styles from './schedule.module.css';
import { useSchedule } from './use-schedule.ts';
import { type ScheduleNews, useScheduleNews } from './news/use-schedule-news.ts';
import { WhatChanged } from './news/what-changed.tsx';

/** Shows the schedule by day; it opens at the current entry. */
export function ScheduleScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'schedule'));
  const event = useActiveEvent();
  const entries = useSchedule(event?.id);
  const news = useScheduleNews(event?.id);
  return (
    <Screen title={t('schedule.title')} actions={<Actions event={event} onRefresh={refresh} />}>
      {event && entries && news && <Program event={event} entries={entries} news={news} />}
      {entries?.length === 0 && <EmptyList icon="📅" title={t('schedule.empty')} text={t('schedule.empty_text')} blocks={5} />}
    </Screen>
  );
}

function Actions({ event, onRefresh }: { event: EventRow | undefined; onRefresh: () => Promise<void> }): ReactNode {
  return (
    <>
      {event && <SubscribeButton key={event.id} event={event} />}
      <RefreshButton onRefresh={onRefresh} />
    </>
  );
}

interface ProgramProps {
  event: EventRow;
  entries: readonly ScheduleEntry[];
  news: readonly ScheduleNews[];
}

function Program({ event, entries, news }: ProgramProps): ReactNode {
  const formats = useFormats(event);
  const show = (entryId: string): void => {
    goTo(document.querySelector<HTMLElement>(`[data-entry="${entryId}"]`));
  };
  return (
    <>
      <WhatChanged news={news} formats={formats} onShow={show} />
      {entries.length > 0 && <Days event={event} entries={entries} news={news} />}
    </>
  );
}

function Days({ event, entries, news }: ProgramProps): ReactNode {
  const formats = useFormats(event);
  const now = useNow(15_000);
  const list = useRef<HTMLDivElement>(null);
  const days = byDay(entries, formats.dayKey);
  const { ongoing, next } = nowAndNext(entries, now);
  const current = ongoing.at(-1) ?? next[0];
  // It opens at the current entry during the event, and at the top before, after, and if there are unseen changes.
  const opensAt = news.length === 0 && entries.some((entry) => entryStatus(entry, now) !== 'next') ? current?.id : undefined;
  const part = (selector: string): HTMLElement | null | undefined => list.current?.querySelector<HTMLElement>(selector);
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (opensAt) list.current?.querySelector(`[data-entry="${opensAt}"]`)?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [opensAt]);
  return (
    <>
      <DayBar
        days={days.map(({ day, entries: [first] }) => ({ day, label: formats.shortDay(first?.startDate ?? '') }))}
        onDay={(day) => goTo(part(`[data-day="${day}"]`), part(`#day-${day}`))}
        onNow={current ? () => goTo(part(`[data-entry="${current.id}"]`)) : undefined}
      />
      <div ref={list} className={styles.list}>
        {days.map(({ day, entries: own }) => (
          <section key={day} className={styles.day} data-day={day} aria-labelledby={`day-${day}`}>
            <DayHeading id={`day-${day}`} instant={own[0]?.startDate ?? ''} formats={formats} />
            {own.map((entry) => (
              <div key={entry.id} className={styles.entry} data-entry={entry.id} tabIndex={-1}>
                <EntryCard
                  entry={entry}
                  status={entryStatus(entry, now)}
                  isNext={next.includes(entry)}
                  formats={formats}
                  news={news.find(({ entryId }) => entryId === entry.id)}
                />
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

const CalendarLinkDialog = lazyComponent(async () => (await import('./calendar-link-dialog.tsx')).CalendarLinkDialog, 'over');

function SubscribeButton({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('calendar_link.open')} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <CalendarSync aria-hidden="true" />
      </IconButton>
      {open && <CalendarLinkDialog event={event} onClose={() => setOpen(false)} />}
    </>
  );
}
