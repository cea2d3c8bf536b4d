import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

/** The placeholder of a list during the very first load. */
export function Skeleton({ blocks = 3 }: { blocks?: number | undefined }): ReactNode {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: blocks }, (_, index) => (
        <div key={index} className={styles.block} />
      ))}
    </div>
  );
}
