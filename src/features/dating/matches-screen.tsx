import HeartHandshake from 'lucide-react/icons/heart-handshake';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton, preloadContactOverlay } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './matches-screen.module.css';
import { useNewMatches } from './new-matches.ts';
import { useMatches } from './use-dating.ts';

export function MatchesScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'date_matches'));
  const event = useActiveEvent();
  return (
    <Screen title={t('date_matches.title')} onRefresh={refresh}>
      {event && <MatchList key={event.id} event={event} />}
    </Screen>
  );
}

function MatchList({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const found = useMatches(event.id);
  const fresh = useNewMatches(event.id);
  useEffect(() => void preloadContactOverlay(), []);
  if (!found) return null;
  const { matches, people } = found;
  const back = (
    <Link href="/date/" className={buttonClass()}>
      {t('date_matches.back')}
    </Link>
  );
  return (
    <>
      {matches.length === 0 && (
        <EmptyList icon={HeartHandshake} title={t('date_matches.empty')} text={t('date_matches.empty_text')}>
          {back}
        </EmptyList>
      )}
      {matches.length > 0 && (
        <ul className={styles.list} aria-label={t('date_matches.title')}>
          {matches.map(({ id, otherId, overlappingInterests }) => {
            const person = people.get(otherId);
            const name = personName(t, person);
            return (
              <li key={id}>
                <article className={styles.card} aria-label={name}>
                  <Avatar name={person?.name ?? ''} image={person?.image ?? null} large />
                  <div className={styles.words}>
                    <h2 className={styles.name}>
                      {name} {fresh.has(id) && <span className={styles.new}>{t('date_matches.new')}</span>}
                    </h2>
                    <p className={styles.both}>
                      {t('date_matches.both', { interests: overlappingInterests.map((interest) => t(interest)).join(', ') })}
                    </p>
                    {person && (
                      <PersonButton person={person} className={styles.contact}>
                        {t('date_matches.contact')}
                      </PersonButton>
                    )}
                  </div>
                </article>
              </li>
            );
          })}
        </ul>
      )}
      {matches.length > 0 && (
        <>
          <p>{t('date_matches.stays')}</p>
          <p>{back}</p>
        </>
      )}
    </>
  );
}
