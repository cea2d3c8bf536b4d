import { useLayoutEffect, useRef, useState } from 'react';
import type { Place } from '../../../../contract/rules/arranged.ts';
import type { SyncClient } from '../../../sync/engine/client.ts';

/** An order that is shown before it is read; `instead` is what is read until then, once it is stored. */
interface Ahead {
  readonly places: readonly Place[];
  readonly instead: string | null;
}

interface AheadOptions {
  /** Stores these places; the word of what becomes of them is given later. Rejects where there is no room. */
  store: (places: readonly Place[]) => ReturnType<SyncClient['deliver']>;
  /** What is read. */
  saved: readonly Place[];
}

/**
 * An order that is saved at once is shown at once: the next tap is about what the person sees by then. It is shown until what is read has it,
 * or it could not be stored, or was refused.
 */
export function useAhead({ store, saved }: AheadOptions) {
  const [ahead, show] = useState<Ahead | null>(null);
  const read = JSON.stringify(saved);
  const latest = useRef(read);
  useLayoutEffect(() => void (latest.current = read));
  // For good: what is read may one day be what it was.
  const isOver = ahead !== null && ahead.instead !== null && ahead.instead !== read;
  if (isOver) show(null);

  /** Resolves as `store` does. Of several that are under way the last is shown. */
  const save = async (places: readonly Place[]): ReturnType<AheadOptions['store']> => {
    const own: Ahead = { places, instead: null };
    const become = (next: Ahead | null): void => show((now) => (now?.places === places ? next : now));
    show(own);
    try {
      const stored = await store(places);
      become({ ...own, instead: latest.current });
      void stored.delivery.then(({ kind }) => kind === 'told' && become(null));
      return stored;
    } catch (error) {
      become(null);
      throw error;
    }
  };
  return { places: ahead && !isOver ? ahead.places : null, save, drop: () => show(null) };
}
