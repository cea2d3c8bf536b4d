import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { textOf } from '#i18n/keys.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { statisticsOf } from '../read-statistics.ts';
import styles from './high-scores.module.css';
import { scoresOf } from './read-scores.ts';
import { ScoreList } from './score-list.tsx';

const most = 10;

export function HighScores({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const scores = useLive(
    async (db) => Promise.all((await statisticsOf(db, event.id)).map((statistic) => scoresOf(db, statistic, most))),
    [event.id],
  );
  if (!scores) return null;
  if (scores.length === 0) {
    return <EmptyList icon="📊" title={t('statistic.noData')} text={t('statistic.empty_text')} />;
  }
  return scores.map((each) => {
    const name = textOf(t, each.statistic.nameI18N, each.statistic.nameI18N);
    return (
      <section key={each.statistic.id} className={styles.card} aria-label={name}>
        <div className={styles.head}>
          <h2>{name}</h2>
          <p className={styles.total}>{t('statistic.total', { count: each.total })}</p>
        </div>
        <ScoreList scores={each} />
      </section>
    );
  });
}
