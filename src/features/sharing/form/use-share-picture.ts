import { useState } from 'react';
import type { ChosenPicture } from '#db/records.ts';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';

/** The picture of a form: the chosen one, and whether the last file was readable. */
export interface SharePicture {
  readonly chosen: ChosenPicture | null;
  readonly unreadable: boolean;
  readonly preparing: boolean;
  choose(picture: ChosenPicture): void;
  fail(): void;
  prepare(preparing: boolean): void;
  clear(): Promise<void>;
  /** Call at each submit: from then on, only a missing picture counts. */
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
