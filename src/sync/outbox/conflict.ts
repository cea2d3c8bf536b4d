import { type AnyMutation, argumentsFrom, type BaseRow } from '#contract/resource.ts';
import { mutationOf, resourceNamed } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { ruleOn } from '../mirror/rebase.ts';
import { withoutOriginal } from './migrate.ts';
import { type Clash, type Fields, isAlike, merge } from '../mirror/merge.ts';
import { discard, enqueue, replace } from './outbox.ts';
import { bytesIdOf } from './waiting-bytes.ts';
import type { Ports } from '../device/ports.ts';

/**
 * A conflict to decide. `fields`: both changed the same fields; `gone`: the changed row was removed by another person; `changed`: the
 * removed row was changed by another person.
 */
export type Conflict =
  | { readonly kind: 'fields'; readonly clashes: readonly Clash[]; readonly before: BaseRow; readonly current: BaseRow }
  | { readonly kind: 'gone'; readonly mine: BaseRow }
  | { readonly kind: 'changed'; readonly before: BaseRow; readonly current: BaseRow };

/** The choice for each clash by its key. A missing clash keeps the server's value. */
export type FieldChoices = Readonly<Record<string, 'yours' | 'theirs'>>;

export type Choice =
  | { readonly kind: 'fields'; readonly choices: FieldChoices }
  | { readonly kind: 'insist' }
  | { readonly kind: 'let-go' };

/** The result for a command on an outdated row: a conflict, nothing left to do, or the same command on the newer row. */
export type RebasedEntry = { readonly kind: 'ask' } | { readonly kind: 'done' } | { readonly kind: 'again'; readonly entry: OutboxEntry };

/**
 * Settles every case in which the two changes do not clash. `current` is null if the row was removed. A command that is sent again has a
 * new key, as the old one has its answer.
 */
export function rebaseEntry(entry: OutboxEntry, current: BaseRow | null, newKey: string): RebasedEntry {
  if (!current && mutationOf(entry)?.kind === 'remove') return { kind: 'done' };
  const conflict = conflictBetween(entry, current);
  if (!conflict) return { kind: 'ask' };
  // The person saw this content; only the version differs.
  if (conflict.kind === 'changed' && isAlike(resourceNamed(entry.resource), conflict.before, conflict.current))
    return { kind: 'again', entry: onNewer(entry, conflict.current, newKey) };
  if (conflict.kind !== 'fields' || conflict.clashes.length > 0) return { kind: 'ask' };
  const { yours } = merge(resourceNamed(entry.resource), conflict.before, mineOf(entry), conflict.current);
  return again(entry, conflict.current, yours, newKey);
}

/** Returns the conflict of a command, or null if it has none. */
export function conflictOf(entry: OutboxEntry): Conflict | null {
  if (entry.state !== 'conflict') return null;
  return conflictBetween(entry, (entry.lastError?.current as BaseRow | undefined) ?? null);
}

/** Executes the person's choice. `insist` creates a removed row again, or removes the row in its newer state. */
export async function resolve(db: EventDatabase, ports: Ports, key: string, choice: Choice): Promise<void> {
  const entry = await db.outbox.get({ key });
  const conflict = entry && conflictOf(entry);
  if (!entry || !conflict) return;
  if (choice.kind === 'let-go') return discard(db, [key]);
  if (conflict.kind === 'gone') return bringBack(db, ports, entry, conflict.mine);
  if (conflict.kind === 'changed') {
    return replace(db, onNewer(entry, conflict.current, ports.newId()));
  }
  const choices = choice.kind === 'fields' ? choice.choices : {};
  const { yours } = merge(resourceNamed(entry.resource), conflict.before, mineOf(entry), conflict.current);
  const chosen = conflict.clashes.filter((clash) => choice.kind === 'insist' || choices[clash.key] === 'yours');
  const next = again(entry, conflict.current, Object.assign({}, yours, ...chosen.map((clash) => clash.yours)) as Fields, ports.newId());
  return next.kind === 'again' ? replace(db, next.entry) : discard(db, [key]);
}

function conflictBetween(entry: OutboxEntry, current: BaseRow | null): Conflict | null {
  const mutation = mutationOf(entry);
  // A change that makes its own row has no base.
  const before = entry.base ?? (mutation?.ownOf ? nothingOf(entry) : null);
  if (!before) return null;
  if (mutation?.kind === 'remove') return current && { kind: 'changed', before, current };
  if (!current) return { kind: 'gone', mine: mineOf(entry) };
  const { clashes } = merge(resourceNamed(entry.resource), before, mineOf(entry), current);
  return { kind: 'fields', clashes, before, current };
}

function nothingOf({ id }: OutboxEntry): BaseRow {
  return { id, version: 0 };
}

function mineOf(entry: OutboxEntry): BaseRow {
  return { ...entry.base, ...ruleOn(resourceNamed(entry.resource), entry.base, entry), version: 0 } as BaseRow;
}

function again(entry: OutboxEntry, current: BaseRow, yours: Fields, newKey: string): RebasedEntry {
  if (Object.keys(yours).length === 0) return { kind: 'done' };
  const mutation = resourceNamed(entry.resource).mutations[entry.mutation] as AnyMutation;
  return { kind: 'again', entry: { ...onNewer(entry, current, newKey), args: argumentsFrom(mutation, yours) } };
}

function onNewer(entry: OutboxEntry, current: BaseRow, newKey: string): OutboxEntry {
  const { triedAt: _triedAt, ...untried } = withoutOriginal(entry);
  const next = { ...untried, key: newKey, base: current, baseVersion: current.version };
  return { ...next, state: 'waiting', attempts: 0, nextAttemptAt: 0, lastError: null };
}

/**
 * A removed row cannot come back under its id, which has a tombstone: its content becomes a new row with the pending picture. An earlier
 * picture was deleted with the row.
 */
async function bringBack(db: EventDatabase, ports: Ports, entry: OutboxEntry, mine: BaseRow): Promise<void> {
  const { resource } = entry;
  const create = resourceNamed(resource).mutations['create'];
  if (!create) return;
  const args = argumentsFrom(create, mine) as Record<string, unknown>;
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const bytes = await db.blobs.get(bytesIdOf(entry) ?? '');
    if (create.picture && !bytes) delete args[create.picture];
    // Discard first, as it deletes the bytes that are stored again below.
    await discard(db, [entry.key]);
    await enqueue(db, ports, { resource, mutation: 'create', args, eventId: entry.eventId, ...(bytes && { bytes }) });
  });
}
