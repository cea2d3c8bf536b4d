import Search from 'lucide-react/icons/search';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import styles from './search-field.module.css';

interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange'> {
  /** The accessible name, and the placeholder while the field is empty. */
  label: string;
  onChange: (words: string) => void;
}

/** A field that filters the list below it. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps): ReactNode {
  return (
    <label className={styles.search}>
      <Search aria-hidden="true" />
      <input
        {...input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        maxLength={limits.searchLength}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
