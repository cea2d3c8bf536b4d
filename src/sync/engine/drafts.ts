import type { EventDatabase } from '#db/database.ts';
import type { PendingWork } from './pending-work.ts';

/** Keystrokes are gathered for this long (ms) before they are stored. */
const gather = 250;

export interface DraftWriter {
  readonly id: string;
  read(): Promise<string>;
  write(text: string): void;
  flush(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

interface Drafting {
  readonly db: EventDatabase;
  readonly activity: PendingWork;
  readonly drafts: Set<DraftWriter>;
  keep(work: () => Promise<void>): Promise<void>;
}

/**
 * Opens the stored text of one form; `about` is the row that it needs, as `resource:id`. Input is stored a moment later, and at once when the form closes. Text that could not be stored is
 * kept for the next try.
 */
export function openDraft(client: Drafting, id: string, about?: string): DraftWriter {
  const { db, activity, drafts } = client;
  let unsaved: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = (): void => undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    if (unsaved === null) return;
    const text = unsaved;
    const stored = end;
    try {
      await client.keep(
        async () =>
          void (await (text === '' ? db.drafts.delete(id) : db.drafts.put({ id, text, updatedAt: Date.now(), ...(about && { about }) }))),
      );
      if (unsaved === text) unsaved = null;
    } finally {
      stored();
    }
  };
  const writer: DraftWriter = {
    id,
    read: async () => (await db.drafts.get(id))?.text ?? '',
    write: (text) => {
      unsaved = text;
      end();
      end = activity.begin();
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(() => undefined), gather);
    },
    flush,
    clear: async () => {
      unsaved = null;
      clearTimeout(timer);
      end();
      await db.drafts.delete(id);
    },
    close: () => {
      drafts.delete(writer);
      return flush();
    },
  };
  drafts.add(writer);
  return writer;
}
