import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldError } from '../field-error.tsx';
import styles from './text-field.module.css';

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string;
  hint?: string;
  error?: string | null;
  /** True if the error was announced before in other words, so that it is not announced again. */
  stale?: boolean;
  options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField({ label, hint, error = null, stale, options, ...select }: SelectFieldProps): ReactNode {
  const id = useId();
  const described = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`].filter((each) => each !== null);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <select
          {...select}
          id={id}
          className={styles.input}
          aria-invalid={error !== null}
          aria-describedby={described.join(' ') || undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} stale={stale ?? false} />
    </div>
  );
}
