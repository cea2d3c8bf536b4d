import Check from 'lucide-react/icons/check';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StorageWarning } from '#feature-kit/storage-warning.tsx';
import { momentText } from '#i18n/formats.ts';
import { platform } from '#lib/platform.ts';
import { persistStorage, storageIsKept } from '#sync/device/kept-storage.ts';
import { useObservable, useOutbox, useRefresh, useSyncStatus } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useCommandCard } from '#commands/use-command-card.tsx';
import { type CommandGroup, commandGroups, waitingReason } from './groups.ts';
import styles from './not-sent-screen.module.css';

export function NotSentScreen(): ReactNode {
  const { t } = useTranslation();
  const entries = useOutbox();
  const Card = useCommandCard();
  // Preloaded, because there may be no network when a command needs it.
  useEffect(() => void Card.preload().catch(() => undefined), [Card]);
  if (!entries) return null;
  const groups = commandGroups(entries);
  const attention = groups.filter(({ needsAttention }) => needsAttention);
  const waiting = groups.filter(({ needsAttention }) => !needsAttention);
  return (
    <Screen title={t('not_sent.title')} note={<Standing />} actions={<TryNow waits={entries.some(({ state }) => state === 'waiting')} />}>
      {groups.length > 0 && <StorageWarning className={styles.warning} />}
      {waiting.length > 0 && <KeepData />}
      {groups.length === 0 && <EmptyState icon={Check} title={t('not_sent.nothing')} text={t('not_sent.nothing_text')} />}
      {attention.length > 0 && (
        <Section title={t('not_sent.attention')}>
          <Groups groups={attention} />
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={t('not_sent.waiting')}>
          <Groups groups={waiting} />
        </Section>
      )}
    </Screen>
  );
}

function Groups({ groups }: { groups: readonly CommandGroup[] }): ReactNode {
  const { t } = useTranslation();
  const { connection, gateway } = useSyncStatus();
  const unreached = connection !== 'offline' ? null : gateway ? 'no_server' : 'offline';
  const Card = useCommandCard();
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <ul key={group.lane} className={styles.group}>
          {group.entries.map((entry) => (
            <li key={entry.key}>
              <Card entry={entry} reason={t(`not_sent.reason_${waitingReason(entry, group, unreached)}`)} />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

function Standing(): ReactNode {
  const { t, i18n } = useTranslation();
  const { connection, gateway, upToDateAt } = useSyncStatus();
  if (connection !== 'offline') {
    return upToDateAt === null ? t('sync.connecting') : t('sync.up_to_date_at', { time: momentText(upToDateAt, i18n.language) });
  }
  if (upToDateAt === null) return t(gateway ? 'sync.no_server_never' : 'sync.offline_never');
  return t(gateway ? 'sync.no_server_since' : 'sync.offline_since', { time: momentText(upToDateAt, i18n.language) });
}

/** Sends pending commands now, or only pulls if none is pending. One button for both keeps the focus when everything was sent. */
function TryNow({ waits }: { waits: boolean }): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t));
  const [busy, setBusy] = useState(false);
  const tryNow = (): void => {
    setBusy(true);
    void refresh().finally(() => setBusy(false));
  };
  const label = t(busy ? 'pull.busy' : waits ? 'not_sent.try_now' : 'app.refresh');
  return (
    <Button look={waits ? 'plain' : 'icon'} title={label} aria-label={label} aria-disabled={busy} onClick={busy ? undefined : tryNow}>
      {waits ? label : <RefreshCw aria-hidden="true" />}
    </Button>
  );
}

/** Explains the permission to keep data, and requests it once by a button; renders nothing if the browser does not ask the person. */
export function KeepData(): ReactNode {
  const { t } = useTranslation();
  const kept = useObservable(storageIsKept);
  const [hasAsked, setHasAsked] = useState(false);
  if (kept !== false || hasAsked || platform().persist !== 'asks-person') return null;
  const ask = (): void => {
    setHasAsked(true);
    void persistStorage();
  };
  return (
    <div>
      <p>{t('not_sent.keep_text')}</p>
      <Button onClick={ask}>{t('not_sent.keep')}</Button>
    </div>
  );
}
