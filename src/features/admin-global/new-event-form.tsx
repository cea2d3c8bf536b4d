import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useHeaderPicture } from '#commands/use-header-picture.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { useSync, useSyncStatus } from '#sync/react/hooks.tsx';
import { EventFields, MoreEventFields } from '#ui/forms/event/event-fields.tsx';
import { type EventFields as Fields, eventValuesOf, readEventForm } from '#ui/forms/event/event-form.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { HeaderPictureField } from '#ui/pictures/header/header-picture-field.tsx';
import { makeEvent, wrongWith } from './event-calls.ts';
import styles from './event-list.module.css';
import { OfflineNote } from './offline-note.tsx';

export const newEventDraft = 'new-event';

interface NewEventFormProps {
  /** Called when the server has created the event; the device may not have it yet. */
  onCreated: (event: EventRow) => void;
  onCancel?: () => void;
}

/** Creates an event online, and once: a call whose answer was lost is repeated under its key. */
export function NewEventForm({ onCreated, onCancel }: NewEventFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { connection } = useSyncStatus();
  const { values, change, clear } = useRowForm<Partial<Fields>, ReturnType<typeof eventValuesOf>>({
    draftId: newEventDraft,
    row: null,
    valuesOf: eventValuesOf,
  });
  const header = useHeaderPicture(newEventDraft);
  const key = useRef<{ of: string; id: string } | null>(null);
  const end = async (): Promise<void> => {
    await clear();
    await header.clear();
  };
  const form = useForm({
    read: inWords(readEventForm(values, null), (problem) => t(`event_form.problem_${problem}`)),
    ready: !header.preparing,
    focus: onCancel && 'title',
    failure: t('admin_events.create_failed'),
    send: async (fields) => {
      // Changed values make another event, which needs another key.
      const of = JSON.stringify([fields, header.chosen?.bytes.byteLength]);
      if (key.current?.of !== of) key.current = { of, id: client.newId() };
      const result = await makeEvent(client, key.current.id, fields, header.chosen);
      if (result.kind !== 'saved') {
        const { outcome } = result as Extract<typeof result, { kind: 'failed' }>;
        return (words) => wrongWith(words, outcome, words('admin_events.create_failed'));
      }
      await end();
      onCreated(result.event);
      toast(t('admin_events.created', { title: result.event.title }));
      const engine = await client.engine();
      await engine.pull();
      return undefined;
    },
  });
  return (
    <form {...form.props} className={styles.form} aria-label={t('admin_events.new')}>
      {connection === 'offline' && <OfflineNote />}
      <EventFields form={form} values={values} onChange={change} />
      <HeaderPictureField form={form} header={header} />
      <details className={styles.more}>
        <summary>
          {t('admin_events.more')}
          <ChevronDown aria-hidden="true" />
        </summary>
        <div className={styles.form}>
          <MoreEventFields form={form} values={values} onChange={change} />
        </div>
      </details>
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button look="primary" type="submit" aria-disabled={form.busy}>
          {t(form.busy ? 'app.loading' : 'admin_events.create')}
        </Button>
        {onCancel && (
          <Button
            look="quiet"
            onClick={() => {
              void end();
              onCancel();
            }}
          >
            {t('app.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
