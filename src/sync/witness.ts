import type { EventDatabase } from '../db/database.ts';
import type { OutboxEntry } from '../db/records.ts';
import type { KeyValueStore } from './ports.ts';
import { bytesIdOf, pictureFieldOf } from './waiting-bytes.ts';

/** What a person wrote that the server did not have yet: enough to write it again. `at` is in milliseconds since the epoch. */
export interface Unsent {
  readonly text: string;
  readonly at: number;
}

const keyOf = (userId: number): string => `unsent-of-${userId}`;

/** Long texts are cut here; the outbox has them whole. */
const textLength = 1_000;

/**
 * A second witness of the outbox, in another database: if a browser or a fault takes the first one,
 * the person is told exactly what was not sent.
 */
export async function testify(store: KeyValueStore, userId: number, entries: readonly OutboxEntry[]): Promise<void> {
  const unsent = entries.map((entry): Unsent => ({ text: textOf(entry), at: entry.createdAt }));
  if (unsent.length === 0) await store.del(keyOf(userId));
  else await store.set(keyOf(userId), unsent);
}

/** What waited when the outbox was last seen. */
export async function testimony(store: KeyValueStore, userId: number): Promise<readonly Unsent[]> {
  return (await store.get<Unsent[]>(keyOf(userId))) ?? [];
}

export async function forgetTestimony(store: KeyValueStore, userId: number): Promise<void> {
  await store.del(keyOf(userId));
}

const born = 'born';

/**
 * What was lost with the outbox: the database is new, and the witness remembers. Empty in every ordinary case.
 * It is said again until the person has acknowledged it.
 */
export async function lostSince(store: KeyValueStore, db: EventDatabase): Promise<readonly Unsent[]> {
  if (await isKnown(db)) return [];
  const unsent = await testimony(store, db.userId);
  if (unsent.length === 0) await db.meta.put({ name: born, value: true });
  return unsent;
}

/** Whether this database is the one that the witness speaks of; only then it may be told anew. */
export async function isKnown(db: EventDatabase): Promise<boolean> {
  return (await db.meta.get(born)) !== undefined;
}

/** The person has seen what was lost. */
export async function acknowledge(store: KeyValueStore, db: EventDatabase): Promise<void> {
  await db.meta.put({ name: born, value: true });
  await testify(store, db.userId, await db.outbox.toArray());
}

/** The words among the arguments of a command; a camera stands for a picture. */
function textOf(entry: OutboxEntry): string {
  const { args } = entry;
  const picture = bytesIdOf(entry) === null ? undefined : pictureFieldOf(entry);
  const words = Object.entries(args as object).flatMap(([name, value]) => (typeof value === 'string' && name !== picture ? [value] : []));
  return (picture === undefined ? '' : '📷 ') + words.join('\n').slice(0, textLength);
}
