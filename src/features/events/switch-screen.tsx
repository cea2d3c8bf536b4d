import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useRefresh } from '#sync/react/hooks.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { CodeForm } from './code-form.tsx';
import { EventCard } from './event-card.tsx';
import { SwitchByCode } from './switch-by-code.tsx';
import styles from './switch-screen.module.css';
import { useEvents } from './use-events.ts';
import { type Switching, useSwitch } from './use-switch.ts';

export function SwitchScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull'));
  const events = useEvents(useNow(60_000));
  const switching = useSwitch();
  const { asks } = switching;
  return (
    <Screen title={t('eventSwitch.title')} note={t('eventSwitch.text')} actions={<RefreshButton onRefresh={refresh} />}>
      {events && events.upcoming.length + events.past.length === 0 && (
        <EmptyList icon="🎪" title={t('eventSwitch.empty')} text={t('eventSwitch.empty_text')} />
      )}
      {events && <Events title={t('eventSwitch.upcoming')} events={events.upcoming} switching={switching} />}
      {events && <Events title={t('eventSwitch.past')} events={events.past} switching={switching} />}
      <SwitchByCode />
      {asks && (
        <CodeForm
          title={t('switchCard.code_title', { title: asks.title })}
          text={t('switchCard.code_text')}
          submit={t('switchCard.switch')}
          onSend={(code) => switching.goWithCode(asks, code)}
          onClose={switching.stopAsking}
        />
      )}
    </Screen>
  );
}

function Events({ title, events, switching }: { title: string; events: readonly EventRow[]; switching: Switching }): ReactNode {
  if (events.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.list}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} switching={switching} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
