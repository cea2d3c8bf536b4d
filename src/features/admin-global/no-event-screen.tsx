import PartyPopper from 'lucide-react/icons/party-popper';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './event-list.module.css';
import { NewEventForm } from './new-event-form.tsx';

/** The start screen of a global admin without an event: create one, or choose an existing one. */
export function NoEventScreen(): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [created, setCreated] = useState<EventRow | null>(null);
  const others = useLive(
    (db) =>
      db
        .mirror('events')
        .filter(({ $gone }) => !$gone)
        .count(),
    [],
  );
  if (others === undefined) return null;
  const opened = (event: EventRow): void => {
    setCreated(event);
    // The screen appears as soon as the device has the event.
    navigate('/admin/first-steps', { replace: true });
  };
  if (created) {
    return (
      <Screen title={created.title}>
        <div role="status">
          <EmptyState icon={PartyPopper} title={t('first_event.created')} text={t('first_event.created_text')} />
        </div>
      </Screen>
    );
  }
  const isFirst = others === 0;
  return (
    <Screen
      title={t(isFirst ? 'first_event.title' : 'first_event.another')}
      note={t(isFirst ? 'first_event.text' : 'first_event.another_text')}
    >
      {!isFirst && (
        <div className={styles.actions}>
          <Link href="/switch" className={buttonClass('plain')}>
            {t('first_load.choose_event')}
          </Link>
          <Link href="/admin/global" className={buttonClass('plain')}>
            {t('menu.admin_global')}
          </Link>
        </div>
      )}
      <NewEventForm onCreated={opened} />
      {isFirst && (
        <div>
          <Link href="/admin/global" className={buttonClass('subtle')}>
            {t('menu.admin_global')}
          </Link>
        </div>
      )}
    </Screen>
  );
}
