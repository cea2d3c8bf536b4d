import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';

export function Brand(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.brand}>
      <Logo className={styles.logo} size={88} alt="" />
      {t('app.name')}
    </div>
  );
}
