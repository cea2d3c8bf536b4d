import Tent from 'lucide-react/icons/tent';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useRefresh, useSync } from '#sync/react/hooks.tsx';
import { findEventByCode } from '#sync/session/joining.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useMediaQuery } from '#ui/layout/use-media-query.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { Button } from '#ui/theme/button.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { EventCard } from './event-card.tsx';
import { JoinOverlay } from './join-overlay.tsx';
import { isAboutCode, listProblem } from './join-problem.ts';
import styles from './switch-screen.module.css';
import { useEvents } from './use-events.ts';
import { type Switching, useSwitch } from './use-switch.ts';

/** From this width on, the button for a code fits next to the title. */
const roomyTitle = '(min-width: 40em)';

export function SwitchScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull'));
  const events = useEvents(useNow(60_000));
  const switching = useSwitch();
  const { asks } = switching;
  const isRoomy = useMediaQuery(roomyTitle);
  const [asksCode, setAsksCode] = useState(false);
  const byCode = (
    <Button look="primary" onClick={() => setAsksCode(true)}>
      {t('eventSwitch.by_code')}
    </Button>
  );
  return (
    <Screen title={t('eventSwitch.title')} note={t('eventSwitch.text')} actions={isRoomy && byCode} onRefresh={refresh}>
      {events && events.upcoming.length + events.past.length === 0 && (
        <EmptyList icon={Tent} title={t('eventSwitch.empty')} text={t('eventSwitch.empty_text')} />
      )}
      {events && <Events title={t('eventSwitch.upcoming')} events={events.upcoming} switching={switching} />}
      {events && <Events title={t('eventSwitch.past')} events={events.past} switching={switching} />}
      {!isRoomy && <div className={styles.byCode}>{byCode}</div>}
      <SwitchByCode asking={asksCode} onClose={() => setAsksCode(false)} />
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
function SwitchByCode({ asking, onClose }: { asking: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const [found, setFound] = useState<EventByCode | null>(null);
  return (
    <>
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
            onClose();
            return setFound(answer.event);
          }}
          onClose={onClose}
        />
      )}
      {found && <JoinOverlay code={found.code} found={found} onClose={() => setFound(null)} onJoined={() => navigate('/home')} />}
    </>
  );
}

interface CodeFormProps {
  title: string;
  text: string;
  submit: string;
  /** Receives a code that is never blank. */
  onSend: (code: string) => Sent<'code'>;
  onClose: () => void;
}

/** Asks for an event code; a refusal appears at the field, and the typed code stays. */
function CodeForm({ title, text, submit, onSend, onClose }: CodeFormProps): ReactNode {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const typed = code.trim();
  const form = useForm<string, 'code'>({
    read: { kind: 'args', args: typed },
    ready: typed !== '',
    focus: 'code',
    send: onSend,
    failure: t('switchCard.switch_error'),
  });
  return (
    <Modal onClose={() => !form.busy && onClose()}>
      <Dialog.Title>{title}</Dialog.Title>
      <p className={overlay.text}>{text}</p>
      <form {...form.props} className={overlay.form}>
        <TextField
          label={t('register.event_code')}
          {...form.field('code')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.codeLength}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <FormActions form={form} submit={form.busy ? t('app.loading') : submit} onCancel={onClose} />
      </form>
    </Modal>
  );
}
