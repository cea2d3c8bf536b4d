import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { IconButton } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import styles from './banner.module.css';
import { rememberBannerClosed, wantsInstallBanner } from './install.ts';

/** Not part of the first screen. */
const InstallActions = lazyComponent(async () => (await import('./install-actions.tsx')).InstallActions, 'silent');

export const preloadInstallActions = InstallActions.preload;

/** Yellow, on phones and tablets only. */
export function InstallBanner(): ReactNode {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(wantsInstallBanner);
  if (!isShown) return null;
  const close = (): void => {
    rememberBannerClosed();
    setShown(false);
  };
  return (
    <section aria-label={t('install.label')} data-passing className={classes(styles.banner, styles.install)}>
      <span className={styles.text}>{t('install.text')}</span>
      <InstallActions className={styles.action} onInstalled={close} />
      <IconButton label={t('install.close')} className={styles.close} onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
