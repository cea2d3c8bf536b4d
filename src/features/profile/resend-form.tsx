import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, ProfileChange } from '../../../contract/resources/me.ts';
import { type ResendProps, useResend } from '../../sync/react/use-resend.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { rowForm } from '../../ui/forms/row-form.ts';
import { ProfileFields } from './profile-fields.tsx';
import { changedTexts, isAddress, valuesOf } from './profile-form.ts';
import styles from './profile-screen.module.css';

/** Changes a refused change of the profile before it is sent again. */
export function ResendForm(props: ResendProps): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const { draft, setDraft, send, cancel } = useResend(props);
  const [tried, setTried] = useState(false);
  const fields = changedTexts(entry.args as ProfileChange);
  const { values, ...form } = rowForm(entry.args as Partial<Me>, draft, valuesOf);
  const changed = (): ProfileChange => {
    const texts = Object.fromEntries(fields.map((field) => [field, values[field].trim()]));
    return { ...(entry.args as ProfileChange), ...texts };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!fields.includes('email') || isAddress(values.email)) void send(changed());
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <ProfileFields fields={fields} values={values} onChange={(part) => setDraft(form.with(part))} tried={tried} />
      <FormActions submit={t('refused.resend')} onCancel={cancel} />
    </form>
  );
}
