import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '../../sync/react/hooks.tsx';
import { Button, IconButton } from '../../ui/look/button.tsx';
import { classes } from '../../ui/look/classes.ts';
import styles from './banner.module.css';
import { install, installOffer, rememberBannerClosed, wantsInstallBanner } from './install.ts';

/** Yellow, on phones and tablets only; its install button appears once the browser offers installation. */
export function InstallBanner(): ReactNode {
  const { t } = useTranslation();
  const offer = useObservable(installOffer);
  const [wanted, setWanted] = useState(() => wantsInstallBanner(navigator.userAgent));
  if (!wanted) return null;
  const close = (): void => {
    rememberBannerClosed();
    setWanted(false);
  };
  return (
    <section aria-label={t('install.label')} data-passing className={classes(styles['banner'], styles['install'])}>
      <span className={styles['text']}>{t('install.text')}</span>
      {offer && (
        <Button className={styles['action']} onClick={() => void install().then(close)}>
          {t('install.button')}
        </Button>
      )}
      <IconButton label={t('install.close')} className={styles['close']} onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
