import type { ReactNode } from 'react';
import styles from './locked.module.css';

/** Disables all controls except text fields while a form is being sent; those become read-only, and keep the focus. */
export function Locked({ locked, children }: { locked: boolean; children: ReactNode }): ReactNode {
  return (
    <fieldset disabled={locked} className={styles.locked}>
      {children}
    </fieldset>
  );
}
