import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type EventChange, type EventRow, events } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useHeaderPicture } from '#commands/use-header-picture.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { ChosenPicture } from '#db/records.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync, useSyncStatus } from '#sync/react/hooks.tsx';
import { eventValuesOf, readEventForm } from '#ui/forms/event/event-form.ts';
import { inWords } from '#ui/forms/form-result.ts';
import { changedFields } from '#ui/forms/row-form.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { type ShiftedEntry, shiftedEntries } from './same-clock.ts';

/** A placeholder for the chosen picture in comparisons; differs from every stored picture. */
const chosenMark = 'chosen';

/** Values of the form: the data of the event, and whether entries keep their times by the clock in another zone. */
const valuesOf = (row: EventRow | null) => ({ ...eventValuesOf(row), keepsClock: false });
type Values = ReturnType<typeof valuesOf>;

export function useEventDataForm(row: EventRow, entries: readonly ScheduleEntry[]) {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const draftId = `event-data:${row.id}`;
  const { base, values, dirty: typed, change: changeAny, clear } = useRowForm({ draftId, row, valuesOf });
  // The choice applies to one zone only.
  const change = (part: Partial<Values>): void => changeAny('timeZone' in part ? { ...part, keepsClock: false } : part);
  const header = useHeaderPicture(draftId);
  const kept = values.picture === 'removed' ? null : (base?.headerImage ?? null);
  const headerImage = header.chosen ? chosenMark : kept;
  const read = readEventForm(values, base);
  const edited = read.kind === 'args' ? { ...read.args, headerImage } : null;
  const { undecided, changes, clashes, ...decision } = useClashes(events, { base, row, edited });
  const zone = changes().timeZone ?? row.timeZone;
  const otherwise = useMemo(() => shiftedEntries(entries, row.timeZone, zone), [entries, row.timeZone, zone]);
  const timeless = values.keepsClock ? otherwise.find(({ kept }) => kept === null) : undefined;
  // During a first load entries may be missing, and Save would skip them.
  const loading = useSyncStatus().firstLoad !== null && values.keepsClock;
  const dirty = typed || header.chosen !== null;
  const ready = dirty && !header.preparing && !loading;
  const form = useForm({
    read: timeless
      ? { kind: 'wrong', wrong: { form: t('admin_event_data.zone_wrong', { title: timeless.row.title }) } }
      : inWords(read, (problem) => t(`event_form.problem_${problem}`)),
    undecided,
    ready,
    failure: t('admin_event_data_update_error'),
    send: async (_fields, isThere) => {
      const close = () => Promise.all([clear(), header.clear()]);
      const words = { done: t('admin_event_data_update_success'), refused: t('admin_event_data_update_error') };
      const fields = { title_taken: 'title', not_a_picture: 'picture', picture_too_large: 'picture' } as const;
      const commandsFor = (changed: EventChange) => commandsOf(row.id, changed, header.chosen, client.newId());
      const moved = values.keepsClock ? otherwise : [];
      return deliver(
        moved.length > 0 ? withEntries(row.id, changes(), moved, commandsFor) : commandsFor(changes()),
        { draftId, isThere, close },
        { ...words, fields },
      );
    },
  });
  const cancel = (): void => {
    form.reset();
    void clear();
    void header.clear();
  };
  // While the change is sent, the row is the person's own view, with the picture under another name.
  const clashProps = { ...decision, clashes: form.busy ? [] : clashes };
  return { form, values, change, header, dirty, ready, otherwise, cancel, clashProps, fields: read.kind === 'args' ? read.args : null };
}

/** Returns the commands for the changed fields, with a chosen picture under the new id `bytesId` (UUID). */
function commandsOf(id: number, changed: EventChange, chosen: ChosenPicture | null, bytesId: string): Command[] {
  if (Object.keys(changed).length === 0) return [];
  const target = { id, eventId: id };
  if (changed.headerImage !== chosenMark || !chosen) return [command('events', 'edit', changed, target)];
  const { name, bytes } = pictureArgument(bytesId, chosen);
  return [command('events', 'edit', { ...changed, headerImage: name }, { ...target, bytes })];
}

/**
 * Returns the commands if entries keep their times by the clock: zone and dates, then the entries, then the rest. So a refused name or a
 * slow picture leaves no schedule with times of another zone.
 */
function withEntries(
  eventId: number,
  { timeZone, startDate, endDate, ...rest }: EventChange,
  entries: readonly ShiftedEntry[],
  commandsFor: (changed: EventChange) => Command[],
): Command[] {
  const edits = entries.flatMap(({ row, kept }) =>
    kept ? [command('schedule', 'edit', changedFields(kept, row), { id: row.id, eventId })] : [],
  );
  return [...commandsFor({ timeZone, startDate, endDate }), ...edits, ...commandsFor(rest)];
}
