import { times } from '../../contract/limits.ts';
import type { Clock } from '../context.ts';
import { claimJobs, type DueJob, dropInterruptedJobs, nextJobAt } from '../store/push/push-jobs.ts';
import { type JobResult, settleJobs } from '../store/push/push-results.ts';
import type { Store } from '../store/store.ts';
import type { SendOutcome, SendPush } from './send.ts';

/** Jobs that are under way at once. */
const batchSize = 25;

/** A message that could not be delivered within a day (ms) is not news any more. */
const life = times.day;

const firstPause = 30 * times.second;
const longestPause = times.hour;

/** What the database refused may pass a little later (ms). */
const pauseAfterFailure = times.minute;

/** The longest time that a timer takes (ms). */
const longestTimer = 2 ** 31 - 1;

export interface DeliveryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: SendPush;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * Sends what waits, each message at most once to each device:
 *
 *   dropped
 *      ▲ no longer wanted when it is due
 *   waiting ──marked, committed──► sending ──2xx──► sent
 *      ▲                              ├─ 404, 410 ──► the device is forgotten
 *      └── 429, 5xx, never sent ──────┤
 *          (until a day is over)      └─ anything else, no answer, a crash ──► dropped
 */
export class PushDelivery {
  readonly #deps: DeliveryDeps;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #again = false;
  #started = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Gives up what a crash left half sent, and sends from now on whatever is due. */
  start(): void {
    this.#running = this.#guarded(() => this.#deps.store.write([], dropInterruptedJobs)).then(() => {
      this.#running = null;
      this.#started = true;
      this.wake();
    });
  }

  /** There may be something to send. Nothing happens before the start and after the stop. */
  readonly wake = (): void => {
    this.#again = true;
    if (!this.#started || this.#stop.signal.aborted || this.#running) return;
    this.#running = this.#guarded(() => this.#run()).then(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  };

  /** Calls off what is under way; resolves when its fate is written down. */
  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Sends everything that is due now. */
  async sendDue(): Promise<void> {
    const { store, clock } = this.#deps;
    while (!this.#stop.signal.aborted) {
      const jobs = await store.write([], (trx) => claimJobs(trx, { now: clock.now(), limit: batchSize }));
      if (jobs.length === 0) return;
      const results = await Promise.all(jobs.map(async (job) => ({ job, result: await this.#deliver(job) })));
      await store.write([], (trx) => settleJobs(trx, results));
    }
  }

  async #run(): Promise<void> {
    this.#again = false;
    const { store, clock } = this.#deps;
    this.#wakeIn(pauseAfterFailure);
    await this.sendDue();
    const next = await nextJobAt(store.reading);
    this.#wakeIn(next === null ? null : Math.max(0, next - clock.now()));
  }

  /** `pause` in ms; null for not at all. */
  #wakeIn(pause: number | null): void {
    if (this.#timer) clearTimeout(this.#timer);
    const isWanted = pause !== null && !this.#stop.signal.aborted;
    this.#timer = isWanted ? setTimeout(this.wake, Math.min(longestTimer, pause)).unref() : null;
  }

  async #deliver(job: DueJob): Promise<JobResult> {
    const { clock, send, log } = this.#deps;
    const left = job.createdAt + life - clock.now();
    if (left <= 0) return 'dropped';
    const message = { payload: job.payload, topic: topicOf(job.topic), ttl: Math.ceil(left / times.second) };
    const outcome = await send(job, message, this.#stop.signal);
    const result = this.#resultOf(job, outcome);
    if (result === 'dropped')
      log.warn({ ...outcome, service: URL.parse(job.endpoint)?.host, attempts: job.attempts }, 'a push was given up');
    return result;
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

  /** A database that is full or busy must not end the delivery: it goes on when the timer is due. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'delivering pushes failed');
    }
  }
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
