import { useActiveEvent } from '../../../sync/react/hooks.tsx';
import { useKeptThumbnails } from './use-kept-thumbnails.ts';

/** Keeps the thumbnails on the device in step with the mirror; there is nothing to see. */
export function KeptThumbnails(): null {
  useKeptThumbnails(useActiveEvent()?.id);
  return null;
}
