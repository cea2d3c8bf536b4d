import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { TFunction } from 'i18next';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { times } from '#contract/times.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { useActiveEvent, useLive } from '#sync/react/hooks.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { byDay } from '#ui/time/by-day.ts';
import { useNow } from '#ui/time/use-now.ts';
import { Agenda } from '../agenda/agenda.tsx';
import { useDrawnDays } from '../agenda/use-drawn-days.ts';
import { entryStatus, nowAndNext } from '../entry-status.ts';
import { useMarks } from '../marks/use-marks.ts';
import { type ScheduleNews, useScheduleNews } from '../news/use-schedule-news.ts';
import { SubscribeButton } from '../subscribe-button.tsx';
import { useSchedule } from '../use-schedule.ts';
import styles from './agenda-screen.module.css';
import { clashesOf, gapBetween } from './clashes.ts';
import { NewOwnEntry } from './new-own-entry.tsx';
import { type AgendaItem, readAgenda } from './read-agenda.ts';

const EntrySheet = lazyComponent(async () => (await import('../detail/entry-sheet.tsx')).EntrySheet, 'over');
const OwnEntrySheet = lazyComponent(async () => (await import('./own-entry-sheet.tsx')).OwnEntrySheet, 'over');

/** A shorter gap (ms) is only a walk to the next place. */
const shortestGap = 30 * times.minute;

/** Shows the person's starred entries, meetups and own entries by day, with clashes and free time. */
export function AgendaScreen({ open }: { open?: string | undefined }): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  return (
    <Screen title={t('agenda.title')} actions={event && <SubscribeButton key={event.id} kind="agenda" event={event} />}>
      {event && <MyAgenda key={event.id} event={event} open={open} />}
    </Screen>
  );
}

function MyAgenda({ event, open }: { event: EventRow; open: string | undefined }): ReactNode {
  const { t } = useTranslation();
  const items = useLive((db) => readAgenda(db, event.id), [event.id]);
  const news = useScheduleNews(event.id);
  const refused = useRefused(['marks', 'ownEntries'], event.id);
  if (!items || !news) return null;
  const intro = items.length + refused.length === 0 && (
    <EmptyList icon={Star} title={t('agenda.empty')} text={t('agenda.empty_text')} blocks={4}>
      <Link href="/schedule" className={buttonClass('primary')}>
        {t('agenda.to_schedule')}
      </Link>
    </EmptyList>
  );
  return (
    <>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <NewOwnEntry event={event} intro={intro} />
      <Days event={event} items={items} news={news} />
      {open !== undefined && <Opened event={event} id={open} item={items.find(({ id }) => id === open)} news={news} />}
    </>
  );
}

interface DaysProps {
  event: EventRow;
  items: readonly AgendaItem[];
  news: readonly ScheduleNews[];
}

function Days({ event, items, news }: DaysProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const now = useNow(15_000);
  const content = useRef<HTMLDivElement>(null);
  const { ongoing, next } = nowAndNext(items, now);
  const current = ongoing.at(-1) ?? next[0];
  const isDuring = items.some((item) => entryStatus(item, now) !== 'next');
  const days = byDay(items, formats.dayKey);
  const { drawn } = useDrawnDays(content, days, isDuring ? current?.id : undefined);
  const clashes = clashesOf(items);
  const facts = (item: AgendaItem): ReactNode => {
    const { id, kind, isWaiting } = item;
    const others = entryStatus(item, now) === 'past' ? [] : (clashes.get(id) ?? []);
    return (
      <>
        {kind !== 'entry' && <span>{t(`agenda.kind_${kind}`)}</span>}
        {others.length > 0 && (
          <span className={styles.clash}>
            <TriangleAlert aria-hidden="true" />
            <span>{t('agenda.clash', { title: others.map(({ title }) => title).join(', ') })}</span>
          </span>
        )}
        {isWaiting && <WaitingMark />}
      </>
    );
  };
  const between = (above: readonly AgendaItem[], below: readonly AgendaItem[]): ReactNode => {
    const gap = gapBetween(above, below);
    return gap < shortestGap ? null : (
      <p className={styles.gap}>
        <span>{t('agenda.free', { time: spanText(t, gap) })}</span>
      </p>
    );
  };
  return (
    <div ref={content} className={styles.days}>
      <Agenda
        days={days}
        drawn={drawn}
        next={next}
        formats={formats}
        news={news}
        now={now}
        hrefOf={({ href }) => href}
        isStarred={({ kind }) => (kind === 'entry' ? true : undefined)}
        facts={facts}
        between={between}
      />
    </div>
  );
}

interface OpenedProps {
  event: EventRow;
  id: string;
  item: AgendaItem | undefined;
  news: readonly ScheduleNews[];
}

/** An entry in detail: one of the schedule, also after its star was taken away, or the person's own. */
function Opened({ event, id, item, news }: OpenedProps): ReactNode {
  const now = useNow(15_000);
  const entries = useSchedule(event.id);
  const marks = useMarks(event.id);
  if (item?.kind === 'own') return <OwnEntrySheet id={id} event={event} />;
  if (!entries || !marks) return null;
  return (
    <EntrySheet
      id={id}
      event={event}
      entry={entries.find((entry) => entry.id === id)}
      mark={marks.get(id)}
      screen="/agenda"
      isNext={nowAndNext(entries, now).next.some((entry) => entry.id === id)}
      news={news.find(({ entryId }) => entryId === id)}
      now={now}
    />
  );
}

/** Returns "45 min", "2 h" or "1 h 30 min" for a span in ms, rounded down to minutes. */
function spanText(t: TFunction, span: number): string {
  const all = Math.floor(span / times.minute);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return t('agenda.minutes', { minutes });
  return minutes === 0 ? t('agenda.hours', { hours }) : t('agenda.hours_minutes', { hours, minutes });
}
