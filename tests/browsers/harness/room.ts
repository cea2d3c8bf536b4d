// Functions that run in a page. Each must be self-contained, because its text is sent there.

/**
 * Fills the quota of this origin with random bytes, which no engine can compress, until not even one byte fits. Deletes the cached pictures
 * first, because the app would delete them to free storage. Throws if more than `most` bytes fit.
 */
export async function fillRoom(name: string, pictures: readonly string[], most: number): Promise<void> {
  // Without free storage Firefox, and so the app, cannot even delete a cache.
  await Promise.allSettled(pictures.map((cache) => caches.delete(cache)));
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('bytes', { autoIncrement: true }));
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error!));
    });
  /** Resolves to false if so many bytes do not fit. */
  const store = (db: IDBDatabase, size: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const bytes = new Uint8Array(size);
      for (let from = 0; from < size; from += 65_536) crypto.getRandomValues(bytes.subarray(from, from + 65_536));
      const work = db.transaction('bytes', 'readwrite');
      work.addEventListener('complete', () => resolve(true));
      work.addEventListener('abort', () => (work.error?.name === 'QuotaExceededError' ? resolve(false) : reject(work.error!)));
      work.objectStore('bytes').add(bytes);
    });
  let stored = 0;
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 2)) {
    // A Firefox connection that has met the limit accepts no more writes until something is deleted.
    const db = await open();
    while (await store(db, size)) {
      stored += size;
      if (stored > most) throw new Error(`found room for ${stored} bytes`);
    }
    db.close();
  }
}

export function freeRoom(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', () => resolve());
    deleting.addEventListener('error', () => reject(deleting.error!));
  });
}
