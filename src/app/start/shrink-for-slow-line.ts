import type { ChosenPicture, WaitingBytes } from '#db/records.ts';
import { shrinkPicture } from '#ui/pictures/shrink-picture.ts';

/** The size in pixels and the quality of a list on a phone. */
const [side, quality] = [640, 0.6];

export const shrinkForSlowLine = ({ bytes, type }: WaitingBytes): Promise<ChosenPicture | null> =>
  shrinkPicture(new Blob([bytes], { type }), side, [quality]);
