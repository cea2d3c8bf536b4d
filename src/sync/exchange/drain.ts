import { batch } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { ApiClient } from '../wire/api-client.ts';
import type { Ports } from '../device/ports.ts';
import { bytesOf, callOf, claimDue, dueCommands, type DueCommands } from './due-commands.ts';
import { isDue, storeFailure, storeSuccess, readRetry, type RetryState } from './retry.ts';
import { type Settlement, settle, verdictOn } from './settle.ts';
import { type Channel, markTried } from '../outbox/in-flight.ts';
import { drainLockPrefix } from '../device/worker-messages.ts';
import { isOverloaded, isWaitOfOne, type Outcome } from '../wire/transport.ts';

/*
 *   idle ──wake──► look ──nothing due──► idle (until `nextAt`)
 *                    │  ▲
 *                    │  └─the time is known──┐
 *                    ▼                       │
 *                  ask for a token ──────────┴─none──► back off
 *                    │
 *                    ▼
 *                  send ──no answer, 429, 5xx──► back off ──► idle (until `nextAt`)
 *                    │  └─401, refresh refused──► idle (until the next sign-in)
 *                    ▼
 *                 settle ──► look
 */

/**
 * The number of commands in the first batch: a full batch, or fewer after each failure, so that a bad network loses little. The first batch
 * that succeeds makes the next one full.
 */
const firstBatch = ({ attempts }: RetryState): number => (attempts === 0 ? limits.batchCalls : Math.max(1, 100 >> attempts));

/** The slowest uplink that still counts as a network (bytes per ms). */
export const slowestUplink = 8;

/** How long (ms) a drain waits for the lock, which a frozen tab never releases. Idempotency keys keep it safe to continue without it. */
export const lockPatience = 30_000;

/** The end of a drain. `nextAt` is the time of the next try (ms since the epoch), null if none is planned. */
export interface DrainResult {
  readonly kind: 'drained' | 'backing-off' | 'signed-out';
  readonly nextAt: number | null;
}

export async function drain(db: EventDatabase, ports: Ports, api: ApiClient): Promise<DrainResult> {
  let size: number | null = null;
  return inSlices(ports, `${drainLockPrefix}${db.userId}`, lockPatience, async () => {
    const result = await drainSlice(db, ports, api, size);
    if (result === 'sent') size = limits.batchCalls;
    if (typeof result === 'number') size = Math.floor(result / 2);
    return typeof result === 'object' ? result : null;
  });
}

/** Runs slices until one returns a result. The lock is held for one slice at a time; it saves work and never guards correctness. */
export async function inSlices(
  ports: Ports,
  lock: string,
  patience: number,
  slice: () => Promise<DrainResult | null>,
): Promise<DrainResult> {
  for (;;) {
    const result = await ports.withLock(lock, slice, patience);
    if (result) return result;
  }
}

/** Returns a number if that many calls were refused together. */
async function drainSlice(
  db: EventDatabase,
  ports: Ports,
  api: ApiClient,
  size: number | null,
): Promise<DrainResult | 'sent' | 'look-again' | number> {
  await markTried(db);
  const retry = await readRetry(db);
  if (!isDue(ports.now(), retry.nextAt, retry.since)) return { kind: 'backing-off', nextAt: retry.nextAt };
  const obstacle = await obstacleTo({ db, ports, api }, await dueCommands(db, ports, { size: 1 }));
  if (obstacle !== null && obstacle !== 'no-server-time') return obstacle;
  const due = await claimDue(db, ports, size ?? firstBatch(retry), obstacle === 'no-server-time');
  if (due.length === 0) return 'look-again';
  const body = { calls: due.map(callOf) };
  const timeout = times.requestTimeout + bytesOf(body) / slowestUplink;
  const outcome = await api.send({ method: 'POST', path: batch.path, body, timeout });
  if (outcome.kind === 'answer' && outcome.status === 401) return { kind: 'signed-out', nextAt: null };
  if (refusesAll(outcome) && due.length > 1) return due.length;
  const settlements = settlementsOf(outcome, due);
  if (!settlements.some((settlement) => verdictOn(settlement) !== 'behind')) {
    return { kind: 'backing-off', nextAt: (await storeFailure(db, ports, outcome)).nextAt };
  }
  const overloaded = settlements.filter(({ answer }) => serversOwn.has(answer.status) && !isWaitOfOne(answer));
  await settle(
    db,
    ports,
    settlements.filter((settlement) => !overloaded.includes(settlement)),
  );
  // One call may fail because of its content. If all fail, the server has a fault, and the next batch would fail too.
  const failed = due.length > 1 && settlements.every(({ answer: { status } }) => status >= 500);
  if (overloaded.length > 0 || failed)
    return { kind: 'backing-off', nextAt: (await storeFailure(db, ports, worstOf(failed ? settlements : overloaded))).nextAt };
  await storeSuccess(db);
  return 'sent';
}

/** Statuses for a server that is overloaded, unavailable or full: all commands wait together. */
const serversOwn = new Set([429, 503, 507]);

function worstOf(settlements: readonly Settlement[]): Outcome {
  const retryAfter = Math.max(...settlements.map(({ answer }) => answer.retryAfter ?? 0));
  return { kind: 'answer', status: settlements[0]?.answer.status ?? 503, body: undefined, ...(retryAfter > 0 && { retryAfter }) };
}

/** True if a batch was refused because of its content. Its calls are then sent in smaller batches until the bad one is found. */
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

interface Exchange {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly api: ApiClient;
}

/**
 * Returns the reason why these commands cannot be sent, or null. Runs before they are marked as in flight, because without a token nothing
 * leaves the device. `look-again`: the server has just sent the time, so other commands may be due.
 */
export async function obstacleTo(
  { db, ports, api }: Exchange,
  { due, nextAt, needsServerTime }: DueCommands,
  channel: Channel = 'text',
): Promise<DrainResult | 'look-again' | 'no-server-time' | null> {
  if (due.length === 0 && !needsServerTime) return { kind: 'drained', nextAt };
  const knewTime = ports.hasServerTime();
  const token = await api.token();
  if (token.kind === 'refused') return { kind: 'signed-out', nextAt: null };
  const blockedBy = async (outcome: Outcome): Promise<DrainResult> => ({
    kind: 'backing-off',
    nextAt: (await storeFailure(db, ports, outcome, { channel, after: channel === 'pictures' ? due[0]?.seq : undefined })).nextAt,
  });
  if (token.kind !== 'token') return blockedBy(token.kind === 'later' ? token.answer : token);
  if (ports.hasServerTime()) return knewTime ? null : 'look-again';
  // With a clock that may be wrong, the time of the try would be useless. Any answer has the right time.
  const outcome = await api.send({ method: 'GET', path: '/api/users/me' });
  if (ports.hasServerTime()) return 'look-again';
  const answers = outcome.kind === 'answer' && !isOverloaded(outcome.status);
  return answers && due.length > 0 ? 'no-server-time' : blockedBy(outcome);
}
