import type { ReactNode } from 'react';
import styles from './spinner.module.css';

export function Spinner({ label }: { label: string }): ReactNode {
  return (
    <div role="status">
      <div className={styles.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
