import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HidePerson } from '#commands/moderation/hide-person.tsx';
import { useLive } from '#sync/react/hooks.tsx';
import { hiddenBy } from '#sync/mirror/people.ts';
import card from '#ui/theme/card.module.css';
import { Avatar } from '#ui/people/avatar.tsx';
import { personName } from '#ui/people/person-name.ts';
import profile from './profile-screen.module.css';

export function HiddenPeopleCard(): ReactNode {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const people = useLive(async (db) => {
    const hidden = await hiddenBy(db);
    const known =
      hidden.size === 0
        ? []
        : await db
            .mirror('participants')
            .filter(({ userId }) => hidden.has(userId))
            .toArray();
    // A person in several events appears once.
    return [...hidden].map((userId) => ({ userId, person: known.find((one) => one.userId === userId) }));
  }, []);
  // Stays after the last person was shown again, because it has the focus.
  const [wasThere, setWasThere] = useState(false);
  if (!wasThere && people && people.length > 0) setWasThere(true);
  if (!people || !wasThere) return null;
  return (
    <section className={card.card} aria-labelledby="hidden-people-card">
      <h2 id="hidden-people-card" ref={heading} tabIndex={-1}>
        {t('hidden_people.title')}
      </h2>
      <p className={profile.dim}>{t(people.length > 0 ? 'hidden_people.text' : 'hidden_people.none')}</p>
      <ul className={profile.list}>
        {people.map(({ userId, person }) => {
          const name = person ? personName(t, person) : t('hidden_people.elsewhere');
          return (
            <li key={userId} className={profile.person}>
              <Avatar name={person?.name ?? ''} image={person?.image ?? null} small />
              <span className={profile.name}>{name}</span>
              <HidePerson userId={userId} name={name} hint={false} onChanged={() => heading.current?.focus({ preventScroll: true })} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
