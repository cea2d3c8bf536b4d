import type { Ports } from '#sync/device/ports.ts';

/** Uploads with progress if the code for it, which loads with the first picture, is available; else without. */
export const upload: Ports['upload'] = async (path, init, onSent) => {
  const xhr = await import('#sync/device/xhr.ts').catch(() => null);
  return xhr ? xhr.fetchWithProgress(path, init, onSent) : fetch(path, init);
};
