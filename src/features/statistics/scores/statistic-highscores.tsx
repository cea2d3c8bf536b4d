import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../../contract/resources/events.ts';
import { textOf } from '../../../i18n/keys.ts';
import { Section } from '../../../ui/screen/section.tsx';
import { WaitingMark } from '../../../ui/text/waiting-mark.tsx';
import listStyles from './score-list.module.css';
import styles from './statistic-highscores.module.css';
import { type Scores, useScores } from './use-scores.ts';

/** Where oneself stands in each statistic, for the home screen; nothing where nothing is counted. */
export function StatisticHighscores({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const scores = useScores(event.id, 0);
  const counted = scores?.filter(({ total }) => total > 0) ?? [];
  if (counted.length === 0) return null;
  const standing = counted.filter(({ shown }) => shown.length > 0);
  return (
    <Section title={t('statistic.highscores')} href="/statistics">
      <ul className={styles['card']}>
        {standing.map((each) => (
          <Standing key={each.statistic.id} scores={each} />
        ))}
        {standing.length === 0 && <li className={listStyles['none']}>{t('statistic.own_none')}</li>}
      </ul>
    </Section>
  );
}

/** Of all who counted, oneself alone is shown. */
function Standing({ scores: { statistic, shown, left } }: { scores: Scores }): ReactNode {
  const { t } = useTranslation();
  const [own] = shown;
  if (!own) return null;
  const { place, row } = own;
  return (
    <li className={styles['row']}>
      <span className={listStyles['name']}>{textOf(t, statistic.nameI18N, statistic.nameI18N)}</span>
      {(row.$pending?.length ?? 0) > 0 && <WaitingMark />}
      <span className={listStyles['none']}>{t('statistic.own_place', { place, all: left + 1 })}</span>
      <span className={listStyles['value']}>{row.value}</span>
    </li>
  );
}
