import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import styles from './block-card.module.css';
import { BlockFields } from './block-fields.tsx';
import { fieldName, readBlock, valuesOf } from './draft/block-values.ts';
import { prefixOf } from './draft/blocks-draft.ts';

export function ResendForm(props: ResendProps<CommandOn<'contactLinks'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const drafted = draftedBy(entry);
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: drafted, valuesOf });
  const { position } = drafted;
  const prefix = prefixOf(String(entry.seq));
  const { form, actions } = useResendForm(props, {
    read: inWords(readBlock(values, prefix), (problem) => t(`contact_links.problem_${problem}`)),
    argsOf: (fields) => argsWith(entry, entry.mutation === 'create' ? { ...fields, position } : fields),
    focus: fieldName('title', prefix),
    clear,
  });
  return (
    <form {...form.props} className={styles.form}>
      <BlockFields
        form={form}
        prefix={prefix}
        values={values}
        block={values.title.trim() || t('contact_links.unnamed')}
        onChange={change}
      />
      <FormActions {...actions} />
    </form>
  );
}
