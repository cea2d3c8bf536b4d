import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import { type Clock, machineTimers, type Timers } from '#server/lib/clock.ts';
import { dynamicScopes, type Store, type StoreFailure, storeFailureOf } from '#server/store/store.ts';
import type { Answer, Call } from './call.ts';
import type { BeforeCommit } from './hooks.ts';
import type { Constraint } from './hooks.ts';
import { executeBatch, type BatchResult } from './transaction-batch.ts';

/** Calls per transaction: enough to share the cost of a commit, few enough that other requests get their turn. */
const sliceSize = 100;

const queueLimit = 20_000;

/** Calls of one person: four full batches, more than a device ever sends at once. */
const shareOfOne = 4 * limits.batchCalls;

const retryAfterSeconds = 1;

interface Waiting {
  readonly call: Call;
  readonly lane: string | null;
  readonly request: PendingRequest;
  readonly since: number;
  settle(answer: Answer): void;
}

interface PendingRequest {
  readonly number: number;
  readonly stoppedLanes: Set<string>;
}

interface Failed {
  readonly error: unknown;
  readonly failure: StoreFailure;
  /** True if everything was executed and written, and only the commit failed. */
  readonly atCommit: boolean;
}

export interface WriterDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  readonly beforeCommit?: BeforeCommit;
  readonly constraint?: Constraint;
  readonly timers?: Pick<Timers, 'now'>;
}

/**
 * Executes all commands, so that writers share commits and nobody reads a half-done change.
 *
 *   submit ──► queue ──slice──► transaction ──► answers
 *                                   │ failed
 *                                   ▼
 *                      each call in a transaction of its own
 */
export class Writer {
  readonly #deps: WriterDeps;
  readonly #queue: Waiting[] = [];
  readonly #inFlight = new Map<string, PendingRequest>();
  readonly #waitingOf = new Map<number, number>();
  readonly #timers: Pick<Timers, 'now'>;
  #requests = 0;
  #longestWait = 0;
  #working: Promise<void> | null = null;
  #closed = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    this.#timers = deps.timers ?? machineTimers;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Returns the longest time (ms) that a call took, or has waited until now, since the last time this was read. */
  takeLongestWait(): number {
    const [first] = this.#queue;
    const longest = Math.max(this.#longestWait, first ? this.#timers.now() - first.since : 0);
    this.#longestWait = 0;
    return longest;
  }

  /** Executes the calls of one request in order and returns the answers in the same order. Never rejects: each call has its own answer. */
  async submit(calls: readonly Call[]): Promise<Answer[]> {
    if (this.#closed || this.#queue.length + calls.length > queueLimit) return calls.map(() => unavailable());
    if (this.#isTooMuch(calls)) return calls.map(() => new Refusal('too_many_requests', { retryAfter: retryAfterSeconds }));
    this.#requests += 1;
    const request: PendingRequest = { number: this.#requests, stoppedLanes: new Set() };
    const answers = calls.map((call) => this.#enqueue(call, request));
    if (this.#queue.length > 0) this.#working ??= this.#work();
    return Promise.all(answers);
  }

  /** Refuses new calls, and resolves when the accepted ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  #isTooMuch(calls: readonly Call[]): boolean {
    const userId = calls[0]?.caller.userId ?? 0;
    const waiting = this.#waitingOf.get(userId) ?? 0;
    return waiting > 0 && waiting + calls.length > shareOfOne;
  }

  #countWaiting({ caller: { userId } }: Call, change: 1 | -1): void {
    const count = (this.#waitingOf.get(userId) ?? 0) + change;
    if (count === 0) this.#waitingOf.delete(userId);
    else this.#waitingOf.set(userId, count);
  }

  #enqueue(call: Call, request: PendingRequest): Promise<Answer> {
    const lane = call.lane === null ? null : `${request.number} ${call.lane}`;
    const name = call.key === null ? null : `${call.caller.userId}:${call.key}`;
    const holder = name === null ? undefined : this.#inFlight.get(name);
    if (holder && holder !== request) {
      if (lane !== null) request.stoppedLanes.add(lane);
      return Promise.resolve(new Refusal('in_progress', { retryAfter: retryAfterSeconds }));
    }
    if (name !== null) this.#inFlight.set(name, request);
    const since = this.#timers.now();
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        if (name !== null) this.#inFlight.delete(name);
        this.#longestWait = Math.max(this.#longestWait, this.#timers.now() - since);
        resolve(answer);
      };
      this.#queue.push({ call, lane, request, since, settle });
      this.#countWaiting(call, 1);
    });
  }

  async #work(): Promise<void> {
    do {
      // Lets other work run; calls that arrive in between join the next slice.
      await nextTurn();
      const slice = this.#queue.splice(0, sliceSize);
      for (const { call } of slice) this.#countWaiting(call, -1);
      await this.#run(slice);
    } while (this.#queue.length > 0);
    this.#working = null;
  }

  async #run(slice: readonly Waiting[]): Promise<void> {
    const outcome = await this.#commit(slice);
    if ('answers' in outcome) {
      slice.forEach((waiting, index) => finish(waiting, outcome.answers[index] as Answer));
      outcome.after?.();
      return;
    }
    const { error, failure, atCommit } = outcome;
    // One bad call must not fail the others.
    if (slice.length > 1 && (failure === 'constraint' || failure === 'text' || (failure === 'other' && !atCommit))) {
      for (const waiting of slice) await this.#run([waiting]);
      return;
    }
    this.#deps.log.error({ err: error, failure }, 'a write failed');
    // Calls that queued up behind would wait as long for the same lock.
    const behind = failure === 'busy' ? this.#queue.splice(0) : [];
    for (const { call } of behind) this.#countWaiting(call, -1);
    for (const waiting of [...slice, ...behind]) finish(waiting, refusalOf(failure));
  }

  async #commit(slice: readonly Waiting[]): Promise<BatchResult | Failed> {
    const calls = slice.map(({ call }) => call);
    const lanes = slice.map(({ lane }) => lane);
    const stopped = new Set(slice.flatMap(({ request }) => [...request.stoppedLanes]));
    let atCommit = false;
    const { store, clock, beforeCommit = nothingBeforeCommit, constraint = noConstraint } = this.#deps;
    try {
      return await store.write(
        dynamicScopes(likelyScopes(calls)),
        (trx) => {
          atCommit = false;
          return executeBatch(trx, calls, { lanes, isStopped: (lane) => stopped.has(lane), now: clock.now(), beforeCommit, constraint });
        },
        () => (atCommit = true),
      );
    } catch (error) {
      return { error, failure: storeFailureOf(error), atCommit };
    }
  }
}

/** Guesses the scopes that commands touch before their rows are read: those of the named or active event, and those of the person. */
function likelyScopes(calls: readonly Call[]): Scope[] {
  const scopes = calls.flatMap(({ caller, action }): Scope[] => {
    const own = scopeOf.user(caller.userId);
    if (action instanceof Refusal) return [own];
    const explicitEvent = action.eventId ?? action.madeIn ?? (action.of?.resource === 'events' ? Number(action.of.id) : undefined);
    const eventId = explicitEvent ?? caller.activeEventId;
    const ofEvent = eventId === null ? [] : [scopeOf.event(eventId), scopeOf.eventAdmin(eventId)];
    // Titles are unique among all events, so changes of events exclude each other.
    return action.resource.name === 'events' ? [own, ...ofEvent, scopeOf.all] : [own, ...ofEvent];
  });
  return [...new Set(scopes)];
}

const nothingBeforeCommit: BeforeCommit = () => Promise.resolve(null);
const noConstraint: Constraint = () => Promise.resolve(() => null);

function finish({ lane, request, settle }: Waiting, answer: Answer): void {
  if (lane !== null && answer instanceof Refusal) request.stoppedLanes.add(lane);
  settle(answer);
}

function refusalOf(failure: StoreFailure): Refusal {
  if (failure === 'full') return new Refusal('storage_full');
  if (failure === 'text') return new Refusal('invalid');
  return failure === 'busy' || failure === 'broken' ? unavailable() : new Refusal('internal');
}

function unavailable(): Refusal {
  return new Refusal('unavailable', { retryAfter: retryAfterSeconds });
}
