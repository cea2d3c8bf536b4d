import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { buttonClass } from '../../ui/theme/button.tsx';
import styles from './outside-page.module.css';

/** A screen for somebody who is not signed in, with the way back. */
export function OutsidePage({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <main>
      {children}
      <p className={styles['back']}>
        <Link href="/home" className={buttonClass()}>
          {t('login.back')}
        </Link>
      </p>
    </main>
  );
}
