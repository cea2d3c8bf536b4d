import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { command } from '#sync/outbox/command.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

/** The form imports the time zone library, so it is loaded lazily. */
const OwnEntryForm = lazyComponent(async () => (await import('./own-entry-form.tsx')).OwnEntryForm, 'part');

export function NewOwnEntry({ event, intro }: { event: EventRow; intro: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  useEffect(() => void OwnEntryForm.preload(), []);
  const draftId = `own-entry:${event.id}`;
  const hasDraft = useLive(async (db) => (await db.drafts.get(draftId)) !== undefined, [draftId]);
  return (
    <FormBehindButton icon={<Plus aria-hidden="true" />} label={t('agenda_form.open')} hasDraft={hasDraft} intro={intro}>
      {(close) => (
        <OwnEntryForm
          draftId={draftId}
          timeZone={event.timeZone}
          initial={null}
          submit={t('agenda_form.add')}
          onSend={async (fields) =>
            (await client.engine()).executeAll([command('ownEntries', 'create', fields, { eventId: event.id })], draftId)
          }
          onClose={close}
        />
      )}
    </FormBehindButton>
  );
}
