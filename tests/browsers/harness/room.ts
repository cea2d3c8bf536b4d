// Functions that run in a page: each stands alone, since its text is sent there.

/**
 * Fills the room that this origin has, with bytes that no engine can compress, until not even a single one finds any. The app would delete its
 * pictures to make room: they are deleted before. Fails when it finds room for more than `most` bytes.
 */
export async function fillRoom(name: string, pictures: readonly string[], most: number): Promise<void> {
  // Without any room Firefox cannot even delete a cache; nor can the app, then.
  await Promise.allSettled(pictures.map((cache) => caches.delete(cache)));
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('bytes', { autoIncrement: true }));
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error!));
    });
  /** Resolves to false when there is no room for so many bytes. */
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
    // Firefox takes nothing more over a connection that has met the limit, until something was deleted.
    const db = await open();
    while (await store(db, size)) {
      stored += size;
      if (stored > most) throw new Error(`found room for ${stored} bytes`);
    }
    db.close();
  }
}

/** Gives back the room that was filled. */
export function freeRoom(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', () => resolve());
    deleting.addEventListener('error', () => reject(deleting.error!));
  });
}
