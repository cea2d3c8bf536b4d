import { useEffect, useRef } from 'react';
import { useSync, useSyncStatus } from '#sync/react/hooks.tsx';

/**
 * Calls `onGone` if the row of a form was deleted and its draft is empty; `draftId` names the draft, null while the row exists. It checks
 * once, since sending ends the draft and the form continues. During a first load a missing row may still arrive: then it returns true, and
 * nothing is shown.
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
