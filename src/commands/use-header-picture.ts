import { useState } from 'react';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';
import type { ChosenHeader } from '#ui/pictures/header/header-picture-field.tsx';
import { HeaderPictureError, type HeaderPictureProblem } from '#ui/pictures/header/shrink-header-picture.ts';

/** The header picture of an event form, which survives a restart; `draftId` is that of its text. */
export function useHeaderPicture(draftId: string): ChosenHeader {
  const [chosen, setChosen, clearChosen] = useDraftPicture(draftId);
  const [problem, setProblem] = useState<HeaderPictureProblem | null>(null);
  const [preparing, setPreparing] = useState(false);
  return {
    chosen,
    problem,
    preparing,
    choose: (picture) => {
      setChosen(picture);
      setProblem(null);
    },
    fail: (error) => setProblem(error instanceof HeaderPictureError ? error.problem : 'invalid_image'),
    prepare: setPreparing,
    clear: async () => {
      setProblem(null);
      setPreparing(false);
      await clearChosen();
    },
  };
}
