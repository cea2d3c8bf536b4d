import Calendar from 'lucide-react/icons/calendar';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { OrganiserLink } from '#feature-kit/organiser-link.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { goTo } from '#ui/layout/go-to.ts';
import { ChoiceSwitch } from '#ui/layout/choice-switch.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { byDay } from '#ui/time/by-day.ts';
import { DayBar } from '#ui/time/day-bar.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { Agenda } from './agenda/agenda.tsx';
import { useDrawnDays } from './agenda/use-drawn-days.ts';
import { SubscribeButton } from './subscribe-button.tsx';
import { entryPath } from './entry-path.ts';
import { entryStatus, nowAndNext } from './entry-status.ts';
import { type Part, PartSwitch, partsOf } from './marks/part-switch.tsx';
import { type Marks, useMarks } from './marks/use-marks.ts';
import { type ScheduleNews, useScheduleNews } from './news/use-schedule-news.ts';
import { WhatChanged } from './news/what-changed.tsx';
import { type Layout, useStoredLayout } from '#ui/layout/use-stored-layout.ts';
import { useSchedule } from './use-schedule.ts';
import { useMediaQuery, wideWindow } from '#ui/layout/use-media-query.ts';

const EntrySheet = lazyComponent(async () => (await import('./detail/entry-sheet.tsx')).EntrySheet, 'over');
const ScheduleGrid = lazyComponent(async () => (await import('./grid/schedule-grid.tsx')).ScheduleGrid, 'part');

interface ScheduleScreenProps {
  /** The id of the entry that is shown in detail. */
  open?: string | undefined;
}

/** Shows the schedule by day; it opens at the current entry. */
export function ScheduleScreen({ open }: ScheduleScreenProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'schedule'));
  const event = useActiveEvent();
  const entries = useSchedule(event?.id);
  const news = useScheduleNews(event?.id);
  const marks = useMarks(event?.id);
  const [layout, choose] = useLayout();
  const layouts = (['list', 'grid'] as const).map((value) => ({ value, label: t(`schedule.as_${value}`) }));
  const actions = (
    <>
      {layout && entries && entries.length > 0 && (
        <ChoiceSwitch label={t('schedule.layout')} options={layouts} chosen={layout} onChoose={choose} />
      )}
      {event && <SubscribeButton key={event.id} kind="schedule" event={event} />}
    </>
  );
  return (
    <Screen title={t('schedule.title')} actions={actions} onRefresh={refresh} wide={layout === 'grid'}>
      {event && entries && news && marks && (
        <Program event={event} entries={entries} news={news} marks={marks} layout={layout ?? 'list'} open={open} />
      )}
      {entries?.length === 0 && (
        <EmptyList icon={Calendar} title={t('schedule.empty')} text={t('schedule.empty_text')} blocks={5}>
          <OrganiserLink href="/admin/event-schedule" look="primary">
            {t('schedule.add_first')}
          </OrganiserLink>
        </EmptyList>
      )}
    </Screen>
  );
}

interface ProgramProps {
  event: EventRow;
  entries: readonly ScheduleEntry[];
  news: readonly ScheduleNews[];
  marks: Marks;
  layout: Layout;
  open: string | undefined;
}

function Program({ event, entries: all, news, marks, layout, open }: ProgramProps): ReactNode {
  const formats = useFormats(event);
  const now = useNow(15_000);
  const content = useRef<HTMLDivElement>(null);
  const [part, showPart] = useState<Part>('visible');
  const parts = partsOf(all, marks);
  // The last star or hidden entry of a part may be taken out while that part is shown.
  const chosenPart = parts[part].length > 0 ? part : 'visible';
  const entries = parts[chosenPart];
  const days = byDay(entries, formats.dayKey);
  const { ongoing, next } = nowAndNext(entries, now);
  const current = ongoing.at(-1) ?? next[0];
  const isDuring = entries.some((entry) => entryStatus(entry, now) !== 'next');
  const [chosen, choose] = useState<string>();
  const dayOf = (id: string | undefined) => days.find((day) => day.entries.some((entry) => entry.id === id));
  const shown = days.find(({ day }) => day === chosen) ?? dayOf(open) ?? (isDuring ? dayOf(current?.id) : undefined) ?? days[0];

  // It opens at the current entry during the event, and at the top before, after, and if there are unseen changes.
  const opensAt = dayOf(open) ? open : news.length === 0 && isDuring ? current?.id : undefined;
  const { drawn, drawAll } = useDrawnDays(content, days, layout === 'list' ? opensAt : undefined);

  const find = (selector: string): HTMLElement | null | undefined => content.current?.querySelector<HTMLElement>(selector);
  const showDay = (day: string): void => {
    // The grid shows one day at a time.
    flushSync(() => {
      drawAll();
      choose(day);
    });
    goTo(find(`[data-day="${day}"]`), find(`#day-${day}`));
  };
  const showEntry = (id: string): void => {
    flushSync(() => {
      drawAll();
      if (!entries.some((entry) => entry.id === id)) showPart(marks.get(id)?.hidden ? 'hidden' : 'visible');
      choose(dayOf(id)?.day);
    });
    goTo(find(`[data-entry="${id}"]`));
  };
  const isStarred = ({ id }: ScheduleEntry): boolean => marks.get(id)?.starred === true;
  const shared = { next, formats, news, now };
  return (
    <>
      <WhatChanged news={news} formats={formats} onShow={showEntry} />
      <PartSwitch parts={parts} shown={chosenPart} onShow={showPart} />
      {shown && (
        <>
          <DayBar
            shown={layout === 'grid' ? shown.day : undefined}
            days={days.map(({ day, entries: [first] }) => ({ day, label: formats.shortDay(first?.startDate ?? '') }))}
            onDay={showDay}
            onNow={current ? () => showEntry(current.id) : undefined}
          />
          <div ref={content}>
            {layout === 'list' ? (
              <Agenda days={days} drawn={drawn} {...shared} hrefOf={({ id }) => entryPath(id)} isStarred={isStarred} />
            ) : (
              <div data-day={shown.day}>
                <ScheduleGrid {...shown} {...shared} marks={marks} timeZone={event.timeZone} current={open ?? current?.id} />
              </div>
            )}
          </div>
        </>
      )}
      {open !== undefined && (
        <EntrySheet
          id={open}
          event={event}
          entry={all.find(({ id }) => id === open)}
          mark={marks.get(open)}
          isNext={next.some(({ id }) => id === open)}
          news={news.find(({ entryId }) => entryId === open)}
          now={now}
        />
      )}
    </>
  );
}

/** Returns the chosen layout, which this device remembers; null if the screen has no room for a choice. */
function useLayout(): [layout: Layout | null, choose: (layout: Layout) => void] {
  const isWide = useMediaQuery(wideWindow);
  const [layout, choose] = useStoredLayout('schedule-layout', 'list');
  return [isWide ? layout : null, choose];
}
