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
  return (
    <Section title={t('statistic.highscores')} href="/statistics">
      <ul className={styles['card']}>
        {counted.map((each) => (
          <Standing key={each.statistic.id} scores={each} />
        ))}
      </ul>
    </Section>
  );
}

/** Of all who counted, oneself alone is shown. */
function Standing({ scores: { statistic, shown, left } }: { scores: Scores }): ReactNode {
  const { t } = useTranslation();
  const [own] = shown;
  return (
    <li className={styles['row']}>
      <span className={listStyles['name']}>{textOf(t, statistic.nameI18N, statistic.nameI18N)}</span>
      {(own?.row.$pending?.length ?? 0) > 0 && <WaitingMark />}
      <span className={listStyles['none']}>
        {own ? t('statistic.own_place', { place: own.place, all: left + 1 }) : t('statistic.own_none')}
      </span>
      {own && <span className={listStyles['value']}>{own.row.value}</span>}
    </li>
  );
}
