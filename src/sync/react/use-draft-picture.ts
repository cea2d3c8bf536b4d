import { useEffect, useState } from 'react';
import type { ChosenPicture } from '#db/records.ts';
import { endDraftPicture, keepDraftPicture, readDraftPicture } from '../outbox/draft-pictures.ts';
import { useSync } from './hooks.tsx';

/** The picture of a form, restored after the app was killed; `formId` is also the id of its text. */
export function useDraftPicture(
  formId: string,
): [picture: ChosenPicture | null, setPicture: (picture: ChosenPicture) => void, clear: () => Promise<void>] {
  const client = useSync();
  const { db } = client;
  const [shown, show] = useState<{ formId: string; picture: ChosenPicture | null }>({ formId, picture: null });
  const picture = shown.formId === formId ? shown.picture : null;
  useEffect(() => {
    let open = true;
    const restore = async (): Promise<void> => {
      const stored = await readDraftPicture(db, formId);
      if (open && stored) show((chosen) => (chosen.formId === formId && chosen.picture ? chosen : { formId, picture: stored }));
    };
    // A closed database has nothing to restore.
    void restore().catch(() => undefined);
    return () => {
      open = false;
    };
  }, [db, formId]);
  const choose = (next: ChosenPicture): void => {
    show({ formId, picture: next });
    // A picture that cannot be stored is still in the form.
    void client.keep(() => keepDraftPicture(db, formId, client.newId(), next)).catch(() => undefined);
  };
  const clear = async (): Promise<void> => {
    show({ formId, picture: null });
    await endDraftPicture(db, formId).catch(() => undefined);
  };
  return [picture, choose, clear];
}
