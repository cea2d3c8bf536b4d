import { Dialog } from '@base-ui/react/dialog';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { clock } from '#i18n/clock.ts';
import type { Formats } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { command } from '#sync/outbox/command.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { FormResult } from '#ui/forms/form-result.ts';
import { changedFields } from '#ui/forms/row-form.ts';
import { SelectField } from '#ui/forms/fields/select-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { WallClockNotes } from '#ui/forms/event/wall-clock-notes.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { byDay } from '#ui/time/by-day.ts';
import { useSendAll } from '../use-send-all.ts';
import styles from '../wide-dialog.module.css';
import { movedDay, type MovedEntry } from './moved-day.ts';

interface MoveDayDialogProps extends Pick<ComponentProps<typeof Modal>, 'finalFocus'> {
  event: EventRow;
  /** All entries of the event; at least one. */
  rows: readonly ScheduleEntry[];
  onClose: () => void;
}

/** At most a day in minutes; a longer move selects another day. */
const mostMinutes = 24 * 60;

/** Moves all entries of a day to another day or by some minutes, after a preview. */
export function MoveDayDialog({ event, rows, onClose, finalFocus }: MoveDayDialogProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const days = byDay(rows, formats.dayKey);
  const today = formats.dayKey(new Date(clock.now()).toISOString());
  const [day, setDay] = useState(() => (days.find((one) => one.day >= today) ?? days[0])?.day ?? today);
  const [to, setTo] = useState(day);
  const [minutes, setMinutes] = useState('0');
  const [way, setWay] = useState<'later' | 'earlier'>('later');
  const send = useSendAll(onClose);

  const number = /^\d{1,4}$/.test(minutes.trim()) ? Number(minutes) : Number.NaN;
  const shift = { to, minutes: way === 'later' ? number : -number };
  const entries = number <= mostMinutes ? movedDay(rows, day, shift, event.timeZone) : null;
  const read = ((): FormResult<MovedEntry[], 'to' | 'minutes'> => {
    if (!(number <= mostMinutes))
      return { kind: 'wrong', wrong: { minutes: t('admin_schedule.move.wrong_minutes', { most: mostMinutes }) } };
    if (!entries) return { kind: 'wrong', wrong: { to: t('admin_schedule.move.wrong_day') } };
    if (entries.some(({ kind }) => kind === 'wrong')) return { kind: 'wrong', wrong: { form: t('admin_schedule.move.wrong_entries') } };
    if (to === day && number === 0) return { kind: 'wrong', wrong: { to: t('admin_schedule.move.nowhere') } };
    return { kind: 'args', args: entries };
  })();
  const form = useForm({
    read,
    failure: t('admin_schedule_update_error'),
    send: async (moved) => {
      const commands = moved.flatMap((entry) => {
        if (entry.kind === 'wrong') return [];
        const { row, startDate, endDate } = entry;
        return [command('schedule', 'edit', changedFields({ startDate, endDate }, row), { id: row.id, eventId: event.id })];
      });
      await send(commands, t('admin_schedule.move.done', { count: commands.length }));
    },
  });
  const choose = (next: string): void => {
    setDay(next);
    setTo(next);
  };
  return (
    <Modal className={styles.dialog} onClose={onClose} finalFocus={finalFocus}>
      <Dialog.Title>{t('admin_schedule.move.title')}</Dialog.Title>
      <form {...form.props} className={styles.form}>
        <Locked locked={form.busy}>
          <div className={styles.form}>
            <SelectField
              label={t('admin_schedule.move.day')}
              value={day}
              onChange={({ target }) => choose(target.value)}
              options={days.map(({ day: value, entries: own }) => ({
                value,
                label: `${formats.shortDay(own[0]?.startDate ?? '')} (${own.length})`,
              }))}
            />
            <TextField
              {...form.field('to')}
              label={t('admin_schedule.move.to')}
              type="date"
              required
              value={to}
              onChange={({ target }) => setTo(target.value)}
            />
            <div className={styles.pair}>
              <TextField
                {...form.field('minutes')}
                label={t('admin_schedule.move.minutes')}
                inputMode="numeric"
                value={minutes}
                maxLength={4}
                onChange={({ target }) => setMinutes(target.value)}
              />
              <SelectField
                label={t('admin_schedule.move.way')}
                value={way}
                onChange={({ target }) => setWay(target.value === 'earlier' ? 'earlier' : 'later')}
                options={(['later', 'earlier'] as const).map((value) => ({ value, label: t(`admin_schedule.move.${value}`) }))}
              />
            </div>
          </div>
        </Locked>
        <WallClockNotes values={[]} timeZone={event.timeZone} />
        {entries && <MovedEntries entries={entries} formats={formats} />}
        <div className={styles.foot}>
          <FormActions form={form} submit={t('admin_schedule.move.submit', { count: entries?.length ?? 0 })} onCancel={onClose} />
        </div>
      </form>
    </Modal>
  );
}

function MovedEntries({ entries, formats }: { entries: readonly MovedEntry[]; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className={styles.list} aria-label={t('admin_schedule.move.preview')}>
      {entries.map((entry) => {
        const { row } = entry;
        const isMoved = entry.kind === 'moved' && (entry.startDate !== row.startDate || entry.endDate !== row.endDate);
        return (
          <li key={row.id} className={styles.step}>
            <span className={styles.title}>{row.title}</span>
            <span className={styles.line}>
              <span className={isMoved ? styles.before : undefined}>{formats.span(row.startDate, row.endDate)}</span>
              {isMoved && (
                <>
                  {' '}
                  <span aria-hidden="true">→</span> <span>{formats.span(entry.startDate, entry.endDate)}</span>
                </>
              )}
            </span>
            {entry.kind === 'wrong' && (
              <span className={`${styles.line} ${styles.wrong}`}>{t(`admin_schedule.import.problem_${entry.problem}`)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
