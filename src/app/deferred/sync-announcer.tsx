import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import { indicatorKind } from '../shell/header/sync-indicator.tsx';

/** Announces a change of the connection to screen readers, once, and only after it was stable for a moment. */
export function SyncAnnouncer(): ReactNode {
  const { t } = useTranslation();
  const status = useSyncStatus();
  const kind = indicatorKind(status);
  const offline = t(status.gateway ? 'sync.no_server' : 'sync.offline');
  const [announced, setAnnounced] = useState('');
  const wasOffline = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (kind === 'offline') setAnnounced(offline);
      else if (kind === 'attention') setAnnounced(t('refused.label'));
      else if (wasOffline.current && kind !== 'connecting') setAnnounced(t('sync.back_online'));
      // Emptied, so that a repeated announcement is read again.
      else setAnnounced('');
      wasOffline.current = kind === 'offline';
    }, 1_500);
    return () => clearTimeout(timer);
  }, [kind, offline, t]);
  return (
    <span role="status" className="visually-hidden">
      {announced}
    </span>
  );
}
