import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import styles from './link-cards.module.css';

interface LinkCard {
  readonly href: string;
  readonly icon: string;
  readonly title: string;
  readonly text: string;
}

/** Lists links to other screens; `ordered` if they are steps. */
export function LinkCards({ links, ordered = false }: { links: readonly LinkCard[]; ordered?: boolean }): ReactNode {
  const id = useId();
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={styles.list}>
      {links.map(({ href, icon, title, text }, index) => (
        <li key={href}>
          <Link href={href} className={styles.card} aria-describedby={`${id}-${index}`}>
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{ordered ? `${index + 1}. ${title}` : title}</span>
              <span id={`${id}-${index}`} className={styles.text}>
                {text}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </List>
  );
}
