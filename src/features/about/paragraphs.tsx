import type { ReactNode } from 'react';
import styles from './about.module.css';

export function Paragraphs({ text }: { text: string }): ReactNode {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={styles.paragraph}>
      {paragraph}
    </p>
  ));
}
