import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminPerson, setEventRole } from '#contract/endpoints/admin-users.ts';
import type { EventRole } from '#contract/roles.ts';
import { useCall } from '#feature-kit/use-call.ts';
import { Confirm } from '#ui/actions/confirm.tsx';
import { SelectField } from '#ui/forms/fields/select-field.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { personName } from '#ui/people/person-name.ts';
import { ActionCard } from './action-card.tsx';
import styles from './person-screen.module.css';

type EventOf = AdminPerson['events'][number];

export function EventsCard({ person, onChanged }: { person: AdminPerson; onChanged: () => void }): ReactNode {
  const { t } = useTranslation();
  const { busy, refused, proof, send } = useCall();
  const [removing, setRemoving] = useState<EventOf | null>(null);
  const name = personName(t, person);
  const set = async ({ id: eventId }: EventOf, role: EventRole | null): Promise<void> => {
    setRemoving(null);
    if (!(await send(setEventRole, { id: person.id }, { eventId, role }))) return;
    toast(t('admin_users.event_changed'));
    onChanged();
  };
  const own = person.events.filter(({ role }) => role !== null);
  const others = person.events.filter(({ role }) => role === null);
  return (
    <ActionCard
      title={t('admin_users.events')}
      text={t(own.length === 0 ? 'admin_users.events_none' : 'admin_users.events_text')}
      busy={busy}
      refused={refused}
      proof={proof}
    >
      {own.length > 0 && (
        <ul className={styles.list}>
          {own.map((event) => (
            <li key={event.id} className={styles.event}>
              <div className={styles.facts}>
                <p className={styles.title}>{event.title}</p>
                <p className={styles.dim}>{t(`admin_users.is_${event.role!}`)}</p>
              </div>
              <div className={styles.actions}>
                <Button aria-disabled={busy} onClick={() => void set(event, event.role === 'admin' ? 'participant' : 'admin')}>
                  {t(event.role === 'admin' ? 'admin_users.make_participant' : 'admin_users.make_admin')}
                  <span className="visually-hidden">: {event.title}</span>
                </Button>
                <Button look="quietDanger" aria-disabled={busy} onClick={() => setRemoving(event)}>
                  {t('admin_users.remove')}
                  <span className="visually-hidden">: {event.title}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && <AddToEvent key={others[0]!.id} events={others} busy={busy} onAdd={(event, role) => void set(event, role)} />}
      {removing && (
        <Confirm
          title={t('admin_users.remove_title', { name, title: removing.title })}
          text={t('admin_users.remove_text')}
          action={t('admin_users.remove')}
          onConfirm={() => void set(removing, null)}
          onCancel={() => setRemoving(null)}
        />
      )}
    </ActionCard>
  );
}

interface AddToEventProps {
  events: readonly EventOf[];
  busy: boolean;
  onAdd: (event: EventOf, role: EventRole) => void;
}

function AddToEvent({ events, busy, onAdd }: AddToEventProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(events[0]!.id);
  const event = events.find(({ id }) => id === chosen) ?? events[0]!;
  return (
    <>
      <SelectField
        label={t('admin_users.other_event')}
        value={event.id}
        onChange={({ target }) => setChosen(Number(target.value))}
        options={events.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
      <div className={styles.actions}>
        <Button aria-disabled={busy} onClick={() => onAdd(event, 'participant')}>
          {t('admin_users.add_participant')}
        </Button>
        <Button aria-disabled={busy} onClick={() => onAdd(event, 'admin')}>
          {t('admin_users.add_admin')}
        </Button>
      </div>
    </>
  );
}
