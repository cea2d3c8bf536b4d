import { mutationOf } from '#contract/resources.ts';
import type { BatchCall } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { takesEvent } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Ports } from '../device/ports.ts';
import { isReadable, isWhole, makesRow, publishesRow } from '../mirror/readable.ts';
import { park, isolateBroken } from '../outbox/outbox.ts';
import { bytesIdOf } from '../outbox/waiting-bytes.ts';
import { type Channel, markFound } from '../outbox/in-flight.ts';
import { isDue } from './retry.ts';

/** Commands that may be sent now. `nextAt` (ms since the epoch) is the time of the next retry, null if none is planned. */
export interface DueCommands {
  readonly due: OutboxEntry[];
  readonly nextAt: number | null;
  /** True if some may be expired, and only the server's time decides. */
  readonly needsServerTime: boolean;
}

interface Found extends DueCommands {
  readonly expired: readonly OutboxEntry[];
  readonly broken: readonly OutboxEntry[];
}

/**
 * Returns the commands that may be sent now, in local order, at most `size` of them and one batch of bytes. Commands with a picture have a
 * channel of their own, where only those after the place `after` count. Parks expired commands, and sets damaged ones aside.
 */
export async function dueCommands(
  db: EventDatabase,
  ports: Ports,
  { size, channel = 'text', after = -1 }: { size: number; channel?: Channel; after?: number | undefined },
): Promise<DueCommands> {
  const found = await find(db, ports, { size, channel, after });
  await clearAway(db, ports, found);
  return found;
}

/**
 * Returns the texts that may be sent now, and notes them as in flight in the same transaction, so that none leaves the outbox in between.
 * Returns none if the clock was set since the server sent the time, except for a server that never sends it (`withoutServerTime`).
 */
export async function claimDue(db: EventDatabase, ports: Ports, size: number, withoutServerTime = false): Promise<OutboxEntry[]> {
  const found = await db.transaction('rw', [db.outbox, db.meta], async () => {
    const seen = await find(db, ports, { size, channel: 'text', after: -1 });
    return (await markFound(db, ports, seen.due, { withoutServerTime })) ? seen : { ...seen, due: [] };
  });
  await clearAway(db, ports, found);
  return found.due;
}

interface DueOptions {
  readonly size: number;
  readonly channel: Channel;
  readonly after: number;
}

interface Scan extends DueOptions {
  readonly now: number;
  readonly isTimeKnown: boolean;
  readonly blockedLanes: Set<string>;
  /** Rows that a parked command would have made. */
  readonly missing: Set<string>;
  /** Rows with a parked command. */
  readonly undecided: Set<string>;
}

/**
 * - `broken`: damaged in storage.
 * - `unreadable`: written by a newer app.
 * - `parked`: waits for the person, or needs a row of such a command.
 * - `needs-server-time`: tried at a time that may be wrong, so it may be expired.
 * - `expired`: tried before the server's memory of receipts. Sent again, it could be executed twice.
 * - `blocked`: behind a command of its lane, or publishes a row that has a parked command.
 * - `other-channel`: sent by the other channel, or had its turn in this round.
 * - `later`: backs off.
 */
type Verdict = 'broken' | 'unreadable' | 'parked' | 'needs-server-time' | 'expired' | 'blocked' | 'other-channel' | 'later' | 'due';

const isIn = (channel: Channel, entry: OutboxEntry): boolean => (bytesIdOf(entry) === null) === (channel === 'text');

function classify(entry: OutboxEntry, scan: Scan): Verdict {
  if (!isWhole(entry)) return 'broken';
  if (!isReadable(entry)) return 'unreadable';
  if (entry.state !== 'waiting' || entry.entities.some((entity) => scan.missing.has(entity))) return 'parked';
  const age = ageOf(entry, scan.now);
  const isTooOld = age !== null && age > times.receiptLife;
  // A try in the future proves that a clock is or was wrong.
  if (age !== null && (isTooOld || age < 0) && !scan.isTimeKnown) return 'needs-server-time';
  if (isTooOld) return 'expired';
  if (scan.blockedLanes.has(entry.lane)) return 'blocked';
  if (publishesRow(entry) && scan.undecided.has(entry.entities[0] as string)) return 'blocked';
  if (!isIn(scan.channel, entry) || entry.seq <= scan.after) return 'other-channel';
  return isDue(scan.now, entry.nextAttemptAt, entry.delayedAt) ? 'due' : 'later';
}

async function find(db: EventDatabase, ports: Ports, options: DueOptions): Promise<Found> {
  const scan: Scan = {
    ...options,
    // Read together: a time from before the server sent the right one would still be wrong.
    isTimeKnown: ports.hasServerTime(),
    now: ports.now(),
    blockedLanes: new Set(),
    missing: new Set(),
    undecided: new Set(),
  };
  const due: OutboxEntry[] = [];
  const expired: OutboxEntry[] = [];
  const broken: OutboxEntry[] = [];
  let nextAt: number | null = null;
  let needsServerTime = false;
  let bytes = 0;
  const add = (entry: OutboxEntry): void => {
    const verdict = classify(entry, scan);
    switch (verdict) {
      case 'broken':
        broken.push(entry);
        return;
      case 'parked':
      case 'expired':
        if (verdict === 'expired') expired.push(entry);
        scan.undecided.add(entry.entities[0] as string);
        if (makesRow(entry)) scan.missing.add(entry.entities[0] as string);
        return;
      case 'due':
        due.push(entry);
        bytes += bytesOf(entry.args) + frameBytes;
        return;
      case 'needs-server-time':
        needsServerTime ||= isIn(scan.channel, entry);
        break;
      case 'later':
        nextAt = Math.min(nextAt ?? Infinity, entry.nextAttemptAt);
        break;
      default:
    }
    scan.blockedLanes.add(entry.lane);
  };
  const isFull = (): boolean => due.length >= options.size || bytes >= limits.batchBytes;
  let portion = Math.min(options.size, mostRead);
  for (let last = -1; ; portion = Math.min(4 * portion, mostRead)) {
    const entries = await db.outbox.where('seq').above(last).limit(portion).toArray();
    for (const entry of entries) {
      if (isFull()) break;
      add(entry);
    }
    const end = entries.at(-1);
    if (!end || entries.length < portion || isFull()) return { due, nextAt, needsServerTime, expired, broken };
    last = end.seq;
  }
}

/** Commands per read: much faster than one by one, and not many more than a batch holds. */
const mostRead = 250;

async function clearAway(db: EventDatabase, ports: Ports, { expired, broken }: Found): Promise<void> {
  if (expired.length > 0) await park(db, expired, 'expired');
  if (broken.length > 0) await isolateBroken(db, ports, broken);
}

/** Returns for how long (ms) the server may have had the command, or null if it was not tried. */
function ageOf({ triedAt, attempts, createdAt }: OutboxEntry, now: number): number | null {
  // Older apps did not store `triedAt`.
  const since = triedAt ?? (attempts > 0 ? createdAt : null);
  return since === null ? null : now - since;
}

/** Size of a call in addition to its arguments (bytes, estimated). */
const frameBytes = 300;
const encoder = new TextEncoder();

/** Returns the size of a value on the wire (bytes of UTF-8). */
export function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}

/** Returns the REST call of a command in the event that it was made for. */
export function callOf(entry: OutboxEntry): BatchCall {
  const mutation = mutationOf(entry);
  if (!mutation) throw new TypeError(`${entry.resource} has no mutation ${entry.mutation}`);
  const named = mutation.ownOf ? mutation.ownOf.nameIn(entry.id) : entry.id;
  const path = mutation.path.replace(':event', String(entry.eventId)).replace(':id', encodeURIComponent(String(named)));
  // A change that makes its row has seen version 0 of it; another device may have made the row since.
  const seen = entry.baseVersion ?? (mutation.ownOf ? 0 : null);
  const condition = mutation.versioned && seen !== null ? { ifMatch: seen } : {};
  const { args } = entry.original ?? entry;
  const common = { key: entry.key, lane: entry.lane, method: mutation.method, path, ...condition };
  if (mutation.kind === 'remove') return { ...common, madeIn: entry.eventId };
  const event = takesEvent(mutation) ? { event: entry.eventId } : {};
  if (mutation.kind === 'change') return { ...common, body: { ...(args as object), ...event } };
  return { ...common, body: { ...(args as object), id: entry.id, ...event } };
}
