import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../../contract/resources/events.ts';
import { textOf } from '../../../i18n/keys.ts';
import { Section } from '../../../ui/screen/section.tsx';
import { ScoreList } from './score-list.tsx';
import styles from './high-scores.module.css';
import { useScores } from './use-scores.ts';

/** So many of each statistic are named. */
const most = 3;

/** The best of each statistic, for the home screen; nothing where nothing is counted. */
export function StatisticHighscores({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const scores = useScores(event.id, most);
  const counted = scores?.filter(({ shown }) => shown.length > 0) ?? [];
  if (counted.length === 0) return null;
  return (
    <Section title={t('statistic.highscores')} href="/statistics">
      {counted.map((each) => (
        <div key={each.statistic.id} className={styles['card']}>
          <div className={styles['head']}>
            <h3>{textOf(t, each.statistic.nameI18N, each.statistic.nameI18N)}</h3>
            <p className={styles['total']}>{t('statistic.total', { count: each.total })}</p>
          </div>
          <ScoreList scores={{ ...each, left: 0 }} />
        </div>
      ))}
    </Section>
  );
}
