import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { pathBelow } from '#ui/overlays/over-page.ts';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { tabAt, TabBar } from '#ui/layout/tab-bar.tsx';
import { Counters } from './counters.tsx';
import { EvidenceView } from './evidence/evidence-view.tsx';
import { HighScores } from './scores/high-scores.tsx';

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
    <Screen title={t('statistic.title')} actions={<RefreshButton onRefresh={refresh} />}>
      <TabBar label={t('statistic.tabs')} tabs={tabs} current={tab} />
      {event && (tab.path === '/statistics' ? <HighScores event={event} /> : <Counters event={event} open={open} />)}
      {open !== undefined && <EvidenceView id={open} />}
    </Screen>
  );
}
