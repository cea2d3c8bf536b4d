import ChartColumn from 'lucide-react/icons/chart-column';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { pathBelow } from '#ui/overlays/over-page.ts';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { tabAt, TabBar } from '#ui/layout/tab-bar.tsx';
import styles from './counter-card.module.css';
import { CounterCard, preloadEvidenceDialog } from './counter-card.tsx';
import { EvidenceView } from './evidence/evidence-list.tsx';
import { HighScores } from './scores/high-scores.tsx';
import { useCounters } from './use-counters.ts';

interface StatisticsScreenProps {
  /** The picture that is shown in full size. */
  open?: string | undefined;
}

export function StatisticsScreen({ open }: StatisticsScreenProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t));
  const event = useActiveEvent();
  const [path] = useLocation();
  const tabs = [
    { path: '/statistics', label: t('statistic.highscores') },
    { path: '/statistics/counter', label: t('statistic.mine') },
  ] as const;
  const tab = tabAt(tabs, pathBelow(path));
  return (
    <Screen title={t('statistic.title')} onRefresh={refresh}>
      <TabBar label={t('statistic.tabs')} tabs={tabs} current={tab} />
      {event && (tab.path === '/statistics' ? <HighScores event={event} /> : <Counters event={event} open={open} />)}
      {open !== undefined && <EvidenceView id={open} />}
    </Screen>
  );
}

interface CountersProps {
  event: EventRow;
  /** The picture that is shown in full size. */
  open: string | undefined;
}

const own = ['userStatistics', 'evidence'] as const;

function Counters({ event, open }: CountersProps): ReactNode {
  const { t } = useTranslation();
  const counters = useCounters(event.id);
  const refused = useRefused(own, event.id);
  useEffect(() => void preloadEvidenceDialog(), []);
  if (!counters) return null;
  if (counters.length === 0) {
    return <EmptyList icon={ChartColumn} title={t('statistic.noData')} text={t('statistic.empty_text')} />;
  }
  return (
    <>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <div className={styles.list}>
        {counters.map((counter) => (
          <CounterCard key={counter.statistic.id} counter={counter} open={open} />
        ))}
      </div>
    </>
  );
}
