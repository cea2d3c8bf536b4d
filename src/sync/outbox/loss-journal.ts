import { v7 } from 'uuid';
import { findResource } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { MetaRecord, OutboxEntry } from '#db/records.ts';
import type { KeyValueStore } from '../device/ports.ts';
import { bytesIdOf, pictureFieldOf } from './waiting-bytes.ts';

/*
 * The loss journal: a copy of the outbox in another database. If a browser or a fault deletes the outbox, the person sees exactly what was
 * not sent. A value is written per command, before the app reports "saved".
 */

/** An unsent command with enough text to write it again. `at` is in milliseconds since the epoch. */
export interface Unsent {
  readonly key: string;
  readonly resource: string;
  readonly mutation: string;
  readonly text: string;
  readonly at: number;
}

const prefixOf = (userId: number): string => `unsent-of-${userId}:`;
const lostKey = (userId: number): string => `lost-of-${userId}`;

/** Maximum length of a stored text; the outbox has the whole text. */
const textLength = 1_000;

/** Records commands that are already in the outbox. The order matters: a recorded command that the outbox lacks counts as lost. */
export async function recordUnsent(store: KeyValueStore, entries: readonly OutboxEntry[]): Promise<void> {
  await Promise.all(entries.map((entry) => store.set(prefixOf(entry.userId) + entry.key, unsentOf(entry))));
}

/** Makes the journal equal to the outbox, whatever was killed in between. Deletes nothing for a database that is not in the journal yet. */
export async function reconcile(store: KeyValueStore, db: EventDatabase): Promise<void> {
  const { known, gone, unattested } = await compare(store, db);
  if (gone.length > 0 && known) await store.del(...gone);
  if (unattested.length > 0) await recordUnsent(store, await db.outbox.where('key').anyOf(unattested).toArray());
}

/** Returns the recorded commands in the order of the taps. */
export async function unsentEntries(store: KeyValueStore, userId: number): Promise<readonly Unsent[]> {
  return read(store, await store.keys(prefixOf(userId)));
}

/** Deletes commands that have left the outbox, by key, so that no caller has to read all of them. */
export async function forget(store: KeyValueStore, userId: number, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await store.del(...keys.map((key) => prefixOf(userId) + key));
}

export async function forgetUnsentEntries(store: KeyValueStore, userId: number): Promise<void> {
  await store.del(lostKey(userId), ...(await store.keys(prefixOf(userId))));
}

/** Name of the mark in a database: `true` if the journal has it, a random id while it is being checked. */
const born = 'born';

/** Returns the commands that were lost with an earlier database, until the person acknowledges them. Normally empty. */
export async function lostSince(store: KeyValueStore, db: EventDatabase): Promise<readonly Unsent[]> {
  const { known, mark, gone } = await compare(store, db, v7());
  const before = (await store.get<readonly Unsent[]>(lostKey(db.userId))) ?? [];
  if (known) return before;
  const found = await read(store, gone);
  const lost = [...before.filter(({ key }) => !found.some((other) => other.key === key)), ...found];
  if (found.length > 0) await store.set(lostKey(db.userId), lost);
  // Skipped if the browser has deleted this database, too, since it was read.
  await db.meta.where({ name: born }).modify((record: MetaRecord) => {
    if (record.value === mark) record.value = true;
  });
  await store.del(...gone);
  return lost;
}

export async function acknowledge(store: KeyValueStore, userId: number): Promise<void> {
  await store.del(lostKey(userId));
}

interface Comparison {
  /** True if the journal belongs to this database. */
  readonly known: boolean;
  readonly mark: unknown;
  readonly gone: string[];
  readonly unattested: string[];
}

/** Compares the journal with the outbox, read in one transaction. A database without a mark gets `newMark`. */
async function compare(store: KeyValueStore, db: EventDatabase, newMark?: string): Promise<Comparison> {
  const prefix = prefixOf(db.userId);
  // Read the journal first: a recorded command was in the outbox before, so if it is missing now, it has left.
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
  // A removal has no text, so the text of its row is stored. A picture is shown as a camera.
  const text = (bytesIdOf(entry) === null ? '' : '📷 ') + (wordsOf(args, isWord) || wordsOf(base, isWord));
  return { key, resource, mutation, text, at: createdAt };
}

/** Returns a predicate on field names: true if the field's text may be stored. */
function wordsIn(entry: OutboxEntry): (field: string) => boolean {
  const resource = findResource(entry.resource);
  if (resource?.omittedFromLossReport === 'all') return () => false;
  const others = new Set<string | undefined>([
    ...(resource?.omittedFromLossReport ?? []),
    resource?.pictures?.field,
    pictureFieldOf(entry),
  ]);
  return (field) => !/^id$|Id$/.test(field) && !others.has(field);
}

const identifier = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

function wordsOf(fields: unknown, isWord: (field: string) => boolean): string {
  const texts = Object.entries(fields ?? {}).filter(
    ([field, value]) => isWord(field) && typeof value === 'string' && !identifier.test(value),
  );
  return texts
    .map(([, text]) => text as string)
    .join('\n')
    .slice(0, textLength);
}
