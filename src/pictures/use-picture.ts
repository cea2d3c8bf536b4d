import { thumbnailOf, waitingBytesOf } from '#contract/pictures.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { useObjectUrl } from '#ui/pictures/use-object-url.ts';

/** Returns the URL of a photo's picture or thumbnail: its link or, until it is sent, its bytes on this device. */
export function usePicture(name: string, kind: 'thumbnail' | 'whole'): string | undefined {
  const [waits, url] = useWaitingPicture(name);
  if (waits) return url;
  return kind === 'whole' ? name : thumbnailOf(name);
}

/** Returns whether a picture is pending on this device, and its URL once its bytes are read. */
export function useWaitingPicture(name: string | null): [waits: boolean, url: string | undefined] {
  const id = waitingBytesOf(name);
  const stored = useLive(id === null ? null : (db) => db.blobs.get(id), [id]);
  return [id !== null, useObjectUrl(stored?.bytes, stored?.type)];
}
