import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import styles from './link-cards.module.css';

interface LinkCard {
  readonly href: string;
  readonly icon: string;
  readonly title: string;
  readonly text: string;
}

/** Lists links to other screens. */
export function LinkCards({ links }: { links: readonly LinkCard[] }): ReactNode {
  const id = useId();
  return (
    <ul className={styles.list}>
      {links.map(({ href, icon, title, text }, index) => (
        <li key={href}>
          <Link href={href} className={styles.card} aria-describedby={`${id}-${index}`}>
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span id={`${id}-${index}`} className={styles.text}>
                {text}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
