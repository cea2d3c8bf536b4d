import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { LucideIcon } from 'lucide-react';
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

interface SyncWords {
  readonly kind: IndicatorKind;
  readonly Icon: LucideIcon;
  /** The state in a few words. */
  readonly words: string;
  /** The state with the time of the last update, or with the number of pending commands. */
  readonly spoken: string;
}

export function useSyncWords(): SyncWords {
  const { t, i18n } = useTranslation();
  const status = useSyncStatus();
  const kind = indicatorKind(status);
  const { needsAttention, upToDateAt, gateway } = status;
  const waiting = status.waiting - status.following;
  const offline = t(gateway ? 'sync.no_server' : 'sync.offline');
  const pending = t('sync.waiting', { count: waiting });
  const words = {
    attention: () => t('sync.attention', { count: needsAttention }),
    offline: () => (waiting > 0 ? `${offline} · ${waiting}` : offline),
    waiting: () => pending,
    following: () => t('sync.following'),
    connecting: () => t('sync.connecting'),
    level: () => t('sync.up_to_date'),
  }[kind]();
  const spoken =
    kind === 'offline' && waiting > 0
      ? `${offline}, ${pending}`
      : kind === 'level' && upToDateAt !== null
        ? t('sync.up_to_date_at', { time: momentText(upToDateAt, i18n.language) })
        : words;
  return { kind, Icon: kind === 'offline' && gateway ? CloudOff : icons[kind], words, spoken };
}

/** The state of the sync if it is not level; it opens the commands that were not sent. The profile overlay always shows the state. */
export function SyncIndicator(): ReactNode {
  const status = useSyncStatus();
  const { kind, Icon, words, spoken } = useSyncWords();
  if (kind === 'level') return null;
  const waiting = status.waiting - status.following;
  // A phone's header has room for no more. The icon replaces the text for an unreachable server.
  const counted = { attention: status.needsAttention, offline: waiting || (status.gateway ? null : words), waiting };
  const short = kind in counted ? counted[kind as keyof typeof counted] : null;
  return (
    <Link href="/not-sent" aria-label={spoken} title={spoken} className={classes(styles.indicator, styles[kind])} data-ages>
      <Icon aria-hidden="true" />
      <span className={styles.short}>{short}</span>
      <span className={styles.words}>{words}</span>
    </Link>
  );
}
