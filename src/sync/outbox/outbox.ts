import { type ErrorCode, Refusal } from '../../../contract/errors.ts';
import { type AnyResource, type ArgsOf, type BaseRow, entityKey, laneOf, type RowId } from '../../../contract/resource.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import { contractVersion } from '../../../contract/version.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry, Stored, WaitingBytes } from '../../db/records.ts';
import { endDraftPicture, type Kept, keepAgain } from './draft-pictures.ts';
import { baseOf, rebase, recordOf, ruleOn, viewOf } from '../mirror/rebase.ts';
import { groupBy } from '../../lib/group-by.ts';
import { isAlike } from '../mirror/merge.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { isWiped } from './wipe.ts';
import type { Ports } from '../device/ports.ts';
import { isReadable, isSharper, isWhole, makesRow } from '../mirror/readable.ts';
import { isStillHere } from './in-flight.ts';
import { bytesIdOf, dropBytes } from './waiting-bytes.ts';

export interface Command {
  resource: AnyResource;
  mutation: string;
  args: unknown;
  id?: RowId;
  eventId: number;
  /** Given where the same command may have to be stored a second time, because nobody knows whether the first time held. */
  key?: string;
  /** Those of the picture among its arguments, which names them. */
  bytes?: WaitingBytes;
}

/** A command whose arguments the compiler has checked against the contract. */
export function command<R extends AnyResource, M extends keyof R['mutations'] & string>(
  resource: R,
  mutation: M,
  args: ArgsOf<R, M>,
  target: { id?: RowId; eventId: number; bytes?: WaitingBytes },
): Command {
  return { resource, mutation, args, ...target };
}

/** Under this name the form keeps its text that changes a refused command. */
export const resendDraftId = (seq: number): string => `resend:${seq}`;

/**
 * Stores commands that belong together, and clears the draft that they were made in, words and picture, if there is one: all of it in one
 * durable transaction, or none. The removal of a row that has not left this device is no command: the row is not made. A change of a row whose
 * last change has not left it either is one with that.
 */
export async function enqueueAll(
  db: EventDatabase,
  ports: Ports,
  commands: readonly Command[],
  draftId: string | null,
): Promise<OutboxEntry[]> {
  return db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const entries: OutboxEntry[] = [];
    for (const command of commands) {
      if (!(await unmake(db, command))) entries.push((await join(db, ports, command, entries)) ?? (await enqueue(db, ports, command)));
    }
    if (draftId !== null) {
      await db.drafts.delete(draftId);
      await endDraftPicture(db, draftId);
    }
    return entries;
  });
}

/** Whether a command may take back, or become one with, what has not left the device. */
export function mayTakeAnothersPlace({ resource, mutation }: Command): boolean {
  const { kind, versioned } = resource.mutations[mutation] ?? {};
  return kind === 'remove' || versioned === true;
}

/** What waits on a row and is seen in it, in local order. */
async function pendingOn(db: EventDatabase, record: Stored<BaseRow> | undefined): Promise<OutboxEntry[]> {
  const keys = record?.$pending ?? [];
  return keys.length > 0 ? db.outbox.where('key').anyOf(keys).sortBy('seq') : [];
}

/**
 * Has a change of a row go with the last one, where that has not left this device: the server answers both at once, and somebody else's change
 * is asked about once. Null where it has to go by itself.
 */
async function join(
  db: EventDatabase,
  ports: Ports,
  { resource, mutation: name, args, id, bytes, key = ports.newId() }: Command,
  beside: readonly OutboxEntry[],
): Promise<OutboxEntry | null> {
  const mutation = resource.mutations[name];
  // A reference may be to what comes later than the last change.
  if (!mutation?.versioned || mutation.kind !== 'change' || mutation.refs || id === undefined || bytes) return null;
  const record = await db.mirror(resource.name).get(id);
  const pending = await pendingOn(db, record);
  const last = pending.pop();
  // What one form sends in two has its reasons.
  if (!last || beside.some(({ seq }) => seq === last.seq)) return null;
  // What was seen this time is not what was seen then.
  if (!isAlike(resource, last.base, rebase(resource, baseOf(record).row, pending.filter(isReadable)))) return null;
  if (last.mutation !== name || !isReadable(last) || bytesIdOf(last) !== null || !(await isStillHere(db, last))) return null;
  const both = mutation.args.safeParse({ ...(last.args as object), ...(args as object) });
  if (!both.success) return null;
  // A key stands for one call: whoever has looked at the last change and is about to send it finds that it is gone.
  const entry: OutboxEntry = { ...last, key, args: JSON.parse(JSON.stringify(both.data)) as unknown };
  try {
    ruleOn(resource, entry.base, entry);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  await db.outbox.put(entry);
  await rebaseViews(db, [entry]);
  return entry;
}

/** Throws away what would have made the row that is to go, if nobody else can have seen it: nobody is to see it for a moment. Answers whether it did. */
async function unmake(db: EventDatabase, { resource, mutation, id }: Command): Promise<boolean> {
  if (resource.mutations[mutation]?.kind !== 'remove' || id === undefined) return false;
  const maker = (await pendingOn(db, await db.mirror(resource.name).get(id))).find(makesRow);
  if (!maker || !(await isStillHere(db, maker))) return false;
  await discard(db, [maker.key]);
  return true;
}

/**
 * Stores a command and the view that it makes, in one durable transaction; a session that ended elsewhere has no view any more.
 * Throws a `Refusal`: `invalid` for arguments that the contract or the rule refuses, `not_found` where the row is not here.
 */
export async function enqueue(db: EventDatabase, ports: Ports, command: Command): Promise<OutboxEntry> {
  const { resource, eventId } = command;
  const mutation = resource.mutations[command.mutation];
  if (!mutation) throw new TypeError(`${resource.name} has no mutation ${command.mutation}`);
  const parsed = mutation.args.safeParse(command.args);
  if (!parsed.success) {
    throw new Refusal('invalid', { issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) });
  }
  // What is undefined does not travel.
  const args = JSON.parse(JSON.stringify(parsed.data)) as unknown;
  const id = command.id ?? ports.newId();
  const key = command.key ?? ports.newId();
  const table = db.mirror(resource.name);
  const removes = mutation.kind === 'remove';
  return db.transaction('rw', [db.outbox, db.meta, table, ...(command.bytes ? [db.blobs] : [])], async () => {
    const record = await table.get(id);
    if (removes) await letPass(db, record);
    if (mutation.kind !== 'create' && !mutation.ownOf && (!record || record.$gone)) throw new Refusal('not_found');
    const draft: Omit<OutboxEntry, 'seq'> = {
      key,
      userId: db.userId,
      eventId,
      resource: resource.name,
      mutation: command.mutation,
      id,
      args,
      ...placeOf(resource, command.mutation, id, args, eventId, record),
      base: viewOf(resource, record),
      baseVersion: baseVersionOf(record),
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: 0,
      lastError: null,
      createdAt: ports.now(),
      contractVersion,
    };
    const seq = await addOnce(db, draft);
    if (seq === null) return (await db.outbox.get({ key })) as OutboxEntry;
    const entry: OutboxEntry = { ...draft, seq };
    if (command.bytes) await db.blobs.put(command.bytes);
    // A refusal by the rule aborts the transaction: nothing was accepted.
    ruleOn(resource, draft.base, entry);
    const before = record?.$pending ? await db.outbox.where('key').anyOf(record.$pending).sortBy('seq') : [];
    const next = recordOf(resource, id, baseOf(record), [...before.filter(isReadable), entry]);
    if (next && !(await isWiped(db))) await table.put(next);
    return entry;
  });
}

/** A row that goes does not wait for its better picture, which goes with it, and is still there where the removal is given up. */
async function letPass(db: EventDatabase, row: Stored<BaseRow> | undefined): Promise<void> {
  const pending = db.outbox.where('key').anyOf(row?.$pending ?? []);
  await pending.filter(isSharper).modify((entry) => {
    entry.lane = `passed:${entry.key}`;
  });
}

/** The new entry's place, or null where it is there already. */
async function addOnce(db: EventDatabase, entry: Omit<OutboxEntry, 'seq'>): Promise<number | null> {
  try {
    return await db.outbox.add(entry);
  } catch (error) {
    if ((error as Error).name === 'ConstraintError') return null;
    throw error;
  }
}

/**
 * Sends a refused command again, with other arguments if given, which were drafted until now. It keeps its place, so that what hangs on it
 * still comes after it.
 */
export async function requeue(db: EventDatabase, ports: Ports, key: string, args?: unknown): Promise<void> {
  const newKey = ports.newId();
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const entry = await db.outbox.get({ key });
    if (!entry) return;
    await db.drafts.delete(resendDraftId(entry.seq));
    const record = await db.mirror(entry.resource).get(entry.id);
    const nextArgs = args ?? entry.args;
    const place = placeOf(resourceNamed(entry.resource), entry.mutation, entry.id, nextArgs, entry.eventId, record);
    await replace(db, { ...entry, key: newKey, args: nextArgs, ...place, createdAt: ports.now() });
  });
}

/** Puts another version of a command in its place, to be sent as if it were new; a picture that it no longer brings goes. */
export async function replace(db: EventDatabase, entry: OutboxEntry): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, db.blobs, ...db.mirrorTables], async () => {
    const before = await db.outbox.get(entry.seq);
    if (before && bytesIdOf(before) !== bytesIdOf(entry)) await dropBytes(db, [before]);
    const { original: _original, triedAt: _triedAt, ...next } = entry;
    await db.outbox.put({ ...next, state: 'waiting', attempts: 0, nextAttemptAt: 0, lastError: null });
    await rebaseViews(db, [entry]);
  });
}

/** Parks commands that must not go without a word from the person, and rolls their views back. */
export async function park(db: EventDatabase, entries: readonly OutboxEntry[], code: ErrorCode): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, ...db.mirrorTables], async () => {
    const present = await db.outbox.bulkGet(entries.map(({ seq }) => seq));
    const parked = present.filter((entry, index) => entry?.key === entries[index]?.key) as OutboxEntry[];
    await db.outbox.bulkPut(parked.map((entry) => ({ ...entry, state: 'refused', lastError: { code } })));
    await rebaseViews(db, parked);
  });
}

/** Sets commands aside that nothing can be done with but to read and throw them away, in a shape that stops nothing. */
export async function setAside(db: EventDatabase, ports: Ports, broken: readonly OutboxEntry[]): Promise<void> {
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
  await db.outbox.bulkPut(
    broken.map((entry) => ({
      ...entry,
      key: text(entry.key, ports.newId()),
      lane: text(entry.lane, `broken:${entry.seq}`),
      resource: text(entry.resource, 'broken'),
      mutation: text(entry.mutation, 'broken'),
      entities: [`broken:${entry.seq}`],
      args: { broken: entry.args ?? null },
      state: 'refused' as const,
      attempts: 0,
      nextAttemptAt: 0,
      lastError: { code: 'broken' },
    })),
  );
}

/** Throws commands away, with all that hangs on the rows that they would have made, and folds the views without them. */
export async function discard(db: EventDatabase, keys: readonly string[]): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const all = await db.outbox.orderBy('seq').toArray();
    const gone = withDependents(all, new Set(keys));
    await db.outbox.bulkDelete(gone.map(({ seq }) => seq));
    await db.drafts.bulkDelete(gone.map(({ seq }) => resendDraftId(seq)));
    await dropBytes(db, gone);
    await rebaseViews(db, gone);
  });
}

/** Throws refused commands away, and makes the draft again that they were made of: both, or neither. */
export async function takeBack(db: EventDatabase, refused: readonly OutboxEntry[], kept: Kept): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    await discard(
      db,
      refused.map(({ key }) => key),
    );
    await keepAgain(db, kept);
  });
}

/** The named commands and all later ones that need a row which these would have made; local order. */
export function withDependents(all: readonly OutboxEntry[], keys: ReadonlySet<string>): OutboxEntry[] {
  const missing = new Set<string>();
  return all.filter((entry) => {
    const taken = keys.has(entry.key) || (isWhole(entry) && entry.entities.some((entity) => missing.has(entity)));
    if (taken && makesRow(entry)) missing.add(entry.entities[0] as string);
    return taken;
  });
}

/** Makes the views of the commands' rows anew from what is in the outbox now; in a mirror that was wiped there are none. */
export async function rebaseViews(db: EventDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  if (await isWiped(db)) return;
  for (const [name, ofResource] of groupBy(entries.filter(isReadable), ({ resource }) => resource)) {
    const ids = [...new Set(ofResource.map(({ id }) => id))];
    await storeArrivals(
      db,
      resourceNamed(name),
      ids.map((id) => ({ id, base: null, rebaseViews: true })),
    );
  }
}

/**
 * What the person saw is a version of the server's only where nothing of their own was pending over it. Otherwise no version will do: what is
 * pending may be refused or asked about, and its row would then look like the one they saw.
 */
function baseVersionOf(record: Stored<BaseRow> | undefined): number | null {
  if (!record) return null;
  return record.$pending ? noVersion : record.version;
}

/** Rows begin at version 1. */
const noVersion = 0;

function placeOf(
  resource: AnyResource,
  mutationName: string,
  id: RowId,
  args: unknown,
  eventId: number,
  record: BaseRow | undefined,
): Pick<OutboxEntry, 'lane' | 'entities'> {
  const refs = resource.mutations[mutationName]?.refs?.(args, eventId) ?? [];
  const row = resource.mutations[mutationName]?.kind === 'create' ? { ...(args as object), id } : { ...record, id };
  return { lane: laneOf(resource, row), entities: [{ resource: resource.name, id }, ...refs].map(entityKey) };
}
