import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/theme/button.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { usePush } from './use-push.ts';

const InstallGuide = lazyComponent(async () => (await import('#feature-kit/install-guide.tsx')).InstallGuide, 'over');

/** Switches push messages on this device; explains first that iOS requires the installed app. */
export function NotificationBell(): ReactNode {
  const { t } = useTranslation();
  const { subscribed, support, busy, turn } = usePush();
  const [explaining, setExplaining] = useState(false);
  const press = (): void => {
    if (busy) return;
    if (support === 'needs-install') setExplaining(true);
    else void turn(!subscribed);
  };
  const Icon = subscribed ? Bell : BellOff;
  return (
    <>
      <IconButton label={t(subscribed ? 'push.turn_off' : 'push.turn_on')} aria-disabled={busy} onClick={press}>
        <Icon aria-hidden="true" />
      </IconButton>
      {explaining && <InstallGuide reason={t('push.needs_install')} last={t('push.step_open')} onClose={() => setExplaining(false)} />}
    </>
  );
}
