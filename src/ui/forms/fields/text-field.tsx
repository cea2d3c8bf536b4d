import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldError } from '../field-error.tsx';
import styles from './text-field.module.css';

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  label: string;
  error?: string | null;
  /** True if the error was announced before in other words, so that it is not announced again. */
  stale?: boolean;
  /** Describes valid input, before any error. */
  hint?: string;
  /** A button inside the field, after the text. */
  after?: ReactNode;
}

export function TextField({ label, error = null, stale, hint, after, ...input }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          className={styles.input}
          data-empty={input.value === '' ? '' : undefined}
          aria-invalid={error !== null}
          aria-describedby={descriptionOf(id, error, hint)}
        />
        {after}
      </div>
      {error === null && hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} stale={stale ?? false} />
    </div>
  );
}

/** The error replaces the hint, which has the same content. */
function descriptionOf(id: string, error: string | null, hint: string | undefined): string | undefined {
  if (error !== null) return `${id}-error`;
  return hint === undefined ? undefined : `${id}-hint`;
}
