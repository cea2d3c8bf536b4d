import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isUsedUp } from '#contract/resources/codes.ts';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import card from '#ui/theme/card.module.css';
import { CodeFields, readForm, valuesOf } from './code-fields.tsx';

export function ResendForm(props: ResendProps<CommandOn<'codes'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: draftedBy(entry), valuesOf });
  const { form, actions } = useResendForm(props, {
    // Only the server decides if the text is taken: the code that caused the refusal may be deleted by now.
    read: readForm(t, values, () => false),
    argsOf: (fields) => argsWith(entry, fields),
    focus: 'code',
    clear,
  });
  const usedUp = entry.base !== null && isUsedUp(entry.base);
  return (
    <form {...form.props} className={card.card} aria-label={t('event_codes.edit_title')}>
      <CodeFields form={form} values={values} usedUp={usedUp} onChange={change} />
      <FormActions {...actions} />
    </form>
  );
}
