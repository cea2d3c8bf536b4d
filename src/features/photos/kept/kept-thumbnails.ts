import { useActiveEvent } from '../../../sync/react/hooks.tsx';
import { useKeptThumbnails } from './use-kept-thumbnails.ts';

/** Keeps the stored thumbnails in step with the mirror; renders nothing. */
export function KeptThumbnails(): null {
  useKeptThumbnails(useActiveEvent()?.id);
  return null;
}
