import { useTranslation } from 'react-i18next';
import { type EventChange, type EventRow, events } from '../../../contract/resources/events.ts';
import { useClashes } from '../../commands/use-clashes.ts';
import { useDeliver } from '../../commands/use-deliver.ts';
import { useHeaderPicture } from '../../commands/use-header-picture.ts';
import { useRowForm } from '../../commands/use-row-form.ts';
import type { ChosenPicture } from '../../db/records.ts';
import { pictureArgument } from '../../sync/outbox/draft-pictures.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { eventValuesOf, readEventForm } from '../../ui/forms/event/event-form.ts';
import { inWords } from '../../ui/forms/reading.ts';
import { useForm } from '../../ui/forms/use-form.ts';

/** Stands for the picture that was chosen, where what others changed is looked at: another one than any that is there. */
const chosenMark = 'chosen';

/** The course of the form over an event's data: draft, picture, what others changed meanwhile, and what is sent. */
export function useEventDataForm(row: EventRow) {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const draftId = `event-data:${row.id}`;
  const { base, values, dirty: typed, change, clear } = useRowForm({ draftId, row, valuesOf: eventValuesOf });
  const header = useHeaderPicture(draftId);
  const kept = values.picture === 'removed' ? null : (base?.headerImage ?? null);
  const headerImage = header.chosen ? chosenMark : kept;
  const read = readEventForm(values, base);
  const wanted = read.kind === 'args' ? { ...read.args, headerImage } : null;
  const { undecided, changes, clashes, ...decision } = useClashes(events, { base, row, wanted });
  const dirty = typed || header.chosen !== null;
  const form = useForm({
    read: inWords(read, (problem) => t(`event_form.problem_${problem}`)),
    undecided,
    ready: dirty && !header.preparing,
    failure: t('admin_event_data_update_error'),
    send: async (_fields, isThere) => {
      const close = () => Promise.all([clear(), header.clear()]);
      const words = { done: t('admin_event_data_update_success'), refused: t('admin_event_data_update_error') };
      const fields = { title_taken: 'title', not_a_picture: 'picture', picture_too_large: 'picture' } as const;
      const commands = commandsOf(row.id, changes(), header.chosen, client.newId());
      return deliver(commands, { draftId, isThere, close }, { ...words, fields });
    },
  });
  const cancel = (): void => {
    form.reset();
    void clear();
    void header.clear();
  };
  // While it is being sent the row is one's own view already, with the picture under another name.
  const meanwhile = { ...decision, clashes: form.busy ? [] : clashes };
  return { form, values, change, header, dirty, cancel, meanwhile, fields: read.kind === 'args' ? read.args : null };
}

/** What saving sends: what differs, and the picture with its bytes, whose id (UUID) is new. Nothing, where nothing differs. */
function commandsOf(id: number, changed: EventChange, chosen: ChosenPicture | null, bytesId: string): Command[] {
  if (Object.keys(changed).length === 0) return [];
  const target = { id, eventId: id };
  if (changed.headerImage !== chosenMark || !chosen) return [command(events, 'edit', changed, target)];
  const { name, bytes } = pictureArgument(bytesId, chosen);
  return [command(events, 'edit', { ...changed, headerImage: name }, { ...target, bytes })];
}
