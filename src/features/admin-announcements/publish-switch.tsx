import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Switch } from '#ui/forms/fields/switch.tsx';
import badge from '#ui/theme/badge.module.css';
import { Button } from '#ui/theme/button.tsx';
import { endToast, toast } from '#ui/overlays/toasts.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './announcement-card.module.css';
import { switchCommand } from './save-announcement.ts';
import type { AdminAnnouncement } from './use-admin-announcements.ts';

interface PublishSwitchProps extends AdminAnnouncement {
  event: EventRow;
}

export function PublishSwitch({ event, row, waiting, live }: PublishSwitchProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { clock: time, dateTime, dayKey } = useFormats(event);
  const [switched, setSwitched] = useState<boolean | null>(null);
  /** The state that is being stored; its line stays, so that its button keeps the focus. */
  const [turning, setTurning] = useState<boolean | null>(null);
  if (turning !== null && turning === row.active) {
    setSwitched(turning);
    setTurning(null);
  }
  const turn = async (on: boolean): Promise<void> => {
    // Ends a toast about the previous state.
    endToast();
    setTurning(on);
    try {
      const engine = await client.engine();
      await engine.executeAll([switchCommand(row, on)], null);
    } catch {
      setTurning(null);
      toast(t('announcements.update_failed'), 'error');
    }
  };
  const since = (at: string): string => (dayKey(at) === dayKey(new Date(clock.now()).toISOString()) ? time(at) : dateTime(at));
  const state = (): string => {
    if (row.active && !live) return t('admin_announcements.soon_live');
    if (live && !row.active) return t('admin_announcements.still_live');
    if (!live) return t('admin_announcements.is_inactive');
    // Rows that an earlier version of the app stored have no time.
    return row.activatedAt ? t('admin_announcements.live_since', { time: since(row.activatedAt) }) : t('admin_announcements.is_active');
  };
  return (
    <>
      <p className={styles.state}>
        <span className={row.active && live ? badge.badge : styles.draft}>{state()}</span>
        {waiting && <WaitingMark />}
      </p>
      <Switch
        label={t('admin_announcements.active')}
        hint={t(row.notificationSent && !(waiting && row.active) ? 'admin_announcements.active_sent' : 'admin_announcements.active_hint')}
        checked={row.active}
        onChange={(on) => void turn(on)}
      />
      <div role="status" className={styles.switched}>
        {/* A refused switch turns back, and its line disappears. */}
        {switched !== null && (turning !== null || switched === row.active) && (
          <>
            <span>{t(switched ? 'admin_announcements.published' : 'admin_announcements.withdrawn')}</span>
            <Button look="quiet" onClick={() => void turn(!row.active)}>
              {t('admin_announcements.undo')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
