import type { EventDatabase } from '../../db/database.ts';
import { clearMirror } from '../mirror/mirror.ts';
import { inFlightNotes } from './in-flight.ts';

const name = 'closed';

/** Whether somebody logged out of this database and left only what is unsent: until they sign in again nothing may fill the mirror. */
export async function isWiped(db: EventDatabase): Promise<boolean> {
  return (await db.meta.get(name)) !== undefined;
}

/** Leaves a device: the mirror and all else is wiped, outbox and drafts stay for the next login of the same person. */
export async function wipeMirror(db: EventDatabase): Promise<void> {
  await db.transaction('rw', [db.meta, db.news, ...db.mirrorTables], async () => {
    await Promise.all([db.news, ...db.mirrorTables].map((table) => table.clear()));
    await db.meta
      .where('name')
      .noneOf(['born', ...Object.values(inFlightNotes)])
      .delete();
    await db.meta.put({ name, value: true });
  });
}

/** The place of the last command; what is written later comes after it. */
export async function lastPlace(db: EventDatabase): Promise<number> {
  return (await db.outbox.toCollection().last())?.seq ?? 0;
}

/** What waits, each command by its place and what it says: one that a later change has joined says more. */
export async function whatWaits(db: EventDatabase): Promise<ReadonlySet<string>> {
  return new Set((await db.outbox.toArray()).map(({ seq, args }) => `${seq} ${JSON.stringify(args)}`));
}

/** Throws away all that is left after `wipeMirror`, unless more waits than is `agreed` to: then nothing. Answers whether it did. */
export async function wipeUnsent(db: EventDatabase, agreed?: ReadonlySet<string>): Promise<boolean> {
  const tables = [db.outbox, db.drafts, db.blobs];
  return db.transaction('rw', tables, async () => {
    if (agreed && [...(await whatWaits(db))].some((command) => !agreed.has(command))) return false;
    await Promise.all(tables.map((table) => table.clear()));
    return true;
  });
}

/** The person is back: what waits is shown again, and the feed starts from the beginning. */
export async function reviveMirror(db: EventDatabase): Promise<void> {
  // A look is cheap, a transaction over all tables is not.
  if (!(await isWiped(db))) return;
  await db.transaction('rw', [db.outbox, db.meta, ...db.mirrorTables], async () => {
    if (!(await isWiped(db))) return;
    await db.meta.delete(name);
    await clearMirror(db);
  });
}
