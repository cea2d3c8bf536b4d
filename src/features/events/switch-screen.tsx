import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useRefresh, useSync } from '#sync/react/hooks.tsx';
import { findEventByCode } from '#sync/session/joining.ts';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Button } from '#ui/theme/button.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { CodeForm } from './code-form.tsx';
import { EventCard } from './event-card.tsx';
import { JoinOverlay } from './join-overlay.tsx';
import { isAboutCode, listProblem } from './join-problem.ts';
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

/** Opens any event by its code, also an unlisted one, and shows it before joining. */
function SwitchByCode(): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const [found, setFound] = useState<EventByCode | null>(null);
  return (
    <div className={styles.byCode}>
      <Button look="primary" onClick={() => setAsking(true)}>
        {t('eventSwitch.by_code')}
      </Button>
      {asking && (
        <CodeForm
          title={t('eventSwitch.by_code')}
          text={t('eventSwitch.code_text')}
          submit={t('eventSwitch.show')}
          onSend={async (code) => {
            const answer = await findEventByCode(client, code);
            if (answer.kind !== 'found')
              return (words) => ({
                [isAboutCode(answer) ? 'code' : 'form']: listProblem(words, answer, words('eventSwitch.switch_failed')),
              });
            setAsking(false);
            return setFound(answer.event);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {found && <JoinOverlay code={found.code} found={found} onClose={() => setFound(null)} onJoined={() => navigate('/home')} />}
    </div>
  );
}
