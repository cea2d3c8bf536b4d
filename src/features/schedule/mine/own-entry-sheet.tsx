import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { reminderOf } from '#contract/rules/reminders.ts';
import { useUndoableRemoval } from '#commands/use-undoable-removal.ts';
import { command } from '#sync/outbox/command.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { changedFields } from '#ui/forms/row-form.ts';
import { useWayBelow } from '#ui/overlays/over-page.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { Button } from '#ui/theme/button.tsx';
import { OwnEntryForm } from './own-entry-form.tsx';

/** Edits or deletes an own entry over the agenda. It closes by leaving its path. */
export function OwnEntrySheet({ id, event }: { id: string; event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const remove = useUndoableRemoval();
  const close = useWayBelow();
  const row = useLive(async (db) => db.mirror('ownEntries').get(id), [id]);
  if (!row || row.$gone) return null;
  const { title, startDate, endDate, place, note } = row;
  const initial = { title, startDate, endDate, place, note, remindMinutes: reminderOf(row) };
  const draftId = `own-entry:${event.id}:${id}`;
  return (
    <Modal onClose={close}>
      <Dialog.Title>{t('agenda_form.heading')}</Dialog.Title>
      <OwnEntryForm
        draftId={draftId}
        timeZone={event.timeZone}
        initial={initial}
        submit={t('agenda_form.save')}
        onSend={async (fields) => {
          const changed = changedFields(fields, initial);
          if (Object.keys(changed).length === 0) return;
          await (await client.engine()).executeAll([command('ownEntries', 'edit', changed, { id, eventId: event.id })], draftId);
        }}
        onClose={close}
      />
      <Button
        look="quietDanger"
        onClick={() =>
          void remove({
            resource: 'ownEntries',
            row,
            again: initial,
            done: t('agenda_form.removed'),
            error: t('agenda_form.remove_error'),
            onRemoved: close,
          })
        }
      >
        {t('agenda_form.remove')}
      </Button>
    </Modal>
  );
}
