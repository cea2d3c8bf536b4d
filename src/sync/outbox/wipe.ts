import type { EventDatabase } from '#db/database.ts';
import { clearMirror } from '../mirror/mirror.ts';
import { inFlightNotes } from './in-flight.ts';

const name = 'closed';

/** True if a logout left only unsent commands here: nothing may fill the mirror until the next sign-in. */
export async function isWiped(db: EventDatabase): Promise<boolean> {
  return (await db.meta.get(name)) !== undefined;
}

/** Deletes the mirror and its state. Outbox, drafts, their pictures and the notes of commands in flight stay for the next sign-in. */
export async function wipeMirror(db: EventDatabase): Promise<void> {
  const tables = [db.news, db.pages, ...db.mirrorTables];
  await db.transaction('rw', [db.meta, ...tables], async () => {
    await Promise.all(tables.map((table) => table.clear()));
    await db.meta
      .where('name')
      .noneOf(['born', ...Object.values(inFlightNotes)])
      .delete();
    await db.meta.put({ name, value: true });
  });
}

/** Returns the place of the last command. */
export async function lastPlace(db: EventDatabase): Promise<number> {
  return (await db.outbox.toCollection().last())?.seq ?? 0;
}

/** Returns the pending commands by place and arguments, as a joined change alters the arguments. */
export async function pendingFingerprints(db: EventDatabase): Promise<ReadonlySet<string>> {
  return new Set((await db.outbox.toArray()).map(({ seq, args }) => `${seq} ${JSON.stringify(args)}`));
}

/** Deletes everything that `wipeMirror` left, unless a command is pending that is not in `agreed`. Returns whether it did. */
export async function wipeUnsent(db: EventDatabase, agreed?: ReadonlySet<string>): Promise<boolean> {
  const tables = [db.outbox, db.drafts, db.blobs];
  return db.transaction('rw', tables, async () => {
    if (agreed && [...(await pendingFingerprints(db))].some((command) => !agreed.has(command))) return false;
    await Promise.all(tables.map((table) => table.clear()));
    return true;
  });
}

/** Shows pending commands again after a sign-in; the feed starts from the beginning. */
export async function reviveMirror(db: EventDatabase): Promise<void> {
  // Checked first, as a transaction over all tables is expensive.
  if (!(await isWiped(db))) return;
  await db.transaction('rw', [db.outbox, db.meta, ...db.mirrorTables], async () => {
    if (!(await isWiped(db))) return;
    await db.meta.delete(name);
    await clearMirror(db);
  });
}
