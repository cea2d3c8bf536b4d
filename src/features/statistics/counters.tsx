import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { CounterCard, preloadEvidenceDialog } from './counter-card.tsx';
import { useCounters } from './use-counters.ts';

interface CountersProps {
  event: EventRow;
  /** The picture that is shown in full size. */
  open: string | undefined;
}

const own = ['userStatistics', 'evidence'] as const;

export function Counters({ event, open }: CountersProps): ReactNode {
  const { t } = useTranslation();
  const counters = useCounters(event.id);
  const refused = useRefused(own, event.id);
  useEffect(() => void preloadEvidenceDialog(), []);
  if (!counters) return null;
  if (counters.length === 0) {
    return <EmptyList icon="📊" title={t('statistic.noData')} text={t('statistic.empty_text')} />;
  }
  return (
    <>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {counters.map((counter) => (
        <CounterCard key={counter.statistic.id} counter={counter} open={open} />
      ))}
    </>
  );
}
