import type { EventDatabase } from '#db/database.ts';
import { backOff } from '#lib/back-off.ts';
import type { Ports } from '../device/ports.ts';
import type { Channel } from '../outbox/in-flight.ts';
import type { Outcome } from '../wire/transport.ts';

/**
 * The time of the next try on this connection, stored so that a restarted app keeps it. `byServer` is true if the server asked for the wait
 * (429, 5xx): then neither a tap nor an `online` event cuts it short.
 */
export interface RetryState {
  attempts: number;
  nextAt: number;
  byServer: boolean;
  /** The time when it was stored; missing in records of older apps. */
  since?: number;
  /** Outbox place of the picture that failed last: the next try is for a later one. */
  after?: number | undefined;
}

const nameOf = (channel: Channel): string => (channel === 'text' ? 'retry' : `retry-${channel}`);
const channels: readonly Channel[] = ['text', 'pictures'];
const idle: RetryState = { attempts: 0, nextAt: 0, byServer: false };

export async function readRetry(db: EventDatabase, channel: Channel = 'text'): Promise<RetryState> {
  return ((await db.meta.get(nameOf(channel)))?.value as RetryState | undefined) ?? idle;
}

/** The longest Retry-After that is obeyed (ms). */
const longestWait = 3_600_000;

/** True if `time`, stored at `since`, has come. If the clock shows less than `since` it was put back, and the stored time means nothing. */
export function isDue(now: number, time: number, since = 0): boolean {
  return time <= now || now < since;
}

/**
 * Stores a request without a usable answer, with the outbox place of its picture. Waits for the back-off or the server's Retry-After
 * (seconds), whichever is longer.
 */
export async function storeFailure(
  db: EventDatabase,
  ports: Ports,
  outcome: Outcome,
  { channel = 'text', after }: { channel?: Channel; after?: number | undefined } = {},
): Promise<RetryState> {
  const { attempts } = await readRetry(db, channel);
  const byServer = outcome.kind === 'answer';
  const retryAfter = byServer ? (outcome.retryAfter ?? 0) * 1_000 : 0;
  const delay = Math.max(
    backOff(attempts, () => ports.random()),
    retryAfter,
  );
  const since = ports.now();
  const next = { attempts: attempts + 1, nextAt: since + Math.min(delay, longestWait), byServer, since, after };
  await db.meta.put({ name: nameOf(channel), value: next });
  return next;
}

export async function storeSuccess(db: EventDatabase, channel: Channel = 'text'): Promise<void> {
  const { attempts, after } = await readRetry(db, channel);
  if (attempts === 0) return;
  if (after === undefined) await db.meta.delete(nameOf(channel));
  else await db.meta.put({ name: nameOf(channel), value: { ...idle, after } });
}

/** Ends the back-off because the network may be back, unless the server asked for it. */
export async function dropBackOff(db: EventDatabase): Promise<void> {
  for (const channel of channels) {
    const { byServer } = await readRetry(db, channel);
    if (!byServer) await db.meta.delete(nameOf(channel));
  }
}

/**
 * Ends the wait because the server was reached, unless it asked for the wait. Keeps the number of failures, at most `most`, so that a bad
 * network gets small batches. Returns whether a wait was ended.
 */
export async function shortenBackOff(db: EventDatabase, most = Infinity): Promise<boolean> {
  let waited = false;
  await db.meta
    .where('name')
    .anyOf(channels.map(nameOf))
    .modify(({ value }) => {
      const retry = value as RetryState;
      if (retry.byServer) return;
      retry.nextAt = 0;
      retry.attempts = Math.min(retry.attempts, most);
      waited = true;
    });
  return waited;
}

/** Ends every back-off, for a manual sync. */
export async function resetRetry(db: EventDatabase): Promise<void> {
  await db.meta.bulkDelete(channels.map(nameOf));
}

/** Ends the back-off of single commands, for a manual sync. */
export async function resetDelays(db: EventDatabase): Promise<void> {
  await db.outbox.filter(({ nextAttemptAt }) => nextAttemptAt > 0).modify({ nextAttemptAt: 0 });
}
