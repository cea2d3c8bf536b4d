import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** The screen with the full content. */
  href?: string;
  /** The time (ms since the epoch) at which the content is outdated. */
  until?: number | undefined;
  /** A control next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, href, until, action, children }: SectionProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} data-until={until}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {href && (
          <Link href={href} className={styles.more}>
            {t('app.show_all')}
            <span className="visually-hidden">: {title}</span>
          </Link>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}
