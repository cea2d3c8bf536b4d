import { useState } from 'react';
import type { ChosenPicture } from '../../../db/records.ts';
import { useDraftPicture } from '../../../sync/react/use-draft-picture.ts';

/** The picture of a form that may have one: what was chosen, and whether that could be read. */
export interface SharePicture {
  readonly chosen: ChosenPicture | null;
  readonly unreadable: boolean;
  readonly preparing: boolean;
  choose(picture: ChosenPicture): void;
  fail(): void;
  prepare(preparing: boolean): void;
  clear(): Promise<void>;
  /** To be called with each try to send it: from then on it counts what is there. */
  tried(): void;
}

export function useSharePicture(draftId: string): SharePicture {
  const [chosen, setChosen, clearChosen] = useDraftPicture(draftId);
  const [unreadable, setUnreadable] = useState(false);
  const [preparing, setPreparing] = useState(false);
  return {
    chosen,
    unreadable,
    preparing,
    choose: (picture) => {
      setChosen(picture);
      setUnreadable(false);
    },
    fail: () => setUnreadable(true),
    prepare: setPreparing,
    clear: async () => {
      setUnreadable(false);
      await clearChosen();
    },
    tried: () => setUnreadable(false),
  };
}
