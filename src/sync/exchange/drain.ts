import { batch, type BatchCall } from '../../../contract/endpoints.ts';
import { limits, times } from '../../../contract/limits.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { Access } from '../wire/access.ts';
import { park } from '../outbox/outbox.ts';
import type { Ports } from '../device/ports.ts';
import { isReadable, makesRow } from '../mirror/readable.ts';
import { isDue, type Lane, noteFailure, noteSuccess, readRetry } from './retry.ts';
import { type Settlement, settle, verdictOn } from './settle.ts';
import { bytesIdOf } from '../outbox/waiting-bytes.ts';
import { drainLockPrefix } from '../device/worker-messages.ts';
import type { Outcome } from '../wire/transport.ts';

/*
 *   idle ──wake──► claim ──nothing due──► idle (until `nextAt`)
 *                    │
 *                    ▼
 *                  send ──no answer, 429, 5xx──► back off ──► idle (until `nextAt`)
 *                    │  └─401, refresh refused──► idle (until somebody signs in)
 *                    ▼
 *                 settle ──► claim
 */

/** What a drain left behind: `nextAt` is when to try again (ms since the epoch), null where nothing waits for a time. */
export interface DrainResult {
  readonly kind: 'drained' | 'backing-off' | 'signed-out';
  readonly nextAt: number | null;
}

/** A first batch is small, so that a bad network loses little; each that arrives whole makes room for more, each failure for less. */
const firstBatch = 100;

/** The slowest uplink that still counts as a network, in bytes per millisecond. */
const slowestUplink = 8;

/** A frozen tab keeps its lock: after this long (ms) a drain goes on without it, since the keys alone keep a command from being done twice. */
export const lockPatience = 30_000;

/** Sends what is due, batch after batch. The lock is held for one batch at a time; correctness rests on the keys. */
export async function drain(db: EventDatabase, ports: Ports, access: Access): Promise<DrainResult> {
  let size: number | null = null;
  for (;;) {
    const limit: number | null = size;
    const result: DrainResult | 'sent' | 'too-much' = await ports.withLock(
      `${drainLockPrefix}${db.userId}`,
      () => drainSlice(db, ports, access, limit),
      lockPatience,
    );
    if (typeof result === 'object') return result;
    size = result === 'too-much' ? Math.max(1, Math.floor((limit ?? firstBatch) / 2)) : limits.batchCalls;
  }
}

async function drainSlice(
  db: EventDatabase,
  ports: Ports,
  access: Access,
  size: number | null,
): Promise<DrainResult | 'sent' | 'too-much'> {
  const retry = await readRetry(db);
  if (!isDue(ports.now(), retry.nextAt, retry.since)) return { kind: 'backing-off', nextAt: retry.nextAt };
  const { due, nextAt } = await claim(db, ports, size ?? Math.max(1, firstBatch >> retry.attempts));
  if (due.length === 0) return { kind: 'drained', nextAt };
  const body = { calls: due.map(callOf) };
  const timeout = times.requestTimeout + bytesOf(body) / slowestUplink;
  const outcome = await access.send({ method: 'POST', path: batch.path, body, timeout });
  if (outcome.kind === 'answer' && outcome.status === 401) return { kind: 'signed-out', nextAt: null };
  if (refusesAll(outcome) && due.length > 1) return 'too-much';
  const settlements = settlementsOf(outcome, due);
  if (!settlements.some((settlement) => verdictOn(settlement) !== 'behind')) {
    return { kind: 'backing-off', nextAt: (await noteFailure(db, ports, outcome)).nextAt };
  }
  await settle(db, ports, settlements);
  await noteSuccess(db);
  return 'sent';
}

/** Whether the batch as a whole was refused for what is in it: then its calls go one by one, and the one at fault is found. */
function refusesAll(outcome: Outcome): outcome is Extract<Outcome, { kind: 'answer' }> {
  return outcome.kind === 'answer' && outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429 && outcome.status !== 409;
}

function settlementsOf(outcome: Outcome, due: readonly OutboxEntry[]): Settlement[] {
  const first = due[0];
  if (refusesAll(outcome) && first) {
    return [{ entry: first, answer: { key: first.key, status: outcome.status, body: outcome.body } }];
  }
  const answers = outcome.kind === 'answer' && outcome.status === 200 ? batch.answer.safeParse(outcome.body) : null;
  const byKey = new Map(answers?.data?.answers.map((answer) => [answer.key, answer]));
  return due.flatMap((entry): Settlement[] => {
    const answer = byKey.get(entry.key);
    return answer ? [{ entry, answer }] : [];
  });
}

/**
 * The commands that may go now, in local order, at most `size` of them and of the batch's bytes. A lane waits for its first command that is
 * not due; what needs a row that a parked command would have made is parked with it. A command older than the server's memory of answers
 * is parked as `expired`: sent again by itself it could be done twice. What brings a picture goes by a way of its own (`of`), there only what
 * comes later than the place `after`.
 */
export async function claim(
  db: EventDatabase,
  ports: Ports,
  size: number,
  of: Lane = 'text',
  after = -1,
): Promise<{ due: OutboxEntry[]; nextAt: number | null }> {
  const now = ports.now();
  const due: OutboxEntry[] = [];
  const expired: OutboxEntry[] = [];
  const blockedLanes = new Set<string>();
  const missing = new Set<string>();
  let nextAt: number | null = null;
  let bytes = 0;
  await db.outbox
    .orderBy('seq')
    .until(() => due.length >= size || bytes >= limits.batchBytes)
    .each((entry) => {
      if (!isReadable(entry)) {
        blockedLanes.add(entry.lane);
        return;
      }
      const parked = entry.state !== 'waiting' || entry.entities.some((entity) => missing.has(entity));
      const tooOld = !parked && now - entry.createdAt > times.receiptLife;
      if (parked || tooOld) {
        if (tooOld) expired.push(entry);
        if (makesRow(entry)) missing.add(entry.entities[0] as string);
        return;
      }
      if (blockedLanes.has(entry.lane)) return;
      if ((bytesIdOf(entry) === null) !== (of === 'text') || entry.seq <= after) {
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
    });
  if (expired.length > 0) await park(db, expired, 'expired');
  return { due, nextAt };
}

/** What a call costs beside its arguments. */
const frameBytes = 300;
const encoder = new TextEncoder();

/** The size of a value on the wire, in bytes of UTF-8. */
function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}

/** The REST call of a command, under the event that it was made for. */
export function callOf(entry: OutboxEntry): BatchCall {
  const mutation = resourceNamed(entry.resource).mutations[entry.mutation];
  if (!mutation) throw new TypeError(`${entry.resource} has no mutation ${entry.mutation}`);
  const named = mutation.ownOf ? mutation.ownOf.nameIn(entry.id) : entry.id;
  const path = mutation.path.replace(':event', String(entry.eventId)).replace(':id', encodeURIComponent(String(named)));
  const condition = mutation.versioned && entry.baseVersion !== null ? { ifMatch: entry.baseVersion } : {};
  const { args } = entry.original ?? entry;
  const common = { key: entry.key, lane: entry.lane, method: mutation.method, path, ...condition };
  if (mutation.kind === 'remove') return common;
  if (mutation.kind === 'change') return { ...common, body: args };
  const event = mutation.path.includes(':event') ? {} : { event: entry.eventId };
  return { ...common, body: { ...(args as object), id: entry.id, ...event } };
}
