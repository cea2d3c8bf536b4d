import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'children'> {
  label: string;
  options: readonly { readonly value: string; readonly text: string }[];
}

/** A labelled choice of one among several, by the platform's own list. */
export function SelectField({ label, options, ...select }: SelectFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['row']}>
        <select {...select} id={id} className={styles['input']}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
