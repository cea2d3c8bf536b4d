import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { useLive, useSyncStatus } from '../../sync/react/hooks.tsx';
import { EmptyState } from '../../ui/screen/empty-state.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { CounterCard, preloadEvidenceDialog } from './counter-card.tsx';
import { useCounters } from './use-statistics.ts';

interface CountersProps {
  event: EventRow;
  /** Shows a refused command with what can be done about it. */
  Refused: ComponentType<{ entry: OutboxEntry }>;
  /** The picture that is shown in full size. */
  open: string | undefined;
}

const own: readonly string[] = ['userStatistics', 'evidence'];

/** One's own counters, to be raised and lowered. */
export function Counters({ event, Refused, open }: CountersProps): ReactNode {
  const { t } = useTranslation();
  const { firstLoad } = useSyncStatus();
  const counters = useCounters(event.id);
  const refused = useLive(
    (db) =>
      db.outbox
        .orderBy('seq')
        .filter(({ resource, eventId, state }) => own.includes(resource) && eventId === event.id && state !== 'waiting')
        .toArray(),
    [event.id],
  );
  useEffect(() => void preloadEvidenceDialog(), []);
  if (!counters) return null;
  if (counters.length === 0) {
    return firstLoad ? <Skeleton /> : <EmptyState icon="📊" title={t('statistic.noData')} text={t('statistic.empty_text')} />;
  }
  return (
    <>
      {refused?.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {counters.map((counter) => (
        <CounterCard key={counter.statistic.id} counter={counter} open={open} />
      ))}
    </>
  );
}
