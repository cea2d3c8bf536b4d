import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchAnswer, BatchCall } from '#contract/endpoints/core.ts';
import { Random } from '#tests/simulation/world/random.ts';

/** A call and the post that it creates or removes. */
interface Write {
  readonly call: BatchCall;
  readonly content: string;
}

/** The results of all writes: contents that must exist once, removed contents, and refused ones. */
export interface Ledger {
  readonly kept: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** Refused for good, which no call here should be. */
  readonly refused: readonly string[];
}

const retryAfter = 20;

/** Statuses that allow a retry: the twin of a doubled batch is in progress, the lane stopped, or too many requests. */
const passing = [409, 424, 429];
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.includes(status);

/**
 * Writes batch after batch, posts and now and then a removal, and sends each call with the same key until it is acknowledged, whatever
 * happens to the server. Some batches are sent twice at once, as a network may do.
 */
export class StubbornClient {
  readonly #name: string;
  readonly #random: Random;
  readonly #send: (calls: readonly BatchCall[]) => Promise<readonly BatchAnswer[]>;
  readonly #kept = new Map<string, string>();
  readonly #removed = new Set<string>();
  readonly #refused: string[] = [];
  /** The number of each status other than success and 409. */
  readonly refusals = new Map<number, number>();
  #unsure: Write[] = [];
  #number = 0;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  /** The same `seed` makes the same batches. */
  constructor(name: string, origin: () => string, token: string, seed = 1) {
    this.#name = name;
    this.#random = new Random(seed);
    this.#send = (calls) => sendBatch(origin(), token, calls);
  }

  get acknowledged(): number {
    return this.#kept.size + this.#removed.size;
  }

  ledger(): Ledger {
    return { kept: new Map(this.#kept), removed: new Set(this.#removed), refused: [...this.#refused] };
  }

  /** Starts the client, possibly again after `finish`. */
  start(): void {
    this.#stopping = false;
    this.#running = this.#run();
  }

  /** Starts no new batch and resolves when every call is acknowledged. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping || this.#unsure.length > 0) {
      if (this.#unsure.length === 0) this.#unsure = this.#nextBatch();
      const calls = this.#unsure.map(({ call }) => call);
      const twice = this.#number % 3 === 0;
      const attempts = await Promise.allSettled(twice ? [this.#send(calls), this.#send(calls)] : [this.#send(calls)]);
      const answers = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? attempt.value : []));
      this.#settle(answers);
      if (this.#unsure.length > 0) await pause(retryAfter);
    }
  }

  #nextBatch(): Write[] {
    const creations = Array.from({ length: 1 + this.#random.below(30) }, () => this.#creation());
    const [oldest] = this.#kept;
    return oldest && this.#random.chance(0.5) ? [...creations, removal(...oldest)] : creations;
  }

  #creation(): Write {
    const content = `${this.#name} ${(this.#number += 1)}`;
    const key = randomUUID();
    return { call: { key, lane: key, method: 'POST', path: '/api/post', body: { content } }, content };
  }

  #settle(answers: readonly BatchAnswer[]): void {
    const done = new Map(answers.filter(({ status }) => status < 300).map((answer) => [answer.key, answer]));
    for (const { status } of answers) if (status >= 300 && status !== 409) this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
    for (const { call, content } of this.#unsure) {
      const answer = done.get(call.key);
      if (!answer) continue;
      if (call.method === 'POST') this.#kept.set(content, (answer.body as { id: string }).id);
      else {
        this.#kept.delete(content);
        this.#removed.add(content);
      }
    }
    const refused = new Set(answers.filter(({ status }) => isFinal(status)).map(({ key }) => key));
    for (const { call, content } of this.#unsure) {
      if (refused.has(call.key) && !done.has(call.key)) this.#refused.push(`${call.method} ${content}`);
    }
    this.#unsure = this.#unsure.filter(({ call }) => !done.has(call.key) && !refused.has(call.key));
  }
}

function removal(content: string, id: string): Write {
  const key = randomUUID();
  return { call: { key, lane: key, method: 'DELETE', path: `/api/post/${id}`, body: {} }, content };
}

/** Sends a call until it succeeds and returns its answer; throws if it is refused for good. */
export async function sendUntilAccepted(origin: () => string, token: string, call: Omit<BatchCall, 'key' | 'lane'>): Promise<unknown> {
  const key = randomUUID();
  for (;;) {
    const [answer] = await sendBatch(origin(), token, [{ key, lane: key, ...call }]).catch(() => []);
    if (answer && answer.status < 300) return answer.body;
    if (answer && isFinal(answer.status)) throw new Error(`${call.method} ${call.path} was answered ${answer.status}`);
    await pause(retryAfter);
  }
}

/** Rejects if no answer came; an answer to the whole batch counts for each of its calls. */
export async function sendBatch(origin: string, token: string, calls: readonly BatchCall[]): Promise<readonly BatchAnswer[]> {
  const response = await fetch(`${origin}/api/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ calls }),
  });
  if (response.status !== 200) {
    await response.arrayBuffer();
    return calls.map(({ key }) => ({ key, status: response.status }));
  }
  return ((await response.json()) as { answers: BatchAnswer[] }).answers;
}
