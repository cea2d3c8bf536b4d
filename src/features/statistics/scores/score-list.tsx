import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#sync/react/hooks.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './score-list.module.css';
import type { Scores } from './read-scores.ts';

export function ScoreList({ scores: { shown, counted, people } }: { scores: Scores }): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  if (shown.length === 0) return <p className={styles.none}>{t('statistic.noData')}</p>;
  const left = counted - shown.length;
  return (
    <>
      <ol className={styles.list}>
        {shown.map(({ row: { id, userId, value, $pending }, place }) => {
          const person = people.get(userId);
          const name = personName(t, person);
          const own = userId === me?.id;
          return (
            <li key={id} className={styles.row}>
              <span className={styles.place}>{place}.</span>
              <Avatar name={person?.name ?? ''} image={person?.image ?? null} small />
              <span className={styles.name}>
                {own && t('statistic.you')}
                {!own && (person ? <PersonButton person={person}>{name}</PersonButton> : name)}
              </span>
              {($pending?.length ?? 0) > 0 && <WaitingMark />}
              <span className={styles.value}>{value}</span>
            </li>
          );
        })}
      </ol>
      {left > 0 && <p className={styles.none}>{t('statistic.more', { count: left })}</p>}
    </>
  );
}
