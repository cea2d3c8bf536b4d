import type { FastifyReply } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { onResponseEnd } from './on-response-end.ts';

/** Limits answers that are large in memory until they are read: one for each person, and few at once. */
export class LargeAnswers {
  readonly #most: number;
  readonly #readers = new Set<number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place until the reply ends. Throws `too_many_requests` if the person has one, or all are taken. */
  begin(userId: number, reply: FastifyReply): void {
    const isTaken = this.#readers.has(userId) || this.#readers.size >= this.#most;
    if (isTaken) throw new Refusal('too_many_requests', { retryAfter: 2 });
    this.#readers.add(userId);
    onResponseEnd(reply, () => void this.#readers.delete(userId));
  }
}
