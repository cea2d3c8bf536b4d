import type { ReactNode } from 'react';
import type { Marked } from './index/marks.ts';
import styles from './search.module.css';

/** A text with the words that were searched for marked. */
export function MarkedText({ parts }: { parts: Marked }): ReactNode {
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
