import type { BatchCall } from '../../../contract/endpoints/core.ts';
import { limits } from '../../../contract/limits.ts';
import { times } from '../../../contract/times.ts';
import { takesEvent } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { Ports } from '../device/ports.ts';
import { isReadable, isWhole, makesRow, mutationOf, publishesRow } from '../mirror/readable.ts';
import { park, setAside } from '../outbox/outbox.ts';
import { bytesIdOf } from '../outbox/waiting-bytes.ts';
import type { Channel } from '../outbox/in-flight.ts';
import { isDue } from './retry.ts';
import { noteSent } from '../outbox/in-flight.ts';

/** `nextAt` is when more of them may go (ms since the epoch), null where nothing waits for a time; `unsure`: some may be too old, if this device's clock is right. */
export interface Look {
  readonly due: OutboxEntry[];
  readonly nextAt: number | null;
  readonly unsure: boolean;
}

/** What a look has found besides, and what is to be set aside before the next one. */
interface Found extends Look {
  readonly expired: readonly OutboxEntry[];
  readonly broken: readonly OutboxEntry[];
}

/**
 * The commands that may go now, in local order, at most `size` of them and of the batch's bytes. A lane waits for its first command that is
 * not due; what needs a row that a parked command would have made is parked with it, and what publishes a row waits for those on it. A command that was tried before the server's memory of answers
 * is parked as `expired`: sent again by itself it could be done twice; where this device cannot tell, it waits for the server's time. What brings
 * a picture goes by a way of its own (`of`), there only what comes later than the place `after`.
 */
export async function dueCommands(db: EventDatabase, ports: Ports, size: number, of: Channel = 'text', after = -1): Promise<Look> {
  const found = await find(db, ports, size, of, after);
  await clearAway(db, ports, found);
  return found;
}

/**
 * The same for texts, noted as under way in the transaction that looks: what leaves the outbox or comes into it meanwhile is not among them. None
 * where the clock was set since the server has said the time, but for one that never does (`untimed`).
 */
export async function claimDue(db: EventDatabase, ports: Ports, size: number, untimed = false): Promise<OutboxEntry[]> {
  const found = await db.transaction('rw', [db.outbox, db.meta], async () => {
    const seen = await find(db, ports, size);
    return (await noteSent(db, ports, seen.due, 'text', untimed)) ? seen : { ...seen, due: [] };
  });
  await clearAway(db, ports, found);
  return found.due;
}

async function find(db: EventDatabase, ports: Ports, size: number, of: Channel = 'text', after = -1): Promise<Found> {
  // At once: a time from before the server has said the right one would still be the wrong one.
  const [isKnown, now] = [ports.hasHeardTime(), ports.now()];
  const due: OutboxEntry[] = [];
  const expired: OutboxEntry[] = [];
  const broken: OutboxEntry[] = [];
  const isOf = (entry: OutboxEntry): boolean => (bytesIdOf(entry) === null) === (of === 'text');
  const blockedLanes = new Set<string>();
  const missing = new Set<string>();
  const undecided = new Set<string>();
  let nextAt: number | null = null;
  let unsure = false;
  let bytes = 0;
  const look = (entry: OutboxEntry): void => {
    if (!isWhole(entry)) {
      broken.push(entry);
      return;
    }
    if (!isReadable(entry)) {
      blockedLanes.add(entry.lane);
      return;
    }
    const parked = entry.state !== 'waiting' || entry.entities.some((entity) => missing.has(entity));
    const age = parked ? null : ageOf(entry, now);
    const tooOld = age !== null && age > times.receiptLife;
    // One that was tried in the future tells that this clock, or the one of then, is wrong.
    if (age !== null && (tooOld || age < 0) && !isKnown) {
      blockedLanes.add(entry.lane);
      unsure ||= isOf(entry);
      return;
    }
    if (parked || tooOld) {
      if (tooOld) expired.push(entry);
      undecided.add(entry.entities[0] as string);
      if (makesRow(entry)) missing.add(entry.entities[0] as string);
      return;
    }
    if (blockedLanes.has(entry.lane)) return;
    if (publishesRow(entry) && undecided.has(entry.entities[0] as string)) {
      blockedLanes.add(entry.lane);
      return;
    }
    if (!isOf(entry) || entry.seq <= after) {
      blockedLanes.add(entry.lane);
      return;
    }
    if (!isDue(now, entry.nextAttemptAt, entry.delayedAt)) {
      blockedLanes.add(entry.lane);
      nextAt = Math.min(nextAt ?? Infinity, entry.nextAttemptAt);
      return;
    }
    due.push(entry);
    bytes += bytesOf(entry.args) + frameBytes;
  };
  const isFull = (): boolean => due.length >= size || bytes >= limits.batchBytes;
  let portion = Math.min(size, mostRead);
  for (let last = -1; ; portion = Math.min(4 * portion, mostRead)) {
    const entries = await db.outbox.where('seq').above(last).limit(portion).toArray();
    for (const entry of entries) {
      if (isFull()) break;
      look(entry);
    }
    const end = entries.at(-1);
    if (!end || entries.length < portion || isFull()) return { due, nextAt, unsure, expired, broken };
    last = end.seq;
  }
}

/** Commands that are read in one go, many times faster than one by one; more may be far more than a batch holds. */
const mostRead = 250;

async function clearAway(db: EventDatabase, ports: Ports, { expired, broken }: Found): Promise<void> {
  if (expired.length > 0) await park(db, expired, 'expired');
  if (broken.length > 0) await setAside(db, ports, broken);
}

/** For how long (ms) the server may have done it; null where it was not tried. */
function ageOf({ triedAt, attempts, createdAt }: OutboxEntry, now: number): number | null {
  // Apps of before did not note it.
  const since = triedAt ?? (attempts > 0 ? createdAt : null);
  return since === null ? null : now - since;
}

/** What a call costs beside its arguments. */
const frameBytes = 300;
const encoder = new TextEncoder();

/** The size of a value on the wire, in bytes of UTF-8. */
export function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}

/** The REST call of a command, under the event that it was made for. */
export function callOf(entry: OutboxEntry): BatchCall {
  const mutation = mutationOf(entry);
  if (!mutation) throw new TypeError(`${entry.resource} has no mutation ${entry.mutation}`);
  const named = mutation.ownOf ? mutation.ownOf.nameIn(entry.id) : entry.id;
  const path = mutation.path.replace(':event', String(entry.eventId)).replace(':id', encodeURIComponent(String(named)));
  // Who saw none of a row that the change makes saw version 0 of it: somebody else's may be there meanwhile.
  const seen = entry.baseVersion ?? (mutation.ownOf ? 0 : null);
  const condition = mutation.versioned && seen !== null ? { ifMatch: seen } : {};
  const { args } = entry.original ?? entry;
  const common = { key: entry.key, lane: entry.lane, method: mutation.method, path, ...condition };
  if (mutation.kind === 'remove') return { ...common, madeIn: entry.eventId };
  const event = takesEvent(mutation) ? { event: entry.eventId } : {};
  if (mutation.kind === 'change') return { ...common, body: { ...(args as object), ...event } };
  return { ...common, body: { ...(args as object), id: entry.id, ...event } };
}
