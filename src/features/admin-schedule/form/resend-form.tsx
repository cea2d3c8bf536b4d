import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useEventZone, useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import card from '#ui/theme/card.module.css';
import { ScheduleFields } from './schedule-fields.tsx';
import { readForm, valuesOf } from './schedule-form.ts';

export function ResendForm(props: ResendProps<CommandOn<'schedule'>>): ReactNode {
  const timeZone = useEventZone(props.entry.eventId);
  return timeZone !== undefined && <Fields {...props} timeZone={timeZone} />;
}

function Fields({ timeZone, ...props }: ResendProps<CommandOn<'schedule'>> & { timeZone: string }): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const drafted = draftedBy(entry);
  const { values, change, clear } = useRowForm({
    draftId: resendDraftId(entry.seq),
    row: drafted,
    valuesOf: (row) => valuesOf(row, timeZone),
  });
  const { form, actions } = useResendForm(props, {
    read: inWords(readForm(values, drafted, timeZone), (problem) => t(`admin_schedule.problem_${problem}`)),
    argsOf: (fields) => argsWith(entry, fields),
    focus: 'title',
    clear,
  });
  return (
    <form {...form.props} className={card.card} aria-label={t('admin_schedule.edit_title')}>
      <ScheduleFields form={form} values={values} onChange={change} timeZone={timeZone} />
      <FormActions {...actions} />
    </form>
  );
}
