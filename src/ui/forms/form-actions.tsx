import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/button.tsx';
import styles from './form-actions.module.css';

interface FormActionsProps {
  /** What sending the form is called. */
  submit: string;
  busy?: boolean;
  onCancel: () => void;
}

/** The two buttons at the end of a form. */
export function FormActions({ submit, busy = false, onCancel }: FormActionsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles['actions']}>
      <Button look="primary" type="submit" aria-disabled={busy}>
        {submit}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}
