import { type ReactNode, useId } from 'react';
import { FieldError } from '../field-error.tsx';
import styles from './text-area.module.css';
import { useGrowing } from './use-growing.ts';

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  /** True if the error was announced before in other words, so that it is not announced again. */
  stale?: boolean;
  /** Describes valid input; an error replaces it. */
  hint?: string;
  placeholder?: string;
  /** In UTF-16 code units. */
  maxLength?: number;
  readOnly?: boolean;
  required?: boolean;
  name?: string;
}

export function TextArea({
  label,
  value,
  onChange,
  error = null,
  stale,
  hint,
  placeholder,
  maxLength,
  readOnly,
  required,
  name,
}: TextAreaProps): ReactNode {
  const id = useId();
  const field = useGrowing(value);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        name={name}
        className={styles.input}
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        readOnly={readOnly}
        required={required}
        aria-invalid={error !== null}
        aria-describedby={error === null ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error === null && hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} stale={stale ?? false} />
    </div>
  );
}
