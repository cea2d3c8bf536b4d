import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldError } from '../field-error.tsx';
import styles from './text-field.module.css';

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string;
  hint?: string;
  error?: string | null;
  /** True if the error was announced before in other words, so that it is not announced again. */
  stale?: boolean;
  options: readonly Option[];
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options of a select, also of one that is no field. */
export function Options({ options }: { options: readonly Option[] }): ReactNode {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
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
          <Options options={options} />
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
