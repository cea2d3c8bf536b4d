import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSite } from '../../sync/react/use-site.ts';
import { buttonClass } from '../../ui/look/button.tsx';
import styles from './factor-notice.module.css';

/** Tells an admin whose second factor is off that the server requires it, as far as the device knows, and leads to where it is turned on. */
export function FactorNotice(): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const { adminsNeedFactor = false } = useSite();
  if (!adminsNeedFactor) return null;
  return (
    <div className={styles['place']}>
      <section className={styles['notice']} aria-labelledby={id}>
        <p id={id} className={styles['title']}>
          {t('admin_factor.title')}
        </p>
        <p>{t('admin_factor.text')}</p>
        <div>
          <Link href="/my-profile" className={buttonClass('primary')}>
            {t('admin_factor.open')}
          </Link>
        </div>
      </section>
    </div>
  );
}
