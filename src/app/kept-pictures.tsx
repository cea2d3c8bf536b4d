import { useKeptThumbnails } from '../features/photos/use-kept-thumbnails.ts';
import { useActiveEvent } from '../sync/react/hooks.tsx';
import { useSweptPictures } from '../pictures/use-swept-pictures.ts';

/** Keeps the pictures on the device in step with the mirror; there is nothing to see. Loaded apart: the first screen does not wait for its questions. */
export function KeptPictures(): null {
  useKeptThumbnails(useActiveEvent()?.id);
  useSweptPictures();
  return null;
}
