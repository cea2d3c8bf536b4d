import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './home-and-menu.module.css';

/** Shows how something will look on a phone; not interactive. */
export function PhonePreview({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.preview}>
      <h2 id={id}>{t('order.preview')}</h2>
      <p className={styles.hint}>{t('order.preview_hint')}</p>
      <div className={styles.phone} inert aria-hidden="true">
        {children}
      </div>
    </section>
  );
}
