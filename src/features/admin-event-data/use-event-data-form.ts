import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type EventChange, type EventRow, events } from '../../../contract/resources/events.ts';
import { type ScheduleEntry, schedule } from '../../../contract/resources/schedule.ts';
import { useClashes } from '../../commands/use-clashes.ts';
import { useDeliver } from '../../commands/use-deliver.ts';
import { useHeaderPicture } from '../../commands/use-header-picture.ts';
import { useRowForm } from '../../commands/use-row-form.ts';
import type { ChosenPicture } from '../../db/records.ts';
import { pictureArgument } from '../../sync/outbox/draft-pictures.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import { useSync, useSyncStatus } from '../../sync/react/hooks.tsx';
import { eventValuesOf, readEventForm } from '../../ui/forms/event/event-form.ts';
import { inWords } from '../../ui/forms/reading.ts';
import { changedFields } from '../../ui/forms/row-form.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { type ReadOtherwise, readOtherwise } from './same-clock.ts';

/** Stands for the picture that was chosen, where what others changed is looked at: another one than any that is there. */
const chosenMark = 'chosen';

/** What the form holds: the event's data, and whether its entries keep their times by the clock of another zone. */
const valuesOf = (row: EventRow | null) => ({ ...eventValuesOf(row), keepsClock: false });
type Values = ReturnType<typeof valuesOf>;

/** The course of the form over an event's data: draft, picture, what others changed meanwhile, and what is sent. */
export function useEventDataForm(row: EventRow, entries: readonly ScheduleEntry[]) {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const draftId = `event-data:${row.id}`;
  const { base, values, dirty: typed, change: changeAny, clear } = useRowForm({ draftId, row, valuesOf });
  // What is chosen is chosen for one zone.
  const change = (part: Partial<Values>): void => changeAny('timeZone' in part ? { ...part, keepsClock: false } : part);
  const header = useHeaderPicture(draftId);
  const kept = values.picture === 'removed' ? null : (base?.headerImage ?? null);
  const headerImage = header.chosen ? chosenMark : kept;
  const read = readEventForm(values, base);
  const wanted = read.kind === 'args' ? { ...read.args, headerImage } : null;
  const { undecided, changes, clashes, ...decision } = useClashes(events, { base, row, wanted });
  const zone = changes().timeZone ?? row.timeZone;
  const otherwise = useMemo(() => readOtherwise(entries, row.timeZone, zone), [entries, row.timeZone, zone]);
  const timeless = values.keepsClock ? otherwise.find(({ kept }) => kept === null) : undefined;
  // As long as some may be missing, none is left behind.
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
  // While it is being sent the row is one's own view already, with the picture under another name.
  const meanwhile = { ...decision, clashes: form.busy ? [] : clashes };
  return { form, values, change, header, dirty, ready, otherwise, cancel, meanwhile, fields: read.kind === 'args' ? read.args : null };
}

/** What saving sends: what differs, and the picture with its bytes, whose id (UUID) is new. Nothing, where nothing differs. */
function commandsOf(id: number, changed: EventChange, chosen: ChosenPicture | null, bytesId: string): Command[] {
  if (Object.keys(changed).length === 0) return [];
  const target = { id, eventId: id };
  if (changed.headerImage !== chosenMark || !chosen) return [command(events, 'edit', changed, target)];
  const { name, bytes } = pictureArgument(bytesId, chosen);
  return [command(events, 'edit', { ...changed, headerImage: name }, { ...target, bytes })];
}

/**
 * What saving sends where entries keep their times by the clock: the zone with the dates, then the entries, then all else. A name that is taken
 * or a picture that is refused or slow thus leaves no schedule behind that is meant by another zone's clock.
 */
function withEntries(
  eventId: number,
  { timeZone, startDate, endDate, ...rest }: EventChange,
  entries: readonly ReadOtherwise[],
  commandsFor: (changed: EventChange) => Command[],
): Command[] {
  const edits = entries.flatMap(({ row, kept }) =>
    kept ? [command(schedule, 'edit', changedFields(kept, row), { id: row.id, eventId })] : [],
  );
  return [...commandsFor({ timeZone, startDate, endDate }), ...edits, ...commandsFor(rest)];
}
