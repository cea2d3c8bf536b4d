import { thumbnailOf, waitingBytesOf } from '../../contract/pictures.ts';
import { useLive } from '../sync/react/hooks.tsx';
import { useObjectUrl } from '../ui/pictures/use-object-url.ts';

/** Where an image element finds a photo's picture or its thumbnail: behind its link or, until it is sent, on this device. */
export function usePicture(name: string, kind: 'thumbnail' | 'whole'): string | undefined {
  const [waits, url] = useWaitingPicture(name);
  if (waits) return url;
  return kind === 'whole' ? name : thumbnailOf(name);
}

/** Whether a picture waits on this device to be sent, and where an image element then finds it, once its bytes are read. */
export function useWaitingPicture(name: string | null): [waits: boolean, url: string | undefined] {
  const id = waitingBytesOf(name);
  const stored = useLive((db) => (id === null ? undefined : db.blobs.get(id)), [id]);
  return [id !== null, useObjectUrl(stored?.bytes, stored?.type)];
}
