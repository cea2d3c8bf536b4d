import type { ReactNode } from 'react';
import styles from './hero.module.css';

/** Words on a picture, at its lower edge. */
export function Hero({ picture, children }: { picture: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={styles.hero}>
      {picture}
      <div className={styles.words}>{children}</div>
    </div>
  );
}
