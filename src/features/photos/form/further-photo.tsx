import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { ChosenPicture } from '#db/records.ts';
import { draftIdOf } from '#feature-kit/drafts/photo-slots.ts';
import { useDraft } from '#sync/react/use-draft.ts';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';
import type { Form } from '#ui/forms/use-form.ts';
import { PhotoRow } from './photo-row.tsx';
import { usePrepared } from './use-prepared.ts';

/** A photo of the form as it would be sent. */
export interface PhotoValues {
  readonly slot: number;
  readonly picture: ChosenPicture | null;
  readonly description: string;
  readonly preparing: boolean;
  /** Ends its drafts. */
  readonly end: () => Promise<unknown>;
}

interface FurtherPhotoProps {
  eventId: number;
  form: Form<string>;
  slot: number;
  number: number;
  /** Undefined if its drafts are restored. */
  file: File | undefined;
  onValues: (values: PhotoValues) => void;
  onRemove: () => void;
}

/** A further photo with drafts of its own; it reports its values to the form. */
export function FurtherPhoto({ eventId, form, slot, number, file, onValues, onRemove }: FurtherPhotoProps): ReactNode {
  const draftId = draftIdOf(eventId, slot);
  const [description, setDescription, clear] = useDraft(draftId);
  const [picture, setPicture, clearPicture] = useDraftPicture(draftId);
  const [unreadable, setUnreadable] = useState(false);
  const preparing = usePrepared({ slot, file }, setPicture, () => setUnreadable(true));
  const end = (): Promise<unknown> => Promise.all([clear(), clearPicture()]);
  useLayoutEffect(() => {
    onValues({ slot, picture, description, preparing, end });
    // oxlint-disable-next-line react/exhaustive-deps -- the functions belong to these values
  }, [slot, picture, description, preparing]);
  const remove = (): void => {
    void end();
    onRemove();
  };
  return (
    <PhotoRow {...{ form, slot, number, picture, preparing, unreadable, description }} onDescription={setDescription} onRemove={remove} />
  );
}
