import { useLayoutEffect, useRef, useState } from 'react';
import type { Place } from '#contract/rules/arranged.ts';
import type { Engine } from '#sync/engine/engine.ts';

/** An order that is shown before it is read; `instead` is the order that is read when it is stored, null until then. */
interface Ahead {
  readonly places: readonly Place[];
  readonly instead: string | null;
}

interface AheadOptions {
  /** Stores these places; the delivery resolves later. Rejects if the device is full. */
  store: (places: readonly Place[]) => ReturnType<Engine['deliver']>;
  saved: readonly Place[];
}

/** Shows an order at once, because the next tap relies on it. It is shown until it is read back, could not be stored, or was refused. */
export function useAhead({ store, saved }: AheadOptions) {
  const [ahead, show] = useState<Ahead | null>(null);
  const read = JSON.stringify(saved);
  const latest = useRef(read);
  useLayoutEffect(() => void (latest.current = read));
  // Dropped for good, because the read order may later equal `instead` again.
  const isOver = ahead !== null && ahead.instead !== null && ahead.instead !== read;
  if (isOver) show(null);

  /** Resolves as `store` does. If several calls are in flight, the last one is shown. */
  const save = async (places: readonly Place[]): ReturnType<AheadOptions['store']> => {
    const own: Ahead = { places, instead: null };
    const become = (next: Ahead | null): void => show((now) => (now?.places === places ? next : now));
    show(own);
    try {
      const stored = await store(places);
      become({ ...own, instead: latest.current });
      void stored.delivery.then(({ kind }) => kind === 'needs-attention' && become(null));
      return stored;
    } catch (error) {
      become(null);
      throw error;
    }
  };
  return { places: ahead && !isOver ? ahead.places : null, save, drop: () => show(null) };
}
