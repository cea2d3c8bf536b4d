import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { momentText } from '#i18n/formats.ts';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import type { SyncStatus } from '#sync/engine/status.ts';
import { classes } from '#ui/theme/classes.ts';
import styles from './sync-indicator.module.css';

export type IndicatorKind = 'attention' | 'offline' | 'waiting' | 'following' | 'connecting' | 'level';

/** Returns the most important state: commands that need the person before pending ones. */
export function indicatorKind(status: SyncStatus): IndicatorKind {
  if (status.needsAttention > 0) return 'attention';
  if (status.connection === 'offline') return 'offline';
  if (status.waiting > status.following) return 'waiting';
  if (status.following > 0) return 'following';
  return status.upToDateAt === null || status.connection === 'unknown' ? 'connecting' : 'level';
}

const icons = { attention: CircleAlert, offline: WifiOff, waiting: Clock, following: Check, connecting: RefreshCw, level: Check };

/** One quiet line about the state of the sync; it opens the commands that were not sent. */
export function SyncIndicator(): ReactNode {
  const { t, i18n } = useTranslation();
  const status = useSyncStatus();
  const kind = indicatorKind(status);
  const Icon = kind === 'offline' && status.gateway ? CloudOff : icons[kind];
  const { needsAttention, upToDateAt } = status;
  const waiting = status.waiting - status.following;
  const offline = t(status.gateway ? 'sync.no_server' : 'sync.offline');
  const words = {
    attention: () => t('sync.attention', { count: needsAttention }),
    offline: () => (waiting > 0 ? `${offline} · ${waiting}` : offline),
    waiting: () => t('sync.waiting', { count: waiting }),
    following: () => t('sync.following'),
    connecting: () => t('sync.connecting'),
    level: () => t('sync.up_to_date'),
  }[kind]();
  // A phone's header has room for no more.
  const short = {
    attention: needsAttention,
    // The icon replaces the text, which is too long for an unreachable server.
    offline: waiting > 0 ? waiting : status.gateway ? null : words,
    waiting,
    following: null,
    connecting: null,
    level: null,
  };
  const spoken = {
    attention: words,
    offline: waiting > 0 ? `${offline}, ${t('sync.waiting', { count: waiting })}` : words,
    waiting: words,
    following: words,
    connecting: words,
    level: upToDateAt === null ? words : t('sync.up_to_date_at', { time: momentText(upToDateAt, i18n.language) }),
  }[kind];
  return (
    <Link href="/not-sent" aria-label={spoken} title={spoken} className={classes(styles.indicator, styles[kind])} data-ages>
      <Icon aria-hidden="true" />
      <span className={styles.short}>{short[kind]}</span>
      <span className={styles.words}>{words}</span>
    </Link>
  );
}
