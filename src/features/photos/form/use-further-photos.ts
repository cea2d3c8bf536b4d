import { useEffect, useState } from 'react';
import { draftedSlots, mostAtOnce } from '#feature-kit/drafts/photo-slots.ts';
import { useSync } from '#sync/react/hooks.tsx';
import type { PhotoValues } from './further-photo.tsx';

export interface Further {
  readonly slot: number;
  readonly file: File | undefined;
}

interface FurtherPhotos {
  readonly list: readonly Further[];
  /** The values of each, in the order of the list; undefined until the photo has reported them. */
  readonly values: readonly (PhotoValues | undefined)[];
  /** Adds as many files as there is room for, and returns the number of those left out. */
  add: (files: readonly File[]) => number;
  remove: (slot: number) => void;
  report: (values: PhotoValues) => void;
  clear: () => Promise<unknown>;
}

/** The photos of a form after the first one, restored after the app was killed. */
export function useFurtherPhotos(eventId: number): FurtherPhotos {
  const { db } = useSync();
  const [list, setList] = useState<readonly Further[]>([]);
  const [reported, setReported] = useState<ReadonlyMap<number, PhotoValues>>(new Map());
  useEffect(() => {
    let open = true;
    const restore = async (): Promise<void> => {
      const drafted = (await draftedSlots(db, eventId)).filter((slot) => slot > 0);
      if (!open || drafted.length === 0) return;
      setList((chosen) => [...drafted.filter((slot) => chosen.every((one) => one.slot !== slot)).map(restored), ...chosen]);
    };
    // A closed database has nothing to restore.
    void restore().catch(() => undefined);
    return () => {
      open = false;
    };
  }, [db, eventId]);
  const values = list.map(({ slot }) => reported.get(slot));
  const remove = (slot: number): void => {
    setList((before) => before.filter((one) => one.slot !== slot));
    setReported((before) => new Map([...before].filter(([one]) => one !== slot)));
  };
  return {
    list,
    values,
    add: (files) => {
      const free = Array.from({ length: mostAtOnce - 1 }, (_, index) => index + 1).filter((slot) => list.every((one) => one.slot !== slot));
      const added = files.slice(0, free.length).map((file, index) => ({ slot: free[index] ?? 0, file }));
      setList([...list, ...added]);
      return files.length - added.length;
    },
    remove,
    report: (one) => setReported((before) => new Map(before).set(one.slot, one)),
    clear: () => Promise.all(values.flatMap((one) => (one ? [one.end()] : []))),
  };
}

const restored = (slot: number): Further => ({ slot, file: undefined });
