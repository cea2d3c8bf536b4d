import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export function EmptyState({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text?: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.empty}>
      <Icon className={styles.icon} aria-hidden="true" />
      <h2>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  );
}
