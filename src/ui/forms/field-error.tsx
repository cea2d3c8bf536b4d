import type { ReactNode } from 'react';
import styles from './field-error.module.css';

/** The error below a field, which refers to it as its description. Screen readers announce it at once unless it is `stale`. */
export function FieldError({ id, error, stale = false }: { id: string; error: string | null; stale?: boolean }): ReactNode {
  if (error === null) return null;
  return (
    <p id={id} role={stale ? undefined : 'alert'} className={styles.field}>
      {error}
    </p>
  );
}

export function FormError({ error }: { error: string | null }): ReactNode {
  if (error === null) return null;
  return (
    <p role="alert" className={styles.form}>
      {error}
    </p>
  );
}
