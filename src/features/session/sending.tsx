import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SyncClient } from '#sync/engine/client.ts';
import { useObservable, useSessionState } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import styles from './sending.module.css';

export function Sending({ onStay }: { onStay: () => void }): ReactNode {
  const { t } = useTranslation();
  const state = useSessionState();
  return (
    <div className={styles.sending}>
      {state.status === 'signed-in' ? <Left client={state.client} /> : <p role="status">{t('logout.busy')}</p>}
      <Link href="/home" className={buttonClass()} onClick={onStay}>
        {t('logout.stay')}
      </Link>
    </div>
  );
}

function Left({ client }: { client: SyncClient }): ReactNode {
  const { t } = useTranslation();
  const { waiting } = useObservable(client.status);
  const upload = useObservable(client.upload);
  return (
    <>
      <p role="status">{waiting > 0 ? t('logout.sending', { count: waiting }) : t('logout.busy')}</p>
      {upload && <progress aria-label={t('photo_upload.sending')} {...(upload.sent < 1 ? { value: upload.sent } : {})} />}
    </>
  );
}
