import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/resources/participants.ts';
import { may } from '#contract/roles.ts';
import { useActor } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { useHidden } from '#sync/react/use-hidden.ts';
import badges from '#ui/theme/badge.module.css';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton, preloadContactOverlay } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import styles from './participants.module.css';

const MemberActions = lazyComponent(async () => (await import('./member-actions.tsx')).MemberActions, 'part');

export function PeopleList({ people }: { people: readonly Participant[] }): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const hidden = useHidden();
  useEffect(() => void preloadContactOverlay(), []);
  if (people.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('participants.list')}>
      {people.map((person) => (
        <li key={person.id}>
          <PersonButton
            person={person}
            className={styles.person}
            Actions={may(actor, 'event-admin', { eventId: person.eventId }) && person.userId !== actor?.userId ? MemberActions : undefined}
          >
            <Avatar name={person.name} image={person.image} />
            <span className={styles.names}>
              <span className={styles.name}>{personName(t, person)}</span>
              <span className={styles.email}>{person.email}</span>
            </span>
            {hidden?.has(person.userId) && <span className={badges.badge}>{t('hidden_people.hidden')}</span>}
          </PersonButton>
        </li>
      ))}
    </ul>
  );
}
