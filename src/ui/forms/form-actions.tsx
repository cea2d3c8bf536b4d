import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { FormError } from './field-error.tsx';
import styles from './form-actions.module.css';
import type { Form } from './use-form.ts';

interface FormActionsProps {
  form: Pick<Form<string>, 'busy' | 'error'>;
  submit: string;
  onSubmit?: () => void;
  /** An alternative submit button, more prominent; Enter never triggers it. */
  first?: { label: string; onClick: () => void } | false;
  /** A second submit button next to the first, less prominent. */
  also?: { label: string; onClick: () => void } | false;
  onCancel: () => void;
}

export function FormActions({ form: { busy, error }, submit, onSubmit, first, also, onCancel }: FormActionsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormError error={error} />
      <div className={styles.actions}>
        {first && (
          <Button look="primary" aria-disabled={busy} onClick={first.onClick}>
            {first.label}
          </Button>
        )}
        <Button look={first ? 'plain' : 'primary'} type="submit" aria-disabled={busy} onClick={onSubmit}>
          {submit}
        </Button>
        {also && (
          <Button aria-disabled={busy} onClick={also.onClick}>
            {also.label}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </>
  );
}
