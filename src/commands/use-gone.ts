import { useEffect, useRef } from 'react';
import { useSync, useSyncStatus } from '../sync/react/hooks.tsx';

/**
 * Calls `onGone` where somebody removed what a form is about and nothing was typed in it; `draftId` names what would be, or is null while the
 * row is there. It looks once: what is sent ends its draft, and its form goes on. While the mirror is loaded anew, what is not there yet is not
 * gone: then it answers true, and there is nothing to be shown.
 */
export function useGone(draftId: string | null, onGone: () => void): boolean {
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
