import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './login-screen.module.css';

/** The app's name over the screens of somebody who is not signed in. */
export function Brand(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles['brand']}>
      <img className={styles['logo']} src="/icons/logo.svg" width={88} height={88} alt="" />
      {t('app.name')}
    </div>
  );
}
