import { thumbnailOf, waitingBytesOf } from '../../../contract/pictures.ts';
import { useLive } from '../../sync/react/hooks.tsx';
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts';

/** Where an image element finds a photo's picture or its thumbnail: behind its link or, until it is sent, on this device. */
export function usePicture(name: string, kind: 'thumbnail' | 'whole'): string | undefined {
  const id = waitingBytesOf(name);
  const stored = useLive((db) => (id === null ? undefined : db.blobs.get(id)), [id]);
  const url = useObjectUrl(stored?.bytes, stored?.type);
  if (id !== null) return url;
  return kind === 'whole' ? name : thumbnailOf(name);
}
