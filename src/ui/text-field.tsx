import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  label: string;
  error?: string | null;
  /** A button inside the field, behind the text. */
  after?: ReactNode;
}

/** A labelled line of text with its error below. */
export function TextField({ label, error = null, after, ...input }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['row']}>
        <input
          {...input}
          id={id}
          className={styles['input']}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
        />
        {after}
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
