import Calendar from 'lucide-react/icons/calendar';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { useActiveEvent, useRefresh, useSync } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { useDeletedRow } from '#commands/use-deleted-row.ts';
import { Button } from '#ui/theme/button.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import styles from './admin-schedule.module.css';
import { EntryDays } from './entry-days.tsx';
import type { Saved } from './form/entry-form.tsx';
import { ScheduleTools } from './schedule-tools.tsx';
import { type AdminSchedule, draftIdOf, newEntry, useAdminSchedule } from './use-admin-schedule.ts';

/** The form imports the time zone library, so it is loaded lazily. */
const EntryForm = lazyComponent(async () => (await import('./form/entry-form.tsx')).EntryForm, 'part');

export function AdminScheduleScreen(): ReactNode {
  const event = useActiveEvent();
  const found = useAdminSchedule(event?.id ?? 0);
  useEffect(() => void EntryForm.preload(), []);
  if (!event || found?.eventId !== event.id) return null;
  return <ScheduleAdmin key={event.id} event={event} found={found} />;
}

interface ScheduleAdminProps {
  event: EventRow;
  found: AdminSchedule;
}

function ScheduleAdmin({ event, found: { rows, problems, drafted } }: ScheduleAdminProps): ReactNode {
  const { t } = useTranslation();
  const { open, setOpen, close: closeForm, opener, around } = useFormBehindButton<string | null>(null, drafted ?? null);
  const add = opener(newEntry);
  const here = new Set(rows.map(({ row }) => row.id));
  const homeless = [...problems].filter(([id]) => !here.has(id)).flatMap(([, entries]) => entries);
  // When the form closes, its entry takes the focus, possibly after a later render.
  const closed = useRef<string | null>(null);
  useEffect(() => {
    if (open !== null || closed.current === null) return;
    const entry = document.querySelector<HTMLElement>(`[data-entry="${closed.current}"]`);
    if (!entry) return;
    entry.focus();
    entry.scrollIntoView({ block: 'nearest' });
    closed.current = null;
  }, [open, rows]);
  const close = (id: string): void => {
    closed.current = id;
    closeForm();
  };
  const [day, setDay] = useState<string | null>(null);
  /** The entry that was saved last; the live query may not have it yet. */
  const [made, setMade] = useState<Saved | null>(null);
  const [round, setRound] = useState(0);
  const known = rows.map(({ row }) => row);
  const ended = (saved: Saved | null, another: boolean): void => {
    if (saved) {
      setMade(saved);
      setDay(null);
    }
    if (!another) return close(saved?.id ?? open ?? newEntry);
    setRound(round + 1);
    setOpen(newEntry);
  };
  const awaited = useDeletedRow(open !== null && open !== newEntry && !here.has(open) ? draftIdOf(event.id, open) : null, () => {
    toast(t('admin_schedule.gone'), 'error');
    close(newEntry);
  });
  const client = useSync();
  const duplicate = async (row: ScheduleEntry): Promise<void> => {
    try {
      const { draftCopy } = await import('./form/duplicate.ts');
      const isFresh = await draftCopy(client, row, draftIdOf(event.id, newEntry), event.timeZone);
      if (!isFresh) toast(t('admin_schedule.unfinished'), 'error');
      setOpen(newEntry);
    } catch {
      toast(t('admin_schedule.duplicate_failed'), 'error');
    }
  };
  const refresh = useRefresh(() => toast(t('admin_schedule_fetch_error'), 'error'));
  const form =
    open !== null &&
    !awaited &&
    around(
      <EntryForm
        key={`${open}:${round}`}
        event={event}
        row={rows.find(({ row }) => row.id === open)?.row ?? null}
        draftId={draftIdOf(event.id, open)}
        entries={made && !here.has(made.id) ? [...known, made] : known}
        day={day}
        onClose={ended}
      />,
    );
  return (
    <Screen
      title={t('admin_schedule.title')}
      lead={<BackToOverview />}
      note={rows.length > 0 ? t('admin_schedule.note') : undefined}
      onRefresh={refresh}
    >
      <div className={styles.tools}>
        <Button {...add} look="primary" disabled={open !== null}>
          <Plus aria-hidden="true" />
          {t('admin_schedule.add')}
        </Button>
        <ScheduleTools event={event} rows={rows} disabled={open !== null} />
      </div>
      {open !== null && !here.has(open) && form}
      {homeless.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {rows.length === 0 && open === null && (
        <EmptyList icon={Calendar} title={t('schedule.empty')} text={t('admin_schedule.empty_text')} />
      )}
      <EntryDays
        event={event}
        rows={rows}
        problems={problems}
        open={open}
        form={form}
        onDay={setDay}
        onEdit={setOpen}
        onDuplicate={(row) => void duplicate(row)}
        onDeleted={() => (open === null ? add.ref.current?.focus() : focusHeading())}
      />
    </Screen>
  );
}
