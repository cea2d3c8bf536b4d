import type { ReactNode } from 'react';
import type { OutboxEntry } from '#db/records.ts';
import { useCommandCard } from './use-command-card.tsx';

/** A rejected command, or one in conflict, at its place on a feature's screen. */
export function Refused({ entry }: { entry: OutboxEntry }): ReactNode {
  const Card = useCommandCard();
  // oxlint-disable-next-line react/static-components -- made once for all that are shown
  return <Card entry={entry} />;
}
