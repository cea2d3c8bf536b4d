import type { EventDatabase } from '../../db/database.ts';
import { backOff } from '../../lib/back-off.ts';
import type { Ports } from '../device/ports.ts';
import type { Channel } from '../outbox/in-flight.ts';
import type { Outcome } from '../wire/transport.ts';

/**
 * When the next try of the whole connection is due. It is stored, so that a restarted app neither hammers nor forgets.
 * `byServer` is true where the server itself asked for patience (429, 5xx): then no tap and no `online` event cuts the wait short.
 */
export interface RetryState {
  attempts: number;
  nextAt: number;
  byServer: boolean;
  /** When it was noted; older apps did not say. */
  since?: number;
  /** Place in the outbox of the picture that failed last: the next try is for what comes after it. */
  after?: number | undefined;
}

const nameOf = (channel: Channel): string => (channel === 'text' ? 'retry' : `retry-${channel}`);
const channels: readonly Channel[] = ['text', 'pictures'];
const idle: RetryState = { attempts: 0, nextAt: 0, byServer: false };

export async function readRetry(db: EventDatabase, channel: Channel = 'text'): Promise<RetryState> {
  return ((await db.meta.get(nameOf(channel)))?.value as RetryState | undefined) ?? idle;
}

/** The longest that a server may have us wait. */
const longestWait = 3_600_000;

/** Whether a time has come that was stored at `since`. A clock that shows less than that was put back: what it had said means nothing now. */
export function isDue(now: number, time: number, since = 0): boolean {
  return time <= now || now < since;
}

/** Notes a request without a usable answer, with the place of its picture; the server's Retry-After (seconds) is obeyed where it asks for more. */
export async function noteFailure(
  db: EventDatabase,
  ports: Ports,
  outcome: Outcome,
  channel: Channel = 'text',
  after?: number,
): Promise<RetryState> {
  const { attempts } = await readRetry(db, channel);
  const byServer = outcome.kind === 'answer';
  const asked = byServer ? (outcome.retryAfter ?? 0) * 1_000 : 0;
  const delay = Math.max(
    backOff(attempts, () => ports.random()),
    asked,
  );
  const since = ports.now();
  const next = { attempts: attempts + 1, nextAt: since + Math.min(delay, longestWait), byServer, since, after };
  await db.meta.put({ name: nameOf(channel), value: next });
  return next;
}

export async function noteSuccess(db: EventDatabase, channel: Channel = 'text'): Promise<void> {
  const { attempts, after } = await readRetry(db, channel);
  if (attempts === 0) return;
  if (after === undefined) await db.meta.delete(nameOf(channel));
  else await db.meta.put({ name: nameOf(channel), value: { ...idle, after } });
}

/** Something happened that may have brought the network back: try at once, unless the server asked for patience. */
export async function dropBackOff(db: EventDatabase): Promise<void> {
  for (const channel of channels) {
    const { byServer } = await readRetry(db, channel);
    if (!byServer) await db.meta.delete(nameOf(channel));
  }
}

/**
 * The server was reached: what waits for a network may go at once, unless the server asked for patience. The failures still count, so that a
 * network which lets only little through is not asked for more, `most` of them at most. Answers whether anything was waiting.
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

/** The person asks: try at once. */
export async function resetRetry(db: EventDatabase): Promise<void> {
  await db.meta.bulkDelete(channels.map(nameOf));
}

/** The same for commands that wait by themselves. */
export async function resetDelays(db: EventDatabase): Promise<void> {
  await db.outbox.filter(({ nextAttemptAt }) => nextAttemptAt > 0).modify({ nextAttemptAt: 0 });
}
