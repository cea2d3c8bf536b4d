import { useEffect, useState } from 'react';
import { whileVisible } from '#lib/while-visible.ts';
import { markSeenOrder, newestOrder } from '../mirror/mark-seen-order.ts';
import { readSeenOrder } from '../mirror/seen-order.ts';
import { useMe, useSync } from './hooks.tsx';

interface ListedRow {
  readonly authorId: number;
  readonly order: number;
  readonly $pending?: readonly unknown[] | undefined;
}

/** Stores that a screen shows these rows of a list, while it is visible. */
export function useSeenOrder(list: string, eventId: number, rows: readonly ListedRow[] | undefined): void {
  const { db } = useSync();
  const newest = rows && newestOrder(rows);
  useEffect(() => {
    if (newest === undefined) return;
    // If this fails, the rows are new once more.
    return whileVisible(() => void markSeenOrder(db, list, eventId, newest).catch(() => undefined));
  }, [db, list, eventId, newest]);
}

/**
 * Stores that a screen shows these rows of a list, and returns whether a row of another person came after the last visit. A visit begins
 * when the list opens or becomes visible again. Without an event the list is closed; `rows` is undefined until they are read.
 */
export function useLastVisit(
  list: string,
  eventId: number | undefined,
  rows: readonly ListedRow[] | undefined,
): (row: ListedRow) => boolean {
  const { db } = useSync();
  const me = useMe();
  const newest = rows && newestOrder(rows);
  const [visit, begin] = useState<{ eventId: number; seen: number | null } | null>(null);
  useEffect(() => {
    if (eventId === undefined) return;
    let isOver = false;
    const arrive = async (): Promise<void> => {
      const seen = await readSeenOrder(db, list, eventId);
      if (!isOver) begin({ eventId, seen });
    };
    // Without an answer nothing is marked as new.
    const end = whileVisible(() => void arrive().catch(() => undefined));
    return () => {
      isOver = true;
      end();
    };
  }, [db, list, eventId]);
  useEffect(() => {
    if (visit === null || newest === undefined || document.visibilityState === 'hidden') return;
    // If this fails, the rows are new once more.
    void markSeenOrder(db, list, visit.eventId, newest).catch(() => undefined);
  }, [db, list, visit, newest]);
  return ({ authorId, order, $pending = [] }) => {
    if (visit === null || visit.eventId !== eventId || visit.seen === null) return false;
    return order > visit.seen && $pending.length === 0 && authorId !== me?.id;
  };
}
