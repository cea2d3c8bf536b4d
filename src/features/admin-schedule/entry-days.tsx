import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash-2';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { starCounts } from '#contract/endpoints/star-counts.ts';
import type { ArgsOf } from '#contract/resource.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { schedule, type ScheduleEntry } from '#contract/resources/schedule.ts';
import { useDeleteRow } from '#commands/delete-row.tsx';
import { useQuery } from '#feature-kit/use-query.ts';
import type { Formats } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { Refused } from '#commands/refused.tsx';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
import { goTo } from '#ui/layout/go-to.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { byDay } from '#ui/time/by-day.ts';
import { useNow } from '#ui/time/use-now.ts';
import { DayBar } from '#ui/time/day-bar.tsx';
import { plainDay } from '#ui/time/plain-day.ts';
import { DayHeading } from '#ui/time/day-heading.tsx';
import styles from './admin-schedule.module.css';
import type { AdminSchedule } from './use-admin-schedule.ts';

interface EntryDaysProps {
  event: EventRow;
  rows: AdminSchedule['rows'];
  problems: AdminSchedule['problems'];
  /** The id of the entry with an open form, `new` or null. */
  open: string | null;
  form: ReactNode;
  /** Called with the day that was chosen in the bar of days. */
  onDay: (day: string) => void;
  onEdit: (id: string) => void;
  onDuplicate: (row: ScheduleEntry) => void;
  onDeleted: () => void;
}

export function EntryDays({ event, rows, problems, open, form, onDay, onEdit, onDuplicate, onDeleted }: EntryDaysProps): ReactNode {
  const formats = useFormats(event);
  const list = useRef<HTMLDivElement>(null);
  const waiting = new Set(rows.filter((entry) => entry.waiting).map(({ row }) => row.id));
  const days = byDay(
    useHeld(
      rows.map(({ row }) => row),
      open,
    ),
    formats.dayKey,
  );
  const stars = useStarCounts(event.id);
  const part = (selector: string): HTMLElement | null | undefined => list.current?.querySelector<HTMLElement>(selector);
  const show = (day: string): void => goTo(part(`[data-day="${day}"]`), part(`#day-${day}`));
  const today = formats.dayKey(new Date(useNow(60_000)).toISOString());
  const next = days.find(({ day }) => day >= today);
  if (days.length === 0) return null;
  const clocks = rows.flatMap(({ row }) => [row.startDate, row.endDate]).map(formats.clock);
  // The figures of a start are bold, and wider than a `ch`.
  const width = `${Math.max(...clocks.map(({ length }) => length)) * 1.15}ch`;
  return (
    <>
      <DayBar
        days={days.map(({ day, entries: [first] }) => ({ day, label: formats.shortDay(first?.startDate ?? '') }))}
        onDay={(day) => {
          onDay(day);
          show(day);
        }}
        onNow={next && next !== days[0] ? () => show(next.day) : undefined}
      />
      <div ref={list} className={styles.list} style={{ '--time': width } as CSSProperties}>
        {days.map(({ day, entries }) => (
          <section key={day} className={styles.day} data-day={day} aria-labelledby={`day-${day}`}>
            <DayHeading id={`day-${day}`} instant={entries[0]?.startDate ?? ''} formats={formats} />
            {entries.map((row) => (
              <div key={row.id} className={styles.entry}>
                {open === row.id ? (
                  form
                ) : (
                  <EntryRow
                    row={row}
                    waiting={waiting.has(row.id)}
                    stars={stars.get(row.id)}
                    formats={formats}
                    onEdit={open === null ? () => onEdit(row.id) : undefined}
                    onDuplicate={open === null ? () => onDuplicate(row) : undefined}
                    onDeleted={onDeleted}
                  />
                )}
                {problems.get(row.id)?.map((entry) => (
                  <Refused key={entry.key} entry={entry} />
                ))}
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

/** Returns how many people have an entry in their agenda, by its id; empty until the server has answered. */
function useStarCounts(eventId: number): ReadonlyMap<string, number> {
  const { data } = useQuery(starCounts.path.replace(':id', String(eventId)), starCounts.answer);
  return new Map(data?.entries.map(({ id, stars }) => [id, stars]));
}

/** Keeps the row with an open form at its original time: a move would mount another form, without focus and answer. */
function useHeld(rows: readonly ScheduleEntry[], open: string | null): readonly ScheduleEntry[] {
  const now = rows.find(({ id }) => id === open) ?? null;
  const [held, hold] = useState(now);
  if (held?.id !== now?.id) hold(now);
  return rows.map((row) => (held !== null && row === now ? { ...row, startDate: held.startDate } : row));
}

interface EntryRowProps {
  row: ScheduleEntry;
  waiting: boolean;
  /** How many people have it in their agenda; undefined for few, and without network. */
  stars: number | undefined;
  formats: Formats;
  /** Undefined while a form is open. */
  onEdit: (() => void) | undefined;
  /** Opens a new entry with these values; undefined while a form is open. */
  onDuplicate: (() => void) | undefined;
  onDeleted: () => void;
}

function EntryRow({ row, waiting, stars, formats, onEdit, onDuplicate, onDeleted }: EntryRowProps): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { title, startDate, endDate, locationName } = row;
  const about = `${title}, ${formats.dateTime(startDate)}`;
  const { ask, question } = useDeleteRow({
    resource: 'schedule',
    row,
    again: contentOf(row),
    action: t('admin_schedule.delete'),
    title: t('admin_schedule.delete_title', { title }),
    text: t('admin_schedule.delete_text'),
    done: t('admin_schedule_delete_success'),
    error: t('admin_schedule_delete_error'),
    finalFocus: button,
    onDeleted,
  });
  const [start, end] = [formats.clockHere(startDate), formats.clockHere(endDate)];
  return (
    <article className={styles.row} data-entry={row.id} aria-label={title} tabIndex={-1}>
      <p className={styles.times}>
        <time className={styles.start} dateTime={startDate}>
          {formats.clock(startDate)}
        </time>
        <time dateTime={endDate}>
          <span className="visually-hidden">–</span>
          {formats.clock(endDate)}
          {formats.dayKey(startDate) !== formats.dayKey(endDate) && (
            <span className={styles.otherDay}> {plainDay(formats.shortDay(endDate))}</span>
          )}
        </time>
      </p>
      <div className={styles.what}>
        <h3 className={styles.title}>
          <button
            type="button"
            className={styles.open}
            aria-label={`${t('admin_schedule.edit')}: ${about}`}
            disabled={!onEdit}
            onClick={onEdit}
          >
            {title}
          </button>
        </h3>
        <p className={styles.place}>{locationName}</p>
        {start !== null && end !== null && <p className={styles.place}>{t('schedule.your_time', { time: `${start} – ${end}` })}</p>}
        {stars !== undefined && <p className={styles.place}>{t('admin_schedule.stars', { number: stars })}</p>}
        {waiting && <WaitingMark />}
      </div>
      <div className={styles.menu}>
        <ActionMenu
          ofRow
          label={`${t('admin_schedule.actions')}: ${about}`}
          button={button}
          actions={[
            {
              label: t('admin_schedule.duplicate'),
              icon: <Copy aria-hidden="true" />,
              disabled: !onDuplicate,
              onChoose: () => onDuplicate?.(),
            },
            { label: t('admin_schedule.delete'), icon: <Trash2 aria-hidden="true" />, onChoose: ask },
          ]}
        />
      </div>
      {question}
    </article>
  );
}

/** Returns the arguments that create an entry with the same content. */
function contentOf({ id: _id, version: _version, eventId: _eventId, ...content }: ScheduleEntry): ArgsOf<typeof schedule, 'create'> {
  return content;
}
