import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { buttonClass } from '#ui/theme/button.tsx';
import styles from './outside-page.module.css';

/** A screen for a signed-out person, with a link back. */
export function OutsidePage({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <p className={styles.back}>
        <Link href="/home" className={buttonClass('quiet')}>
          {t('login.back')}
        </Link>
      </p>
      {children}
    </main>
  );
}
