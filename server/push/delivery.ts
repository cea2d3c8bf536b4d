import { setImmediate as nextTurn } from 'node:timers/promises';
import { times } from '#contract/times.ts';
import { type Clock, machineTimers, type Timers } from '../lib/clock.ts';
import { DueLoop } from '../lib/concurrency/due-loop.ts';
import { claimJobs, type DueJob, nextJobAt, pushJobsLock } from '../store/push/push-jobs.ts';
import { nextNewsAt } from '../store/push/pending-news.ts';
import { type JobResult, type Settled, settleJobs } from '../store/push/push-results.ts';
import type { ReadHandle, Store, WriteHandle } from '../store/store.ts';
import type { SendOutcome, SendPush } from './send.ts';
import { queueDueNews } from './news.ts';
import { postponeInQuietHours } from './quiet-hours.ts';
import { nextReminderAt, queueDueReminders } from './reminders.ts';

/** Concurrent jobs, and how many slow ones a host may have among them. */
const places = 25;
const slowOfOneHost = 4;

/** A push that takes longer (ms) is slow; push services answer within a fraction of it. */
const slowAfter = times.second;

/** Far longer (ms) than a push can take; a sender without a result by then is assumed dead. */
const lease = 30 * times.second;

/** A push that was not delivered within this time (ms) is no longer news. */
const life = times.day;

const firstPause = 30 * times.second;
const longestPause = times.hour;

export interface DeliveryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: SendPush;
  /** The address of the app; empty if unknown. */
  readonly origin: string;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  readonly timers?: Pick<Timers, 'setTimer'>;
  readonly random?: () => number;
}

/**
 * Sends pending pushes, each at most once to each device, in any of the processes on this database:
 *
 *   dropped
 *      ▲ no longer wanted when due
 *   waiting ──marked, committed──► sending ──2xx──► sent
 *      ▲                              ├─ 404, 410 ──► device deleted
 *      └── 429, 5xx, never sent ──────┤
 *          (until a day has passed)   └─ anything else, no answer, a crash (at the end of the lease) ──► dropped
 */
export class PushDelivery {
  readonly #deps: DeliveryDeps;
  readonly #loop: DueLoop;
  #woken = Promise.withResolvers<void>();
  givenUp = 0;

  constructor(deps: DeliveryDeps) {
    const { store, clock, log } = deps;
    this.#deps = deps;
    this.#loop = new DueLoop({
      clock,
      log,
      failure: 'delivering pushes failed',
      work: () => this.sendDue(),
      next: () => nextDueAt(store.reading, clock.now()),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks for due pushes soon. Ignored before the start and after the stop. */
  readonly wake = (): void => {
    this.#woken.resolve();
    this.#loop.wake();
  };

  /** Aborts pushes in progress; resolves when their results are stored. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Sends everything that is due now. Each place takes the next job as soon as it is free, so a silent endpoint delays no other. */
  async sendDue(): Promise<void> {
    const { store, timers = machineTimers } = this.#deps;
    const inFlight = new Map<DueJob, Promise<void>>();
    const slow = new Set<DueJob>();
    let ended: Settled[] = [];
    const send = async (job: DueJob): Promise<void> => {
      const callOff = timers.setTimer(slowAfter, () => slow.add(job));
      const settled = await this.#deliver(job);
      ended.push(settled);
      callOff();
      slow.delete(job);
      inFlight.delete(job);
    };
    for (;;) {
      const settled = ended;
      ended = [];
      this.#woken = Promise.withResolvers();
      const free = this.#loop.stopped.aborted ? 0 : places - inFlight.size;
      const jobs = await store.write([pushJobsLock], async (trx) => {
        await settleJobs(trx, settled);
        return free > 0 ? this.#claim(trx, free, busyHosts(slow)) : [];
      });
      for (const job of jobs) inFlight.set(job, send(job));
      if (inFlight.size > 0) await Promise.race([...inFlight.values(), this.#woken.promise]);
      else if (ended.length === 0) return;
      // Jobs that end at the same moment are settled in one transaction.
      await nextTurn();
    }
  }

  /** Turns due news into jobs in the transaction that claims the first of them, so that a crash neither loses nor doubles any. */
  async #claim(trx: WriteHandle, limit: number, busy: readonly string[]): Promise<DueJob[]> {
    const now = this.#deps.clock.now();
    await queueDueNews(trx, this.#deps.origin, now);
    await queueDueReminders(trx, this.#deps.origin, now);
    await postponeInQuietHours(trx, now);
    return claimJobs(trx, { now, lease, limit, busy });
  }

  async #deliver(job: DueJob): Promise<Settled> {
    const { clock, send, log } = this.#deps;
    const now = clock.now();
    const left = (job.expiresAt ?? job.createdAt + life) - now;
    // A process that was frozen this long has missed deletions and sign-outs.
    if (left <= 0 || now >= job.takenUntil) return { job, result: 'dropped', isAnswered: true };
    const message = { payload: job.payload, topic: topicOf(job.topic), ttl: Math.ceil(left / times.second) };
    const outcome = await send(job, message, this.#loop.stopped);
    const result = this.#resultOf(job, outcome);
    if (result === 'dropped') {
      this.givenUp += 1;
      log.warn({ ...outcome, service: URL.parse(job.endpoint)?.host, attempts: job.attempts }, 'a push was given up');
    }
    return { job, result, isAnswered: outcome.kind === 'answered' };
  }

  #resultOf(job: DueJob, outcome: SendOutcome): JobResult {
    if (outcome.kind === 'unknown') return 'dropped';
    if (outcome.kind === 'not-sent') return this.#later(job, 0);
    const { status, retryAfter } = outcome;
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'device-gone';
    return status === 429 || status >= 500 ? this.#later(job, requestedPause(retryAfter, this.#deps.clock.now())) : 'dropped';
  }

  /** Returns a retry after the requested pause (ms), or after a longer one that doubles with each attempt. */
  #later({ attempts, createdAt, expiresAt }: DueJob, requested: number): JobResult {
    const { clock, random = Math.random } = this.#deps;
    const doubled = Math.min(longestPause, firstPause * 2 ** (attempts - 1));
    const retryAt = Math.round(clock.now() + Math.max(requested, doubled * (0.5 + random() / 2)));
    return retryAt < (expiresAt ?? createdAt + life) ? { retryAt } : 'dropped';
  }
}

function busyHosts(slow: ReadonlySet<DueJob>): string[] {
  const byHost = Map.groupBy(slow, ({ host }) => host);
  return [...byHost].flatMap(([host, jobs]) => (jobs.length >= slowOfOneHost ? [host] : []));
}

/** Returns when something is due next (ms since the epoch), or null. */
export async function nextDueAt(db: ReadHandle, now: number): Promise<number | null> {
  const times = [await nextJobAt(db), await nextNewsAt(db), await nextReminderAt(db, now)].filter((time) => time !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Returns the pause of a `Retry-After` header (RFC 9110, section 10.2.3) in ms, from seconds or a date; 0 if it is missing or invalid. */
export function requestedPause(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const pause = /^\d+$/.test(header) ? Number(header) * times.second : Date.parse(header) - now;
  return Number.isNaN(pause) ? 0 : Math.max(0, pause);
}

/** At most 32 characters of base64url (RFC 8030, section 5.4), the length of a UUID without dashes. */
function topicOf(topic: string): string {
  return topic.replaceAll('-', '').slice(-32);
}
