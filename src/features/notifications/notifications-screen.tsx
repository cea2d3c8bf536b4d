import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type NotificationSettings, notifications } from '../../../contract/resources/notifications.ts';
import { tellDelivery } from '../../commands/use-deliver.ts';
import { command } from '../../sync/outbox/outbox.ts';
import { useLive, useSync, useSyncStatus } from '../../sync/react/hooks.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Spinner } from '../../ui/loading/spinner.tsx';
import { Group } from '../../ui/forms/fields/group.tsx';
import { Switch } from '../../ui/forms/fields/switch.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import styles from './notifications-screen.module.css';
import { ThisDevice } from './this-device.tsx';
import { type Push, usePush } from './use-push.ts';

const topics = ['general', 'chats', 'meetups', 'pictures'] as const;
type Topic = (typeof topics)[number];

/** What one wants to be told by push, and whether this device is told at all. */
export function NotificationsScreen(): ReactNode {
  const { t } = useTranslation();
  const { userId } = useSync();
  const push = usePush();
  // Null: read, and not there.
  const settings = useLive(async (db) => (await db.mirror('notifications').get(userId)) ?? null, [userId]);
  useFetchError(settings === null);
  return (
    <Screen title={t('notifications.title')} note={t('notifications.note')}>
      <ThisDevice push={push} />
      {settings ? (
        <Topics settings={settings} waiting={(settings.$pending?.length ?? 0) > 0} push={push} />
      ) : (
        <div className={styles['loading']}>
          <Spinner label={t('app.loading')} />
        </div>
      )}
    </Screen>
  );
}

/** Says that the settings could not be loaded, when they are not here and the server cannot be reached, or refuses. */
function useFetchError(missing: boolean): void {
  const { t } = useTranslation();
  const { connection, pullRefused } = useSyncStatus();
  const failed = connection === 'offline' || pullRefused !== null;
  useEffect(() => {
    if (missing && failed) toast(t('notification_fetch_error'), 'error');
  }, [missing, failed, t]);
}

interface TopicsProps {
  settings: NotificationSettings;
  /** A change has not reached the server yet. */
  waiting: boolean;
  push: Push;
}

function Topics({ settings, waiting, push }: TopicsProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const isUsable = (topic: Topic): boolean => topic === 'general' || push.subscribed;
  const save = async (topic: Topic, on: boolean): Promise<void> => {
    // Permission is asked for with the tap where it has not been settled; the setting holds whatever comes of it, and waits for none of it.
    const asks = on && push.permission === 'default' && push.support === 'supported';
    if (asks) void push.turn(true);
    try {
      const { delivery } = await client.deliver([command(notifications, 'save', { [topic]: on }, { id: client.userId, eventId: 0 })], null);
      const obstacle = on ? obstacleTo(push) : null;
      if (obstacle !== null) toast(t(`push.${obstacle}`), 'error');
      // What came of asking is said by whoever asked.
      else if (!asks) tellDelivery(t, await delivery, t('notification_update_success'));
    } catch {
      toast(t('notification_update_error'), 'error');
    }
  };
  return (
    <Group label={t('notifications.topics')} className={styles['topics']} labelClass={styles['label']}>
      {topics.map((topic) => (
        <Switch
          key={topic}
          label={t(`notifications.${topic}`)}
          hint={t(`notifications.${topic}_hint`)}
          checked={settings[topic] && isUsable(topic)}
          disabled={!isUsable(topic)}
          onChange={(on) => void save(topic, on)}
        />
      ))}
      {waiting && <WaitingMark />}
    </Group>
  );
}

/** Why nothing of it would come to this device, whatever is saved. */
function obstacleTo({ support, permission }: Push): 'unsupported' | 'not_installed' | 'denied' | null {
  if (support === 'supported') return permission === 'denied' ? 'denied' : null;
  return support === 'unsupported' ? 'unsupported' : 'not_installed';
}
