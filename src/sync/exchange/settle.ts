import type { BatchAnswer } from '#contract/endpoints/core.ts';
import { type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { rebaseEntry } from '../outbox/conflict.ts';
import { isWiped } from '../outbox/wipe.ts';
import { withoutOriginal } from '../outbox/migrate.ts';
import { storeUnseenChanges } from '../mirror/unseen-changes.ts';
import { backOff } from '#lib/back-off.ts';
import { groupBy } from '#lib/group-by.ts';
import { sendsFullSize, traitsOf } from '../mirror/readable.ts';
import { type Arrival, isOlderThanLoad, readRecords, storeArrivals } from '../mirror/mirror.ts';
import type { Ports } from '../device/ports.ts';
import { errorCodeOf, isOverloaded } from '../wire/transport.ts';
import { bytesIdOf, dropBytes } from '../outbox/waiting-bytes.ts';
import { recordUnsent, forget } from '../outbox/loss-journal.ts';
import { clearMarks, timesInFlight } from '../outbox/in-flight.ts';

export interface Settlement {
  readonly entry: OutboxEntry;
  readonly answer: BatchAnswer;
}

type Verdict = 'done' | 'later' | 'behind' | 'stale' | 'refused';

/** Returns the effect of an answer on its command. A 404 settles a removal, and a full-size picture whose row was deleted. */
export function verdictOn({ entry, answer: { status } }: Settlement): Verdict {
  if (status >= 200 && status < 300) return 'done';
  if (status === 404 && (kindOf(entry) === 'remove' || sendsFullSize(entry))) return 'done';
  if (status === 412 || (status === 404 && isVersioned(entry))) return 'stale';
  if (status === 424) return 'behind';
  return isRetryable(status) ? 'later' : 'refused';
}

/** True if the status decides nothing about the call: it is sent again. */
export function isRetryable(status: number): boolean {
  return status === 401 || status === 409 || isOverloaded(status);
}

/** Stores the answers to commands: outbox and mirror change in one transaction. Skips commands that have left the outbox. */
export async function settle(db: EventDatabase, ports: Ports, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  const tables = [...new Set(settlements.map(({ entry }) => entry.resource))].map((name) => db.mirror(name));
  const blobs = settlements.some(({ entry }) => bytesIdOf(entry) !== null || kindOf(entry) === 'remove') ? [db.blobs] : [];
  const gone: string[] = [];
  const renewed: OutboxEntry[] = [];
  await db.transaction('rw', [db.outbox, db.meta, db.news, ...blobs, ...tables], async () => {
    const seqs = settlements.map(({ entry }) => entry.seq);
    const [first, last] = [Math.min(...seqs), Math.max(...seqs)];
    // Read and delete by range: one database call instead of one per command.
    const [there, isOld, wiped, ...records] = await Promise.all([
      db.outbox.where('seq').between(first, last, true, true).toArray(),
      isOlderThanLoad(db),
      isWiped(db),
      ...tables.map((table) => readRecords(table, idsOf(settlements, table.name))),
    ]);
    const present = new Map(there.map(({ seq, key }) => [seq, key]));
    const open = settlements.filter(({ entry }) => present.get(entry.seq) === entry.key);
    const done = new Set<number>();
    let sentAt: ReadonlyMap<number, number> | undefined;
    const changed: OutboxEntry[] = [];
    const arrivals = new Map<string, Map<string, Arrival>>();
    const rebaseRow = (entry: OutboxEntry, arrival: Arrival | null): void => {
      const ofResource = arrivals.get(entry.resource) ?? new Map<string, Arrival>();
      arrivals.set(entry.resource, ofResource);
      const earlier = ofResource.get(entityKey(entry));
      ofResource.set(entityKey(entry), { ...(arrival ?? earlier ?? { id: entry.id, base: null }), rebaseViews: true });
    };
    for (const settlement of open) {
      const { entry } = settlement;
      const verdict = verdictOn(settlement);
      if (verdict === 'behind') continue;
      if (verdict === 'later') {
        sentAt ??= await timesInFlight(db);
        changed.push(delayed(entry, settlement.answer, ports, sentAt.get(entry.seq)));
        continue;
      }
      if (verdict === 'refused' && entry.original && errorCodeOf(settlement.answer) === 'invalid') {
        // The server cannot read the older form, so it has not executed it: the new form is a call of its own.
        const { triedAt: _triedAt, ...untried } = withoutOriginal(entry);
        changed.push({ ...untried, key: ports.newId() });
        rebaseRow(entry, null);
        continue;
      }
      const rebased = verdict === 'stale' ? rebaseEntry(entry, currentOf(settlement), ports.newId()) : null;
      if (verdict === 'done' || rebased?.kind === 'done') done.add(entry.seq);
      else if (rebased?.kind === 'again') changed.push(rebased.entry);
      else changed.push(parked(entry, settlement.answer, rebased ? 'conflict' : 'refused'));
      const arrival = verdict === 'done' ? arrivalOf(settlement) : arrivalOfCurrent(settlement);
      // A 404 may be outdated too: after a restore of the server, the author's device may create the row again.
      const mayBeOutdated = arrival?.base?.row != null || settlement.answer.status === 404;
      rebaseRow(entry, mayBeOutdated && isOld(entry) ? null : arrival);
    }
    if (done.size === present.size) await db.outbox.where('seq').between(first, last, true, true).delete();
    else await db.outbox.bulkDelete([...done]);
    await clearMarks(db, done);
    const over = open.flatMap(({ entry }) => (done.has(entry.seq) ? [entry] : []));
    const unneeded = await sharpersOf(db, over);
    if (unneeded.length > 0) await db.outbox.bulkDelete(unneeded.map(({ seq }) => seq));
    await dropBytes(db, [...over, ...unneeded]);
    if (changed.length > 0) await db.outbox.bulkPut(changed);
    renewed.push(...changed.filter(({ seq, key }) => present.get(seq) !== key));
    const left = new Set([...done, ...renewed.map(({ seq }) => seq)]);
    gone.push(...open.flatMap(({ entry: { seq, key } }) => (left.has(seq) ? [key] : [])), ...unneeded.map(({ key }) => key));
    if (wiped) return;
    const own = groupBy(over, entityKey);
    for (const [index, { name }] of tables.entries()) {
      const changed = [...(arrivals.get(name)?.values() ?? [])];
      const ownChanges = changed.flatMap(({ id, base }) =>
        base?.row && own.has(entityKey({ resource: name, id })) ? [{ id, key: 'own', ...base }] : [],
      );
      await storeUnseenChanges(db, resourceNamed(name), ownChanges, { now: ports.now(), settled: own });
      await storeArrivals(db, resourceNamed(name), changed, records[index]);
    }
  });
  await recordUnsent(ports.store, renewed);
  await forget(ports.store, db.userId, gone);
}

function idsOf(settlements: readonly Settlement[], resource: string): RowId[] {
  return [...new Set(settlements.flatMap(({ entry }) => (entry.resource === resource ? [entry.id] : [])))];
}

async function sharpersOf(db: EventDatabase, done: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const removed = done.filter((entry) => kindOf(entry) === 'remove').map(entityKey);
  return removed.length === 0 ? [] : db.outbox.where('entities').anyOf(removed).filter(sendsFullSize).toArray();
}

function kindOf(entry: OutboxEntry): 'create' | 'change' | 'remove' | undefined {
  return traitsOf(entry)?.kind;
}

function arrivalOf({ entry, answer }: Settlement): Arrival {
  // A removed row never comes back, so its version is above any in a page that is on its way.
  if (kindOf(entry) === 'remove' || answer.status === 404)
    return { id: entry.id, base: { row: null, version: Number.MAX_SAFE_INTEGER }, keepDeleted: true };
  const row = answer.body as BaseRow;
  return { id: entry.id, base: { row, version: row.version } };
}

function currentOf({ answer }: Settlement): BaseRow | null {
  return (answer.body as { current?: BaseRow } | undefined)?.current ?? null;
}

function arrivalOfCurrent(settlement: Settlement): Arrival | null {
  const current = currentOf(settlement);
  return current && { id: current.id, base: { row: current, version: current.version } };
}

function isVersioned(entry: OutboxEntry): boolean {
  return traitsOf(entry)?.versioned ?? false;
}

function delayed(entry: OutboxEntry, answer: BatchAnswer, ports: Ports, sentAt: number | undefined): OutboxEntry {
  const delay = Math.max(
    backOff(entry.attempts, () => ports.random()),
    (answer.retryAfter ?? 0) * 1_000,
  );
  const delayedAt = ports.now();
  const lastError = { code: errorCodeOf(answer) };
  // `triedAt` may not be stored yet, and the clock may have been set since the command was sent.
  const triedAt = entry.triedAt ?? sentAt ?? delayedAt;
  return { ...entry, triedAt, attempts: entry.attempts + 1, nextAttemptAt: delayedAt + delay, delayedAt, lastError };
}

function parked(entry: OutboxEntry, answer: BatchAnswer, state: 'refused' | 'conflict'): OutboxEntry {
  const { issues, current } = (answer.body ?? {}) as { issues?: { path: string; message: string }[]; current?: unknown };
  return {
    ...entry,
    state,
    attempts: entry.attempts + 1,
    lastError: { code: errorCodeOf(answer), ...(issues ? { issues } : {}), ...(current === undefined ? {} : { current }) },
  };
}
