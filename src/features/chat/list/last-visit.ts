import { useEffect, useState } from 'react';
import { whileVisible } from '#lib/while-visible.ts';
import { markSeenOrder } from '#sync/mirror/mark-seen-order.ts';
import { readSeenOrder } from '#sync/mirror/seen-order.ts';
import { useMe, useSync } from '#sync/react/hooks.tsx';
import type { StoredPost } from '../read-chat.ts';

/**
 * Returns whether a post by another person came after the last visit. A visit begins when the screen opens or becomes visible again;
 * `newest` is the highest order shown since then, undefined until the posts are read.
 */
export function useLastVisit(eventId: number | undefined, newest: number | undefined): (post: StoredPost) => boolean {
  const { db } = useSync();
  const me = useMe();
  const [visit, begin] = useState<{ eventId: number; seen: number | null } | null>(null);
  useEffect(() => {
    if (eventId === undefined) return;
    let isOver = false;
    const arrive = async (): Promise<void> => {
      const seen = await readSeenOrder(db, 'chat', eventId);
      if (!isOver) begin({ eventId, seen });
    };
    // Without an answer nothing is marked as new.
    const end = whileVisible(() => void arrive().catch(() => undefined));
    return () => {
      isOver = true;
      end();
    };
  }, [db, eventId]);
  useEffect(() => {
    if (visit === null || !newest || document.visibilityState === 'hidden') return;
    // If this fails, the posts are new once more.
    void markSeenOrder(db, 'chat', visit.eventId, newest).catch(() => undefined);
  }, [db, visit, newest]);
  return ({ authorId, order, $pending = [] }) => {
    if (visit === null || visit.eventId !== eventId || visit.seen === null) return false;
    return order > visit.seen && $pending.length === 0 && authorId !== me?.id;
  };
}
