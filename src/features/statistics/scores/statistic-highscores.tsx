import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { textOf } from '#i18n/texts.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { Section } from '#ui/layout/section.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { statisticsOf } from '../read-statistics.ts';
import listStyles from './scores.module.css';
import { type Standing, standingOf } from './read-standing.ts';

/** Shows the own place in each statistic on the home screen; renders nothing if nothing is counted. */
export function StatisticHighscores({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const standings = useLive(
    async (db) => Promise.all((await statisticsOf(db, event.id)).map((statistic) => standingOf(db, statistic))),
    [event.id],
  );
  const begun = standings?.filter(({ counted }) => counted > 0) ?? [];
  if (begun.length === 0) return null;
  const own = begun.filter((each) => each.own);
  return (
    <Section title={t('statistic.highscores')} href="/statistics">
      {own.length === 0 ? (
        <p className={listStyles.none}>{t('statistic.own_none')}</p>
      ) : (
        <ul className={listStyles.summary}>
          {own.map((each) => (
            <OwnPlace key={each.statistic.id} standing={each} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function OwnPlace({ standing: { statistic, own, counted } }: { standing: Standing }): ReactNode {
  const { t } = useTranslation();
  if (!own) return null;
  const { place, row } = own;
  return (
    <li className={listStyles.standing}>
      <span className={listStyles.name}>{textOf(t, statistic.nameI18N, statistic.nameI18N)}</span>
      {(row.$pending?.length ?? 0) > 0 && <WaitingMark />}
      <span className={listStyles.none}>{t('statistic.own_place', { place, all: counted })}</span>
      <span className={listStyles.value}>{row.value}</span>
    </li>
  );
}
