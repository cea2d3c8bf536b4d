import type { ReactNode } from 'react';
import styles from './about.module.css';

/** A text whose paragraphs are parted by blank lines. */
export function Paragraphs({ text }: { text: string }): ReactNode {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={styles['paragraph']}>
      {paragraph}
    </p>
  ));
}
