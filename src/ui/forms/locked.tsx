import type { ReactNode } from 'react';
import styles from './locked.module.css';

/** What is no text in a form that may be locked while that is being sent; a field of text is read-only then, and keeps the focus. */
export function Locked({ locked, children }: { locked: boolean; children: ReactNode }): ReactNode {
  return (
    <fieldset disabled={locked} className={styles['locked']}>
      {children}
    </fieldset>
  );
}
