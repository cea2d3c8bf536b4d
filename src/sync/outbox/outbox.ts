import { type ErrorCode, Refusal } from '#contract/errors.ts';
import { type AnyResource, type BaseRow, entityKey, laneOf, type RowId } from '#contract/resource.ts';
import { type ResourceName, resourceNamed, resources } from '#contract/resources.ts';
import { contractVersion } from '#contract/version.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry, Stored } from '#db/records.ts';
import type { Command } from './command.ts';
import { needingAttention } from './counts.ts';
import { endDraftPicture, keepAgain, type Kept } from './draft-pictures.ts';
import { baseOf, rebase, recordOf, ruleOn, viewOf } from '../mirror/rebase.ts';
import { groupBy } from '#lib/group-by.ts';
import { isAlike } from '../mirror/merge.ts';
import { storeArrivals } from '../mirror/mirror.ts';
import { isWiped } from './wipe.ts';
import type { Ports } from '../device/ports.ts';
import { isReadable, isWhole, makesRow, sendsFullSize } from '../mirror/readable.ts';
import { neverLeftDevice } from './in-flight.ts';
import { bytesIdOf, dropBytes } from './waiting-bytes.ts';

/** The id of the draft in which a person edits a refused command. */
export const resendDraftId = (seq: number): string => `resend:${seq}`;

/**
 * Stores commands that belong together and deletes their draft, in one durable transaction. A removal of a row that has not left the device
 * discards the row's create command. A change joins the previous change of its row if that has not left the device.
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

/** True if a command may discard or join one that has not left the device. */
export function mayReplaceCommand({ resource, mutation }: Command): boolean {
  const { kind, versioned } = resourceNamed(resource).mutations[mutation] ?? {};
  return kind === 'remove' || versioned === true;
}

async function pendingOn(db: EventDatabase, record: Stored<BaseRow> | undefined): Promise<OutboxEntry[]> {
  const keys = record?.$pending ?? [];
  return keys.length > 0 ? db.outbox.where('key').anyOf(keys).sortBy('seq') : [];
}

/**
 * Joins a change with the previous change of its row, if that has not left the device: one answer, and one conflict at most. Returns null
 * if the change needs its own command.
 */
async function join(
  db: EventDatabase,
  ports: Ports,
  { resource: resourceName, mutation: name, args, id, bytes, key = ports.newId() }: Command,
  beside: readonly OutboxEntry[],
): Promise<OutboxEntry | null> {
  const resource = resourceNamed(resourceName);
  const mutation = resource.mutations[name];
  // A reference may name a row that is created after the last change.
  if (!mutation?.versioned || mutation.kind !== 'change' || mutation.refs || id === undefined || bytes) return null;
  const record = await db.mirror(resource.name).get(id);
  const pending = await pendingOn(db, record);
  const last = pending.pop();
  // Two commands of one form stay separate on purpose.
  if (!last || beside.some(({ seq }) => seq === last.seq)) return null;
  // The person saw another base row this time.
  if (!isAlike(resource, last.base, rebase(resource, baseOf(record).row, pending.filter(isReadable)))) return null;
  if (last.mutation !== name || !isReadable(last) || bytesIdOf(last) !== null || !(await neverLeftDevice(db, last))) return null;
  const both = mutation.args.safeParse({ ...(last.args as object), ...(args as object) });
  if (!both.success) return null;
  // A new key, because a drain may have read the last change: it must find that command missing.
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

/**
 * Discards the create command of a row that is to be removed, if it has not left the device, so that no other person ever sees the row.
 * Returns whether it did.
 */
async function unmake(db: EventDatabase, { resource, mutation, id }: Command): Promise<boolean> {
  if (resourceNamed(resource).mutations[mutation]?.kind !== 'remove' || id === undefined) return false;
  const maker = (await pendingOn(db, await db.mirror(resource).get(id))).find(makesRow);
  if (!maker || !(await neverLeftDevice(db, maker))) return false;
  await discard(db, [maker.key]);
  return true;
}

/** Withdraws the removal of a row if it has not left the device. Returns whether it did. */
export async function withdrawRemoval(db: EventDatabase, resource: ResourceName, id: RowId): Promise<boolean> {
  return db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const last = (await pendingOn(db, await db.mirror(resource).get(id))).pop();
    if (!last || resourceNamed(resource).mutations[last.mutation]?.kind !== 'remove' || !(await neverLeftDevice(db, last))) return false;
    await discard(db, [last.key]);
    return true;
  });
}

/**
 * Stores a command and its view in one durable transaction; no view after a wipe. Throws a `Refusal`: `invalid` for arguments that contract
 * or rule refuse, `not_found` if the row is not on this device.
 */
export async function enqueue(db: EventDatabase, ports: Ports, command: Command): Promise<OutboxEntry> {
  const { eventId } = command;
  const resource = resourceNamed(command.resource);
  const mutation = resource.mutations[command.mutation];
  if (!mutation) throw new TypeError(`${resource.name} has no mutation ${command.mutation}`);
  const parsed = mutation.args.safeParse(command.args);
  if (!parsed.success) {
    throw new Refusal('invalid', { issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) });
  }
  // Removes undefined values, which JSON does not transport.
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
      ...placeOf(resource, { mutation: command.mutation, id, args, eventId }, record),
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
    // A refusal by the rule aborts the transaction, so nothing is stored.
    ruleOn(resource, draft.base, entry);
    const before = record?.$pending ? await db.outbox.where('key').anyOf(record.$pending).sortBy('seq') : [];
    const next = recordOf(resource, id, baseOf(record), [...before.filter(isReadable), entry]);
    if (next && !(await isWiped(db))) await table.put(next);
    return entry;
  });
}

/**
 * Lets a removal skip the pending full-size picture of its row, by another lane. The picture stays queued in case the removal is discarded.
 */
async function letPass(db: EventDatabase, row: Stored<BaseRow> | undefined): Promise<void> {
  const pending = db.outbox.where('key').anyOf(row?.$pending ?? []);
  await pending.filter(sendsFullSize).modify((entry) => {
    entry.lane = `passed:${entry.key}`;
  });
}

/** Returns the place of the new entry, or null if its key is stored already. */
async function addOnce(db: EventDatabase, entry: Omit<OutboxEntry, 'seq'>): Promise<number | null> {
  try {
    return await db.outbox.add(entry);
  } catch (error) {
    if ((error as Error).name === 'ConstraintError') return null;
    throw error;
  }
}

/**
 * Sends a refused command again, with other arguments if given, and deletes their draft. The command keeps its place, so that its
 * dependents still come after it.
 */
export async function requeue(db: EventDatabase, ports: Ports, key: string, args?: unknown): Promise<void> {
  const newKey = ports.newId();
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const entry = await db.outbox.get({ key });
    if (!entry) return;
    await db.drafts.delete(resendDraftId(entry.seq));
    const record = await db.mirror(entry.resource).get(entry.id);
    const nextArgs = args ?? entry.args;
    const place = placeOf(resourceNamed(entry.resource), { ...entry, args: nextArgs }, record);
    await replace(db, { ...entry, key: newKey, args: nextArgs, ...place, createdAt: ports.now() });
  });
}

/** Replaces a command in its place, to be sent as a new one. Deletes the bytes of a picture that it no longer has. */
export async function replace(db: EventDatabase, entry: OutboxEntry): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, db.blobs, ...db.mirrorTables], async () => {
    const before = await db.outbox.get(entry.seq);
    if (before && bytesIdOf(before) !== bytesIdOf(entry)) await dropBytes(db, [before]);
    const { original: _original, triedAt: _triedAt, ...next } = entry;
    await db.outbox.put({ ...next, state: 'waiting', attempts: 0, nextAttemptAt: 0, lastError: null });
    await rebaseViews(db, [entry]);
  });
}

/** Parks commands that need the person's decision, and rolls their views back. */
export async function park(db: EventDatabase, entries: readonly OutboxEntry[], code: ErrorCode): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, ...db.mirrorTables], async () => {
    const present = await db.outbox.bulkGet(entries.map(({ seq }) => seq));
    const parked = present.filter((entry, index) => entry?.key === entries[index]?.key) as OutboxEntry[];
    await db.outbox.bulkPut(parked.map((entry) => ({ ...entry, state: 'refused', lastError: { code } })));
    await rebaseViews(db, parked);
  });
}

/** Makes damaged commands readable and discardable, in a form that blocks no others. */
export async function isolateBroken(db: EventDatabase, ports: Ports, broken: readonly OutboxEntry[]): Promise<void> {
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

/** Deletes commands and their dependents, and updates the views. */
export async function discard(db: EventDatabase, keys: readonly string[]): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    const all = await db.outbox.orderBy('seq').toArray();
    const discarded = withDependents(all, new Set(keys));
    await db.outbox.bulkDelete(discarded.map(({ seq }) => seq));
    await db.drafts.bulkDelete(discarded.map(({ seq }) => resendDraftId(seq)));
    await dropBytes(db, discarded);
    await rebaseViews(db, discarded);
  });
}

/** Turns refused commands into the draft that they were made from, in one transaction. */
export async function takeBack(db: EventDatabase, refused: readonly OutboxEntry[], kept: Kept): Promise<void> {
  await db.transaction('rw', [db.outbox, db.meta, db.drafts, db.blobs, ...db.mirrorTables], async () => {
    await discard(
      db,
      refused.map(({ key }) => key),
    );
    await keepAgain(db, kept);
  });
}

/** Returns the commands with these keys, and later ones that need a row of them, in local order. */
export function withDependents(all: readonly OutboxEntry[], keys: ReadonlySet<string>): OutboxEntry[] {
  const missing = new Set<string>();
  return all.filter((entry) => {
    const taken = keys.has(entry.key) || (isWhole(entry) && entry.entities.some((entity) => missing.has(entity)));
    if (taken && makesRow(entry)) missing.add(entry.entities[0] as string);
    return taken;
  });
}

/** Updates the views of the commands' rows from the outbox. Does nothing after a wipe. */
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
 * Returns the server's version that the person saw, if no own command was pending over it. With a pending command no version is right: it
 * may be refused, and the row would then look like the one the person saw.
 */
function baseVersionOf(record: Stored<BaseRow> | undefined): number | null {
  if (!record) return null;
  return record.$pending ? noVersion : record.version;
}

/** Rows begin at version 1, so this one never matches. */
const noVersion = 0;

function placeOf(
  resource: AnyResource,
  { mutation: name, id, args, eventId }: Pick<OutboxEntry, 'mutation' | 'id' | 'args' | 'eventId'>,
  record: BaseRow | undefined,
): Pick<OutboxEntry, 'lane' | 'entities'> {
  const mutation = resource.mutations[name];
  const refs = mutation?.refs?.(args, eventId) ?? [];
  const row = mutation?.kind === 'create' ? { ...(args as object), id } : { ...record, id };
  return { lane: laneOf(resource, row), entities: [{ resource: resource.name, id }, ...refs].map(entityKey) };
}

interface CommandCounts {
  readonly waiting: number;
  readonly following: number;
  readonly needsAttention: number;
}

const silentEntities = (resources as readonly AnyResource[]).flatMap(({ name, silent }) =>
  silent ? [entityKey({ resource: name, id: '' })] : [],
);

/** Counts pending and rejected commands from an index, so the cost does not depend on their number unless pictures are pending. */
export async function countCommands(db: EventDatabase): Promise<CommandCounts> {
  return db.transaction('r', db.outbox, db.blobs, async () => {
    const waits = () => db.outbox.where('state').equals('waiting');
    const [all, needsAttention, pictures] = await Promise.all([waits().count(), needingAttention(db).count(), db.blobs.count()]);
    const silent = db.outbox.where('entities').startsWithAnyOf(silentEntities);
    const waiting = all > 0 ? all - (await silent.filter(({ state }) => state === 'waiting').count()) : 0;
    const following = waiting > 0 && pictures > 0 ? await waits().filter(sendsFullSize).count() : 0;
    return { waiting, following, needsAttention };
  });
}
