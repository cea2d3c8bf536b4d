import { useSweptPictures } from '../../../pictures/use-swept-pictures.ts';
import { useActiveEvent } from '../../../sync/react/hooks.tsx';
import { useKeptThumbnails } from './use-kept-thumbnails.ts';

/** Keeps the pictures on the device in step with the mirror; there is nothing to see. */
export function KeptPictures(): null {
  useKeptThumbnails(useActiveEvent()?.id);
  useSweptPictures();
  return null;
}
