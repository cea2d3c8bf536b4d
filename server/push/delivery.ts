import { setImmediate as nextTurn } from 'node:timers/promises';
import { times } from '../../contract/times.ts';
import { type Clock, machineTimers, type Timers } from '../lib/clock.ts';
import { DueLoop } from '../lib/due-loop.ts';
import { claimJobs, type DueJob, nextJobAt, pushJobsLock } from '../store/push/push-jobs.ts';
import { nextNewsAt } from '../store/push/noted-news.ts';
import { type JobResult, type Settled, settleJobs } from '../store/push/push-results.ts';
import type { Reading, Store, Writing } from '../store/store.ts';
import type { SendOutcome, SendPush } from './send.ts';
import { takeUpNews } from './tell-news.ts';

/** Jobs that are under way at once, and how many of them may be slow ones of one host. */
const places = 25;
const slowOfOneHost = 4;

/** A push that takes longer (ms) is slow: push services answer within a fraction of that. */
const slowAfter = times.second;

/** Much longer (ms) than a push can be under way: whoever has not said by then what became of it is gone. */
const lease = 30 * times.second;

/** A message that could not be delivered within a day (ms) is not news any more. */
const life = times.day;

const firstPause = 30 * times.second;
const longestPause = times.hour;

export interface DeliveryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: SendPush;
  /** Where the app is; empty where that is not known. */
  readonly origin: string;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** Those of the machine where none are given. */
  readonly timers?: Pick<Timers, 'setTimer'>;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * Sends what waits, each message at most once to each device, whichever of the processes on this database does:
 *
 *   dropped
 *      ▲ no longer wanted when it is due
 *   waiting ──marked, committed──► sending ──2xx──► sent
 *      ▲                              ├─ 404, 410 ──► the device is forgotten
 *      └── 429, 5xx, never sent ──────┤
 *          (until a day is over)      └─ anything else, no answer, a crash (once the lease is over) ──► dropped
 */
export class PushDelivery {
  readonly #deps: DeliveryDeps;
  readonly #loop: DueLoop;
  #woken = Promise.withResolvers<void>();
  /** How many pushes this process has given up. */
  givenUp = 0;

  constructor(deps: DeliveryDeps) {
    const { store, clock, log } = deps;
    this.#deps = deps;
    this.#loop = new DueLoop({
      clock,
      log,
      failure: 'delivering pushes failed',
      work: () => this.sendDue(),
      next: () => nextDueAt(store.reading),
    });
  }

  /** Sends from now on whatever is due. */
  start(): void {
    this.#loop.start();
  }

  /** There may be something to send. Nothing happens before the start and after the stop. */
  readonly wake = (): void => {
    this.#woken.resolve();
    this.#loop.wake();
  };

  /** Calls off what is under way; resolves when its fate is written down. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Sends everything that is due now. Each place takes its next job when its last one has ended: a silent endpoint delays no other. */
  async sendDue(): Promise<void> {
    const { store, timers = machineTimers } = this.#deps;
    const underWay = new Map<DueJob, Promise<void>>();
    const slow = new Set<DueJob>();
    let ended: Settled[] = [];
    const send = async (job: DueJob): Promise<void> => {
      const callOff = timers.setTimer(slowAfter, () => slow.add(job));
      const settled = await this.#deliver(job);
      ended.push(settled);
      callOff();
      slow.delete(job);
      underWay.delete(job);
    };
    for (;;) {
      const settled = ended;
      ended = [];
      this.#woken = Promise.withResolvers();
      const free = this.#loop.stopped.aborted ? 0 : places - underWay.size;
      const jobs = await store.write([pushJobsLock], async (trx) => {
        await settleJobs(trx, settled);
        return free > 0 ? this.#claim(trx, free, busyHosts(slow)) : [];
      });
      for (const job of jobs) underWay.set(job, send(job));
      if (underWay.size > 0) await Promise.race([...underWay.values(), this.#woken.promise]);
      else if (ended.length === 0) return;
      // Those that end at the same moment are settled in one transaction.
      await nextTurn();
    }
  }

  /** What was noted becomes jobs in the transaction that takes the first of them: a crash loses none, and makes none twice. */
  async #claim(trx: Writing, limit: number, busy: readonly string[]): Promise<DueJob[]> {
    const now = this.#deps.clock.now();
    await takeUpNews(trx, this.#deps.origin, now);
    return claimJobs(trx, { now, lease, limit, busy });
  }

  async #deliver(job: DueJob): Promise<Settled> {
    const { clock, send, log } = this.#deps;
    const now = clock.now();
    const left = job.createdAt + life - now;
    // Who stood still for so long has not heard what was deleted meanwhile, and who was signed out.
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
    return status === 429 || status >= 500 ? this.#later(job, askedPause(retryAfter, this.#deps.clock.now())) : 'dropped';
  }

  /** After the pause that was asked for (ms), or a longer one of our own that doubles with each attempt. */
  #later({ attempts, createdAt }: DueJob, asked: number): JobResult {
    const { clock, random = Math.random } = this.#deps;
    const doubled = Math.min(longestPause, firstPause * 2 ** (attempts - 1));
    const retryAt = Math.round(clock.now() + Math.max(asked, doubled * (0.5 + random() / 2)));
    return retryAt < createdAt + life ? { retryAt } : 'dropped';
  }
}

/** Hosts that have as many slow pushes under way as one may have. */
function busyHosts(slow: ReadonlySet<DueJob>): string[] {
  const byHost = Map.groupBy(slow, ({ host }) => host);
  return [...byHost].flatMap(([host, jobs]) => (jobs.length >= slowOfOneHost ? [host] : []));
}

/** When there is something to do next (ms since the epoch); null where nothing waits. */
export async function nextDueAt(db: Reading): Promise<number | null> {
  const times = [await nextJobAt(db), await nextNewsAt(db)].filter((time) => time !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** `Retry-After` (RFC 9110, section 10.2.3) in ms: seconds, or a date. 0 without one that can be read. */
export function askedPause(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const pause = /^\d+$/.test(header) ? Number(header) * times.second : Date.parse(header) - now;
  return Number.isNaN(pause) ? 0 : Math.max(0, pause);
}

/** At most 32 characters of base64url (RFC 8030, section 5.4): a UUID without its dashes is just that. */
function topicOf(topic: string): string {
  return topic.replaceAll('-', '').slice(-32);
}
