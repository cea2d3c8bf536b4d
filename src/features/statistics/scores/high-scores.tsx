import ChartColumn from 'lucide-react/icons/chart-column';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { textOf } from '#i18n/texts.ts';
import { useLive, useMe } from '#sync/react/hooks.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { statisticsOf } from '../read-statistics.ts';
import styles from './scores.module.css';
import type { Statistic, UserStatistic } from '#contract/resources/statistics.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { type People, peopleOf } from '#sync/mirror/people.ts';
import { rank, type Ranked } from './rank.ts';
import { above, type Standing, standingOf } from './read-standing.ts';

const most = 10;

export function HighScores({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const scores = useLive(
    async (db) => Promise.all((await statisticsOf(db, event.id)).map((statistic) => scoresOf(db, statistic, most))),
    [event.id],
  );
  if (!scores) return null;
  if (scores.length === 0) {
    return <EmptyList icon={ChartColumn} title={t('statistic.noData')} text={t('statistic.empty_text')} />;
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

function ScoreList({ scores: { shown, counted, people } }: { scores: Scores }): ReactNode {
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

interface Scores extends Standing {
  readonly total: number;
  /** The best, and the own row in any case. */
  readonly shown: readonly Ranked<Stored<UserStatistic>>[];
  readonly people: People;
}

/** Reads the `most` best rows and the own one; all others are only counted. */
async function scoresOf(db: EventDatabase, statistic: Statistic, most: number): Promise<Scores> {
  const best = above(db, statistic, 0).reverse().limit(most);
  const [standing, rows, total] = await Promise.all([standingOf(db, statistic), best.toArray(), totalOf(db, statistic)]);
  const ranked = rank(rows);
  const { own } = standing;
  const shown = own && ranked.every(({ row }) => row.userId !== db.userId) ? [...ranked, own] : ranked;
  const userIds = shown.map(({ row }) => row.userId);
  return { ...standing, total, shown, people: await peopleOf(db, statistic.eventId, userIds) };
}

/** Returns the sum of all values, which needs every row. */
async function totalOf(db: EventDatabase, { id, eventId }: Statistic): Promise<number> {
  const values = await db.mirror('userStatistics').where('[eventId+statisticId]').equals([eventId, id]).toArray();
  return values.reduce((sum, { value }) => sum + value, 0);
}
