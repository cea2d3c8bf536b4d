import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldError } from './field-error.tsx';
import styles from './text-field.module.css';

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string;
  error?: string | null;
  /** The error was said before, in other words: it is not read out again. */
  stale?: boolean;
  options: readonly { readonly value: string; readonly label: string }[];
}

/** One of several, by what the platform has for it. */
export function SelectField({ label, error = null, stale, options, ...select }: SelectFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['row']}>
        <select
          {...select}
          id={id}
          className={styles['input']}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <FieldError id={`${id}-error`} error={error} stale={stale ?? false} />
    </div>
  );
}
