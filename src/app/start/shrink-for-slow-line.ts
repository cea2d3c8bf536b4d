import type { ChosenPicture, WaitingBytes } from '../../db/records.ts';
import { shrinkPicture } from '../../ui/pictures/shrink-picture.ts';

/** As large as a list shows it on a phone, in pixels, and as sharp as it has to be there. */
const [side, quality] = [640, 0.6];

export const shrinkForSlowLine = ({ bytes, type }: WaitingBytes): Promise<ChosenPicture | null> =>
  shrinkPicture(new Blob([bytes], { type }), side, [quality]);
