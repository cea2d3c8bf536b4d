import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headerPictureOf } from '#contract/pictures.ts';
import type { EventChange, EventRow } from '#contract/resources/events.ts';
import { useHeaderPicture } from '#commands/use-header-picture.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { EventFields, MoreEventFields } from '#ui/forms/event/event-fields.tsx';
import { eventValuesOf, readEventForm } from '#ui/forms/event/event-form.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { changedFields } from '#ui/forms/row-form.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { HeaderPictureField } from '#ui/pictures/header/header-picture-field.tsx';
import { changeEvent, wrongWith } from './event-calls.ts';
import styles from './event-list.module.css';

interface EditEventFormProps {
  event: EventRow;
  /** Called with the saved event, or without one on Cancel. */
  onEnd: (saved?: EventRow) => void;
}

/** Edits any event online. A concurrent change appears under the typed values, and is overwritten only after the person has seen it. */
export function EditEventForm({ event, onEnd }: EditEventFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [row, setRow] = useState(event);
  const draftId = `admin-event-${event.id}`;
  const { values, change, clear } = useRowForm({ draftId, row, valuesOf: eventValuesOf, follows: true });
  const header = useHeaderPicture(draftId);
  const end = async (): Promise<void> => {
    await clear();
    await header.clear();
  };
  const form = useForm({
    read: inWords(readEventForm(values, row), (problem) => t(`event_form.problem_${problem}`)),
    ready: !header.preparing,
    focus: 'title',
    failure: t('admin_events.save_failed'),
    send: async (fields) => {
      const removed = values.picture === 'removed' && !header.chosen;
      const edited: EventChange = { ...changedFields(fields, row), ...(removed && { headerImage: null }) };
      const isSame = Object.keys(edited).length === 0 && !header.chosen;
      const result = isSame ? { kind: 'saved' as const, event: row } : await changeEvent(client, row, edited, header.chosen);
      if (result.kind === 'conflict') {
        setRow(result.event);
        return (words) => ({ form: words('admin_events.conflict') });
      }
      if (result.kind === 'failed') return (words) => wrongWith(words, result.outcome, words('admin_events.save_failed'));
      await end();
      toast(t('admin_events.saved'));
      onEnd(result.event);
      return undefined;
    },
  });
  const isKept = (row.headerImage ?? null) !== null && values.picture === 'kept' && !header.chosen;
  return (
    <form {...form.props} className={styles.form} aria-label={`${t('admin_events.edit')}: ${event.title}`}>
      <EventFields form={form} values={values} onChange={change} />
      <HeaderPictureField
        form={form}
        header={header}
        isKept={isKept}
        onRemoveKept={() => change({ picture: 'removed' })}
        preview={isKept ? <HeaderPicture src={headerPictureOf(row)} /> : undefined}
      />
      <MoreEventFields form={form} values={values} onChange={change} />
      <FormActions
        form={form}
        submit={t(form.busy ? 'app.loading' : 'admin_events.save')}
        onCancel={() => {
          form.reset();
          void end();
          onEnd();
        }}
      />
    </form>
  );
}
