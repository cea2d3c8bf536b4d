import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type NotificationSetting, type NotificationSettings, notificationTopics } from '#contract/resources/notifications.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { InstallSteps } from '#feature-kit/install-guide.tsx';
import { command } from '#sync/outbox/command.ts';
import { useLive, useSync, useSyncStatus } from '#sync/react/hooks.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { Spinner } from '#ui/loading/spinner.tsx';
import { Group } from '#ui/forms/fields/group.tsx';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { Button } from '#ui/theme/button.tsx';
import { QuietHours } from './quiet-hours.tsx';
import styles from './notifications-screen.module.css';
import { type Push, usePush } from './use-push.ts';

export function NotificationsScreen(): ReactNode {
  const { t } = useTranslation();
  const { userId } = useSync();
  const push = usePush();
  // Null means that the row is absent, undefined that it is not read.
  const settings = useLive(async (db) => (await db.mirror('notifications').get(userId)) ?? null, [userId]);
  useFetchError(settings === null);
  return (
    <Screen title={t('notifications.title')} note={t('notifications.note')}>
      <ThisDevice push={push} />
      {settings ? (
        <Topics settings={settings} waiting={(settings.$pending?.length ?? 0) > 0} push={push} />
      ) : (
        <div className={styles.loading}>
          <Spinner label={t('app.loading')} />
        </div>
      )}
    </Screen>
  );
}

/** Shows a toast if the settings are missing and the server cannot be reached, or refuses. */
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
  waiting: boolean;
  push: Push;
}

function Topics({ settings, waiting, push }: TopicsProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const isUsable = (topic: NotificationSetting): boolean => topic === 'general' || push.subscribed;
  const save = async (topic: NotificationSetting, on: boolean): Promise<void> => {
    // The permission request needs the tap, if still open. The setting is saved regardless of its result.
    const asks = on && push.permission === 'default' && push.support === 'supported';
    if (asks) void push.turn(true);
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver(
        [command('notifications', 'save', { [topic]: on }, { id: client.userId, eventId: 0 })],
        null,
      );
      const obstacle = on ? obstacleTo(push) : null;
      if (obstacle !== null) toast(t(`push.${obstacle}`), 'error');
      // The permission request reports its own result.
      else if (!asks) toastDelivery(t, await delivery, t('notification_update_success'));
    } catch {
      toast(t('notification_update_error'), 'error');
    }
  };
  const saveHours = async (hours: Pick<NotificationSettings, 'quietFrom' | 'quietTo'>): Promise<void> => {
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([command('notifications', 'save', hours, { id: client.userId, eventId: 0 })], null);
      toastDelivery(t, await delivery, t('notification_update_success'));
    } catch {
      toast(t('notification_update_error'), 'error');
    }
  };
  return (
    <>
      <Group label={t('notifications.topics')} className={styles.topics} labelClass={styles.label}>
        {notificationTopics.map((topic) => (
          <Switch
            key={topic}
            label={t(`notifications.${topic}`)}
            hint={t(`notifications.${topic}_hint`)}
            checked={settings[topic] !== false && isUsable(topic)}
            disabled={!isUsable(topic)}
            onChange={(on) => void save(topic, on)}
          />
        ))}
        {waiting && <WaitingMark />}
      </Group>
      <QuietHours settings={settings} onSave={(hours) => void saveHours(hours)} />
      <ReminderWays push={push} />
    </>
  );
}

/** Describes the ways in which this device reminds of the agenda. */
function ReminderWays({ push }: { push: Push }): ReactNode {
  const { t } = useTranslation();
  return (
    <section aria-label={t('reminders.title')}>
      <h2>{t('reminders.title')}</h2>
      <ul className={styles.ways}>
        <li>{t(push.subscribed ? 'reminders.push_on' : 'reminders.push_off')}</li>
        <li>{t('reminders.open')}</li>
        <li>
          {t('reminders.calendar')} <Link href="/agenda">{t('reminders.to_agenda')}</Link>
        </li>
      </ul>
    </section>
  );
}

/** Returns the reason why this device receives no messages regardless of the settings, or null. */
function obstacleTo({ support, permission }: Push): 'unsupported' | 'not_installed' | 'denied' | null {
  if (support === 'supported') return permission === 'denied' ? 'denied' : null;
  return support === 'unsupported' ? 'unsupported' : 'not_installed';
}

function ThisDevice({ push }: { push: Push }): ReactNode {
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
  if (permission === 'denied') return <p className={styles.blocked}>{t('push.denied')}</p>;
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
