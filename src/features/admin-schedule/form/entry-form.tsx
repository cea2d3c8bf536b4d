import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '#contract/errors.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { type ScheduleEntry, schedule } from '#contract/resources/schedule.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import card from '#ui/theme/card.module.css';
import { ScheduleFields } from './schedule-fields.tsx';
import { endsBeforeStart, readForm, type ScheduleFields as Fields, type ScheduleValues, valuesOf } from './schedule-form.ts';
import { scheduleWords } from '../schedule-words.ts';
import { type Neighbour, suggestEntry } from './suggest-entry.ts';

interface EntryFormProps {
  event: EventRow;
  /** The current row; null for a new one, and for one that was removed while its form was open. */
  row: ScheduleEntry | null;
  draftId: string;
  /** All entries: a new one follows them, and their places are offered. */
  entries: readonly Neighbour[];
  /** The chosen day, if any. */
  day: string | null;
  /** Called with the saved entry, or with null on Cancel; `another` if another one is to be added. */
  onClose: (saved: Saved | null, another: boolean) => void;
}

export type Saved = Fields & { readonly id: string };

export function EntryForm({ event, row, draftId, entries, day, onClose }: EntryFormProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const client = useSync();
  const deliver = useDeliver();
  const { timeZone, id: eventId } = event;
  const { base, values: typed, dirty, change: store, clear } = useRowForm({ draftId, row, valuesOf: (entry) => valuesOf(entry, timeZone) });
  const gone = row === null && base !== null;
  const isFresh = row === null && base === null;
  // Fixed, so that changes by others do not alter an open form.
  const [empty] = useState(() => ({ ...valuesOf(null, timeZone), ...suggestEntry({ event, rows: entries, day, now: clock.now() }) }));
  const places = [...new Set(entries.map(({ locationName }) => locationName))].toSorted();
  const values = isFresh && !dirty ? empty : typed;
  const change = (part: Partial<ScheduleValues>): void => {
    const next = { ...values, ...part };
    const isUntouched = isFresh && Object.entries(next).every(([name, value]) => value === empty[name as keyof ScheduleValues]);
    // A draft holds suggested values too: the next suggestion may be another one.
    store(isUntouched ? valuesOf(null, timeZone) : isFresh ? next : part);
  };
  const another = useRef(false);
  const read = readForm(values, base, timeZone);
  const { undecided, changes, ...clashProps } = useClashes(schedule, { base, row, edited: read.kind === 'args' ? read.args : null });

  const commandsOf = (id: string, fields: Fields): Command[] => {
    if (!row || !base) return [command('schedule', 'create', fields, { id, eventId })];
    const changed = changes();
    return Object.keys(changed).length > 0 ? [command('schedule', 'edit', changed, { id, eventId })] : [];
  };
  const failure = t(row ? 'admin_schedule_update_error' : 'admin_schedule_create_error');
  const form = useForm({
    read: inWords(read, (problem) => t(`admin_schedule.problem_${problem}`)),
    undecided,
    focus: 'title',
    failure,
    send: async (fields, isThere) => {
      const id = row && base ? row.id : client.newId();
      const close = async (): Promise<void> => {
        await clear();
        onClose({ ...fields, id }, another.current);
      };
      const done = t(row ? 'admin_schedule_update_success' : 'admin_schedule_create_success');
      try {
        return await deliver(commandsOf(id, fields), { draftId, isThere, close }, { done, refused: failure });
      } catch (error) {
        if (error instanceof Refusal && endsBeforeStart(error)) return (words) => ({ end: words('admin_schedule.problem_before_start') });
        throw error;
      }
    },
  });
  const cancel = (): void => {
    void clear();
    onClose(null, false);
  };
  const words = { t, formats };
  const heading = gone ? t('admin_schedule.gone') : t(row ? 'admin_schedule.edit_title' : 'admin_schedule.add_title');
  return (
    <form {...form.props} className={card.card} aria-label={heading}>
      <h2>{heading}</h2>
      <ScheduleFields form={form} values={values} onChange={change} timeZone={timeZone} places={places} />
      <Locked locked={form.busy}>
        <ConcurrentChanges
          {...clashProps}
          label={(key) => scheduleWords.label(words, key)}
          value={(fields) => scheduleWords.value(words, fields)}
        />
      </Locked>
      <FormActions
        form={form}
        submit={t(gone ? 'conflict.gone_insist' : 'admin_schedule.save')}
        onSubmit={() => (another.current = false)}
        also={
          isFresh && {
            label: t('admin_schedule.save_and_add'),
            onClick: () => {
              another.current = true;
              form.agreed();
            },
          }
        }
        onCancel={cancel}
      />
    </form>
  );
}
