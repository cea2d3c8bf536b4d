import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../../../contract/errors.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import { type ScheduleEntry, schedule } from '../../../contract/resources/schedule.ts';
import { useFormats } from '../../i18n/use-formats.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { useDraft } from '../../sync/react/use-draft.ts';
import { command } from '../../sync/outbox/outbox.ts';
import { decided, focusUndecided, useChoices } from '../../ui/forms/choices.ts';
import { Meanwhile } from '../../ui/forms/clash-choices.tsx';
import card from '../../ui/look/card.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { rowForm } from '../../ui/forms/row-form.ts';
import { toast } from '../../ui/over/toasts.ts';
import { focusFirstProblem, ScheduleFields } from './schedule-fields.tsx';
import { changesOf, clashesOf, type Problems, problemsIn, readForm, type ScheduleFields as Fields, valuesOf } from './schedule-form.ts';
import { scheduleWords } from './schedule-words.ts';

interface EntryFormProps {
  event: EventRow;
  /** As it is now; null for a new one, and for one that somebody removed while it was being edited here. */
  row: ScheduleEntry | null;
  /** Under this name what is typed is kept. */
  draftId: string;
  /** Saved, with its id, or cancelled. */
  onClose: (savedId: string | null) => void;
}

const none: Problems = {};

/** Adds or edits one entry of the schedule. */
export function EntryForm({ event, row, draftId, onClose }: EntryFormProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const client = useSync();
  const { timeZone } = event;
  const [draft, setDraft, clear] = useDraft(draftId);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problems>(none);
  const [choices, choose] = useChoices(row?.version);
  const element = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);

  const { base, values, ...form } = rowForm(row, draft, (entry: ScheduleEntry | null) => valuesOf(entry, timeZone));
  const gone = row === null && base !== null;
  const read = readForm(values, base, timeZone);
  const problems = read.kind === 'problems' ? read.problems : none;
  const clashes = read.kind === 'fields' ? clashesOf(base, read.fields, row) : [];

  const store = async (fields: Fields): Promise<string> => {
    const eventId = event.id;
    if (!row || !base) {
      const [id] = await client.executeAll([command(schedule, 'create', fields, { eventId })], draftId);
      return String(id);
    }
    const changes = changesOf(base, fields, row, choices);
    const edits = Object.keys(changes).length > 0 ? [command(schedule, 'edit', changes, { id: row.id, eventId })] : [];
    await client.executeAll(edits, draftId);
    return row.id;
  };
  const save = async (fields: Fields): Promise<void> => {
    setBusy(true);
    try {
      const id = await store(fields);
      await clear();
      toast(t(row ? 'admin_schedule_update_success' : 'admin_schedule_create_success'));
      onClose(id);
    } catch (error) {
      const found = error instanceof Refusal ? problemsIn(error) : none;
      setRefused(found);
      focusFirstProblem(element.current, found);
      toast(t(row ? 'admin_schedule_update_error' : 'admin_schedule_create_error'), 'error');
      setBusy(false);
    }
  };
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    setTried(true);
    if (read.kind === 'problems') focusFirstProblem(element.current, read.problems);
    else if (!decided(clashes, choices)) focusUndecided(element.current);
    else if (!busy) void save(read.fields);
  };
  const cancel = (): void => {
    void clear();
    onClose(null);
  };
  const words = { t, formats };
  const heading = gone ? t('admin_schedule.gone') : t(row ? 'admin_schedule.edit_title' : 'admin_schedule.add_title');
  return (
    <form ref={element} className={card['card']} aria-label={heading} onSubmit={submit} noValidate>
      <h2>{heading}</h2>
      <ScheduleFields
        values={values}
        problems={tried ? { ...refused, ...problems } : none}
        onChange={(part) => {
          setRefused(none);
          setDraft(form.with(part));
        }}
        timeZone={timeZone}
        titleRef={title}
      />
      <Meanwhile
        clashes={clashes}
        label={(key) => scheduleWords.label(words, key)}
        value={(fields) => scheduleWords.value(words, fields)}
        choices={choices}
        onChoose={choose}
      />
      <FormActions submit={t(gone ? 'conflict.gone_insist' : 'admin_schedule.save')} busy={busy} onCancel={cancel} />
    </form>
  );
}
