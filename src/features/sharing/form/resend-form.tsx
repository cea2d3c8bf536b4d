import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Share } from '../../../../contract/resources/shares.ts';
import { argsWith, draftedBy } from '../../../commands/command-fields.ts';
import { useResendForm } from '../../../commands/use-resend-form.ts';
import { useRowForm } from '../../../commands/use-row-form.ts';
import type { ResendProps } from '../../../feature/command-presenter.ts';
import { resendDraftId } from '../../../sync/outbox/outbox.ts';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { inWords } from '../../../ui/forms/reading.ts';
import { ShareFields } from './share-fields.tsx';
import styles from './share-form.module.css';
import { readForm, valuesOf } from './share-form-values.ts';

/** Changes a refused offer before it is sent again; its picture stays what it was. */
export function ResendForm(props: ResendProps): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const drafted = draftedBy<Share>(entry);
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: drafted, valuesOf });
  const image = (entry.args as Partial<Share>).image;
  const { form, actions } = useResendForm(props, {
    read: inWords(readForm(values), (problem) => t(`sharing.add.${problem}`)),
    argsOf: (fields) => argsWith(entry, image === undefined ? fields : { ...fields, image }),
    focus: 'title',
    clear,
  });
  return (
    <form {...form.props} className={styles['form']}>
      <ShareFields form={form} type={drafted.type ?? 'stuff'} values={values} onChange={change} />
      <FormActions {...actions} />
    </form>
  );
}
