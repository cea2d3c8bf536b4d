import type { EventDatabase } from '../db/database.ts';

/** Keystrokes are gathered for this long (ms) before they are stored. */
const gather = 250;

export interface DraftWriter {
  read(): Promise<string>;
  write(text: string): void;
  flush(): Promise<void>;
  clear(): Promise<void>;
}

/**
 * The stored text of one form. What is typed is on disk a moment later, and at once when the form goes away.
 * What could not be stored is kept for the next try; the engine itself tells of a full or lost storage.
 */
export function openDraft(db: EventDatabase, id: string): DraftWriter {
  let unsaved: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    if (unsaved === null) return;
    const text = unsaved;
    if (text === '') await db.drafts.delete(id);
    else await db.drafts.put({ id, text, updatedAt: Date.now() });
    if (unsaved === text) unsaved = null;
  };
  return {
    read: async () => (await db.drafts.get(id))?.text ?? '',
    write: (text) => {
      unsaved = text;
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(() => undefined), gather);
    },
    flush,
    clear: async () => {
      unsaved = null;
      clearTimeout(timer);
      await db.drafts.delete(id);
    },
  };
}
