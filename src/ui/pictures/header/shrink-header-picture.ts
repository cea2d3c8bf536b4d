import { limits } from '#contract/limits.ts';
import { pictureTypeOf } from '#contract/pictures.ts';
import { type ShrunkPicture, shrinkPicture } from '../shrink-picture.ts';

/** The reason to refuse a file as a header picture; its text is `admin_event_data_<problem>`. */
export type HeaderPictureProblem = 'invalid_image' | 'image_too_large';

export class HeaderPictureError extends Error {
  readonly problem: HeaderPictureProblem;

  constructor(problem: HeaderPictureProblem) {
    super(problem);
    this.name = 'HeaderPictureError';
    this.problem = problem;
  }
}

/** Accepts a PNG, JPEG or WebP, detected by its bytes, of 5 MB at most, and encodes it anew. Throws a `HeaderPictureError`. */
export async function shrinkHeaderPicture(file: Blob): Promise<ShrunkPicture> {
  if (pictureTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer())) === null) throw new HeaderPictureError('invalid_image');
  if (file.size > limits.pictureBytes) throw new HeaderPictureError('image_too_large');
  return shrinkPicture(file).catch(() => {
    throw new HeaderPictureError('invalid_image');
  });
}
