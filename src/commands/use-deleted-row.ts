import { useEffect, useRef } from 'react';
import { useSync, useSyncStatus } from '#sync/react/hooks.tsx';

/**
 * Calls `onGone` once if the row of a form was deleted and its draft is empty; `draftId` is null while the row exists. Returns true during
 * a first load, which may still bring the row.
 */
export function useDeletedRow(draftId: string | null, onGone: () => void): boolean {
  const { db } = useSync();
  const loading = useSyncStatus().firstLoad !== null;
  const gone = useRef(onGone);
  useEffect(() => void (gone.current = onGone));
  useEffect(() => {
    if (draftId === null || loading) return undefined;
    let current = true;
    const look = async (): Promise<void> => {
      if ((await db.drafts.get(draftId)) === undefined && current) gone.current();
    };
    void look().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [db, draftId, loading]);
  return draftId !== null && loading;
}
