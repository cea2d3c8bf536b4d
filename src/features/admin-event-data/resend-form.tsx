import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { EventFields, MoreEventFields } from '#ui/forms/event/event-fields.tsx';
import { eventValuesOf, readEventForm } from '#ui/forms/event/event-form.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import styles from './event-data.module.css';

/** Edits a refused change of an event before it is sent again; the picture cannot be changed. */
export function ResendForm(props: ResendProps<CommandOn<'events'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const drafted = draftedBy(entry);
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: drafted, valuesOf: eventValuesOf });
  const { headerImage } = entry.args;
  const { form, actions } = useResendForm(props, {
    read: inWords(readEventForm(values, drafted), (problem) => t(`event_form.problem_${problem}`)),
    argsOf: (fields) => argsWith(entry, headerImage === undefined ? fields : { ...fields, headerImage }),
    focus: 'title',
    clear,
  });
  return (
    <form {...form.props} className={styles.form} aria-label={t('command.events.edit')}>
      <EventFields form={form} values={values} onChange={change} />
      <MoreEventFields form={form} values={values} onChange={change} />
      <FormActions {...actions} />
    </form>
  );
}
