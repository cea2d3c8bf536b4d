import { useActiveEvent } from '#sync/react/hooks.tsx';
import { useKeptThumbnails } from './use-kept-thumbnails.ts';

export function KeptThumbnails(): null {
  useKeptThumbnails(useActiveEvent()?.id);
  return null;
}
