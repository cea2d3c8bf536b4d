import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InstallGuide } from '#feature-kit/install-guide.tsx';
import { platform } from '#lib/platform.ts';
import { useObservable } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { install, installOffer } from './install.ts';

interface InstallActionsProps {
  className: string | undefined;
  onInstalled: () => void;
}

/** Installs the app when the browser offers it, or shows the steps on iPhone and iPad. */
export function InstallActions({ className, onInstalled }: InstallActionsProps): ReactNode {
  const { t } = useTranslation();
  const offer = useObservable(installOffer);
  const [guided, setGuided] = useState(false);
  return (
    <>
      {offer && (
        <Button className={className} onClick={() => void install().then(onInstalled)}>
          {t('install.button')}
        </Button>
      )}
      {platform().install === 'by-steps' && (
        <Button className={className} onClick={() => setGuided(true)}>
          {t('install.how')}
        </Button>
      )}
      {guided && <InstallGuide reason={t('install.text')} last={t('install.step_open')} onClose={() => setGuided(false)} />}
    </>
  );
}
