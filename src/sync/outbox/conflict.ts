import { type AnyMutation, argumentsFrom, type BaseRow } from '../../../contract/resource.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { ruleOn } from '../mirror/rebase.ts';
import { withoutOriginal } from './migrate.ts';
import { type Clash, type Fields, isAlike, merge } from '../mirror/merge.ts';
import { mutationOf } from '../mirror/readable.ts';
import { discard, enqueue, replace } from './outbox.ts';
import { bytesIdOf } from './waiting-bytes.ts';
import type { Ports } from '../device/ports.ts';

/**
 * What a person is asked. `fields`: both changed the same; `gone`: somebody removed what they changed;
 * `changed`: somebody changed what they removed.
 */
export type Conflict =
  | { readonly kind: 'fields'; readonly clashes: readonly Clash[]; readonly before: BaseRow; readonly current: BaseRow }
  | { readonly kind: 'gone'; readonly mine: BaseRow }
  | { readonly kind: 'changed'; readonly before: BaseRow; readonly current: BaseRow };

/** For each clash by its key; a clash that is not named keeps what is on the server. */
export type FieldChoices = Readonly<Record<string, 'yours' | 'theirs'>>;

export type Choice =
  | { readonly kind: 'fields'; readonly choices: FieldChoices }
  | { readonly kind: 'insist' }
  | { readonly kind: 'let-go' };

/** How the server's row, null where it is gone, stands against a versioned command: a question, or the same command on the newer row. */
export type RebasedEntry = { readonly kind: 'ask' } | { readonly kind: 'done' } | { readonly kind: 'again'; readonly entry: OutboxEntry };

/** Settles by itself what no two people disagree about. The command that goes again has a key of its own: the old one has its answer. */
export function rebaseEntry(entry: OutboxEntry, current: BaseRow | null, newKey: string): RebasedEntry {
  // Somebody else has removed what was to be removed.
  if (!current && mutationOf(entry)?.kind === 'remove') return { kind: 'done' };
  const conflict = conflictBetween(entry, current);
  if (!conflict) return { kind: 'ask' };
  // They saw what is there: only its version is another one.
  if (conflict.kind === 'changed' && isAlike(resourceNamed(entry.resource), conflict.before, conflict.current))
    return { kind: 'again', entry: onNewer(entry, conflict.current, newKey) };
  if (conflict.kind !== 'fields' || conflict.clashes.length > 0) return { kind: 'ask' };
  const { yours } = merge(resourceNamed(entry.resource), conflict.before, mineOf(entry), conflict.current);
  return again(entry, conflict.current, yours, newKey);
}

/** What is to be asked about a command in conflict; null where it is in none. */
export function conflictOf(entry: OutboxEntry): Conflict | null {
  if (entry.state !== 'conflict') return null;
  return conflictBetween(entry, (entry.lastError?.current as BaseRow | undefined) ?? null);
}

/** Does what the person chose. `insist` brings a removed row back as a new one, or removes it in its newer state. */
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
  // Of a row that the change itself makes there was nothing to see.
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

/** The row as the person left it. */
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
 * A removed row cannot come back under its id, whose tombstone is out: its content becomes a new row, with the picture that was to come. One
 * that was there before has gone with the row.
 */
async function bringBack(db: EventDatabase, ports: Ports, entry: OutboxEntry, mine: BaseRow): Promise<void> {
  const resource = resourceNamed(entry.resource);
  const create = resource.mutations['create'];
  if (!create) return;
  const args = argumentsFrom(create, mine) as Record<string, unknown>;
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const bytes = await db.blobs.get(bytesIdOf(entry) ?? '');
    if (create.picture && !bytes) delete args[create.picture];
    // First what was to change it, which takes its bytes along.
    await discard(db, [entry.key]);
    await enqueue(db, ports, { resource, mutation: 'create', args, eventId: entry.eventId, ...(bytes && { bytes }) });
  });
}
