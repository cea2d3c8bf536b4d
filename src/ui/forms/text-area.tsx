import { type ReactNode, type Ref, useId } from 'react';
import styles from './text-area.module.css';

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  placeholder?: string;
  /** In UTF-16 code units. */
  maxLength?: number;
  readOnly?: boolean;
  inputRef?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, value, onChange, error = null, placeholder, maxLength, readOnly, inputRef }: TextAreaProps): ReactNode {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={inputRef}
        id={id}
        className={styles['input']}
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        readOnly={readOnly}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-error`} role="alert" className={styles['error']}>
        {error}
      </p>
    </div>
  );
}
