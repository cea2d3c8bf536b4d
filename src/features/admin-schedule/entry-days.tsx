import { type ReactNode, useRef, useState } from 'react';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { Refused } from '#commands/refused.tsx';
import { goTo } from '#ui/layout/go-to.ts';
import { byDay } from '#ui/time/by-day.ts';
import { useNow } from '#ui/time/use-now.ts';
import { DayBar } from '#ui/time/day-bar.tsx';
import { DayHeading } from '#ui/time/day-heading.tsx';
import styles from './entry-days.module.css';
import { EntryRow } from './entry-row.tsx';
import type { AdminSchedule } from './use-admin-schedule.ts';

interface EntryDaysProps {
  event: EventRow;
  rows: AdminSchedule['rows'];
  problems: AdminSchedule['problems'];
  /** The id of the entry with an open form, `new` or null. */
  open: string | null;
  form: ReactNode;
  onEdit: (id: string) => void;
  onDuplicate: (row: ScheduleEntry) => void;
  onDeleted: () => void;
}

export function EntryDays({ event, rows, problems, open, form, onEdit, onDuplicate, onDeleted }: EntryDaysProps): ReactNode {
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
  const part = (selector: string): HTMLElement | null | undefined => list.current?.querySelector<HTMLElement>(selector);
  const show = (day: string): void => goTo(part(`[data-day="${day}"]`), part(`#day-${day}`));
  const today = formats.dayKey(new Date(useNow(60_000)).toISOString());
  const next = days.find(({ day }) => day >= today);
  if (days.length === 0) return null;
  return (
    <>
      <DayBar
        days={days.map(({ day, entries: [first] }) => ({ day, label: formats.shortDay(first?.startDate ?? '') }))}
        onDay={show}
        onNow={next && next !== days[0] ? () => show(next.day) : undefined}
      />
      <div ref={list} className={styles.list}>
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

/** Keeps the row with an open form at its original time: a move would mount another form, without focus and answer. */
function useHeld(rows: readonly ScheduleEntry[], open: string | null): readonly ScheduleEntry[] {
  const now = rows.find(({ id }) => id === open) ?? null;
  const [held, hold] = useState(now);
  if (held?.id !== now?.id) hold(now);
  return rows.map((row) => (held !== null && row === now ? { ...row, startDate: held.startDate } : row));
}
