import type { ReactNode } from 'react';
import styles from './about.module.css';

/** Shows a text whose paragraphs are separated by blank lines. */
export function Paragraphs({ text }: { text: string }): ReactNode {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={styles['paragraph']}>
      {paragraph}
    </p>
  ));
}
