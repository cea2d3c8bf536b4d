import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstallSteps } from '#feature-kit/install-guide.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from './notifications-screen.module.css';
import type { Push } from './use-push.ts';

export function ThisDevice({ push }: { push: Push }): ReactNode {
  const { t } = useTranslation();
  const { support, subscribed, permission, busy, turn } = push;
  if (support === 'needs-install') {
    return (
      <div className={styles.device}>
        <p>{t('push.needs_install')}</p>
        <InstallSteps last={t('push.step_open')} />
      </div>
    );
  }
  if (support === 'unsupported') return <p className={styles.device}>{t('push.unsupported')}</p>;
  if (permission === 'denied') return <p className={styles.device}>{t('push.denied')}</p>;
  return (
    <div className={styles.device}>
      <p>{t(subscribed ? 'push.is_on' : 'push.is_off')}</p>
      <div>
        <Button look={subscribed ? 'plain' : 'primary'} aria-disabled={busy} onClick={() => !busy && void turn(!subscribed)}>
          {t(subscribed ? 'push.disable' : 'push.enable')}
        </Button>
      </div>
    </div>
  );
}
