import { v7 } from 'uuid';
import { findResource } from '../../../contract/resources.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { MetaRecord, OutboxEntry } from '../../db/records.ts';
import type { KeyValueStore } from '../device/ports.ts';
import { bytesIdOf, pictureFieldOf } from './waiting-bytes.ts';

/*
 * A second witness of the outbox, in another database: if a browser or a fault takes the first one, the person is told exactly what
 * was not sent. One small value for each command, written before the app says "saved" and removed when the command has left the outbox.
 */

/** What a person wrote that the server did not have yet: enough to write it again. `at` is in milliseconds since the epoch. */
export interface Unsent {
  readonly key: string;
  /** What was to be done: the mutation's place in the contract. */
  readonly resource: string;
  readonly mutation: string;
  readonly text: string;
  readonly at: number;
}

const prefixOf = (userId: number): string => `unsent-of-${userId}:`;
const lostKey = (userId: number): string => `lost-of-${userId}`;

/** Long texts are cut here; the outbox has them whole. */
const textLength = 1_000;

/** Writes down what is in the outbox already: only then a command may be called lost where the outbox does not have it. */
export async function recordUnsent(store: KeyValueStore, entries: readonly OutboxEntry[]): Promise<void> {
  await Promise.all(entries.map((entry) => store.set(prefixOf(entry.userId) + entry.key, unsentOf(entry))));
}

/** Brings the witness level with the outbox, whatever was killed in between. A database that it does not know yet has nothing forgotten. */
export async function reconcile(store: KeyValueStore, db: EventDatabase): Promise<void> {
  const { known, gone, unattested } = await compare(store, db);
  if (gone.length > 0 && known) await store.del(...gone);
  if (unattested.length > 0) await recordUnsent(store, await db.outbox.where('key').anyOf(unattested).toArray());
}

/** What waited when the outbox was last seen, in the order of the taps. */
export async function unsentEntries(store: KeyValueStore, userId: number): Promise<readonly Unsent[]> {
  return read(store, await store.keys(prefixOf(userId)));
}

/** What has left the outbox needs no witness any more. Told by those who know the keys, so that nobody has to look at all of them for it. */
export async function forget(store: KeyValueStore, userId: number, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await store.del(...keys.map((key) => prefixOf(userId) + key));
}

export async function forgetUnsentEntries(store: KeyValueStore, userId: number): Promise<void> {
  await store.del(lostKey(userId), ...(await store.keys(prefixOf(userId))));
}

/** Stands in a database that the witness knows; before that, a mark of the one that is being looked at. */
const born = 'born';

/**
 * What was lost with an outbox: the database is new, and the witness remembers. Empty in every ordinary case.
 * It is said again until the person has acknowledged it.
 */
export async function lostSince(store: KeyValueStore, db: EventDatabase): Promise<readonly Unsent[]> {
  const { known, mark, gone } = await compare(store, db, v7());
  const before = (await store.get<readonly Unsent[]>(lostKey(db.userId))) ?? [];
  if (known) return before;
  const found = await read(store, gone);
  const lost = [...before.filter(({ key }) => !found.some((other) => other.key === key)), ...found];
  if (found.length > 0) await store.set(lostKey(db.userId), lost);
  // Not where the browser took this database away too while it was looked at.
  await db.meta.where({ name: born }).modify((record: MetaRecord) => {
    if (record.value === mark) record.value = true;
  });
  await store.del(...gone);
  return lost;
}

/** The person has seen what was lost. */
export async function acknowledge(store: KeyValueStore, userId: number): Promise<void> {
  await store.del(lostKey(userId));
}

interface Comparison {
  /** Whether this database is the one that the witness speaks of. */
  readonly known: boolean;
  readonly mark: unknown;
  /** Values of the witness whose command is not in the outbox. */
  readonly gone: string[];
  /** Keys of commands that the witness does not know. */
  readonly unattested: string[];
}

/** The witness beside the outbox, which is seen in one transaction; a database that bears no mark yet gets `newMark`. */
async function compare(store: KeyValueStore, db: EventDatabase, newMark?: string): Promise<Comparison> {
  const prefix = prefixOf(db.userId);
  // In this order: what is attested was in the outbox before, so what the outbox does not have now has left it.
  const attested = new Set(await store.keys(prefix));
  const [mark, keys] = await db.transaction(newMark === undefined ? 'r' : 'rw', [db.meta, db.outbox], async () => {
    const found = (await db.meta.get(born))?.value ?? newMark;
    if (found === newMark && newMark !== undefined) await db.meta.put({ name: born, value: newMark });
    return [found, (await db.outbox.orderBy('key').keys()) as string[]] as const;
  });
  const waiting = new Set(keys.map((key) => prefix + key));
  return {
    known: mark === true,
    mark,
    gone: [...attested].filter((name) => !waiting.has(name)),
    unattested: [...waiting].filter((name) => !attested.has(name)).map((name) => name.slice(prefix.length)),
  };
}

async function read(store: KeyValueStore, names: readonly string[]): Promise<Unsent[]> {
  const values = await Promise.all(names.map((name) => store.get<Unsent>(name)));
  return values.filter((value) => value !== undefined).toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

function unsentOf(entry: OutboxEntry): Unsent {
  const { key, resource, mutation, args, base, createdAt } = entry;
  const isWord = wordsIn(entry);
  // A removal has no words of its own: those of the row say what was to go. A camera stands for a picture.
  const text = (bytesIdOf(entry) === null ? '' : '📷 ') + (wordsOf(args, isWord) || wordsOf(base, isWord));
  return { key, resource, mutation, text, at: createdAt };
}

/** Tells by its name whether a field holds words that may be told. */
function wordsIn(entry: OutboxEntry): (field: string) => boolean {
  const resource = findResource(entry.resource);
  if (resource?.untold === 'all') return () => false;
  const others = new Set<string | undefined>([...(resource?.untold ?? []), resource?.pictures?.field, pictureFieldOf(entry)]);
  return (field) => !/^id$|Id$/.test(field) && !others.has(field);
}

const identifier = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The words among the fields of a row or of a command's arguments. */
function wordsOf(fields: unknown, isWord: (field: string) => boolean): string {
  const texts = Object.entries(fields ?? {}).filter(
    ([field, value]) => isWord(field) && typeof value === 'string' && !identifier.test(value),
  );
  return texts
    .map(([, text]) => text as string)
    .join('\n')
    .slice(0, textLength);
}
