import type { FastifyReply } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import type { Caller } from '#server/lib/caller.ts';
import { Semaphore } from '#server/lib/concurrency/semaphore.ts';
import type { Pictures } from '#server/images/pictures.ts';
import { LargeAnswers } from '#server/http/hooks/large-answers.ts';
import { workFor } from '#server/http/hooks/on-response-end.ts';

/** The size in memory of all pictures in one answer; the rest are links. */
const dataLength = 16 * 1024 * 1024;

const answersWithData = 8;

type Item = Readonly<Record<string, unknown>>;

export class PicturesAsData {
  readonly #pictures: Pictures;
  readonly #answers = new LargeAnswers(answersWithData);
  readonly #gate = new Semaphore(2);

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  /** Throws `too_many_requests` if the caller already has such an answer in progress, or too many others do. */
  async into<Row extends Item>(rows: readonly Row[], field: keyof Row & string, { userId }: Caller, reply: FastifyReply): Promise<Row[]> {
    this.#answers.begin(userId, reply);
    return workFor(
      reply.request,
      this.#gate.run(1, () => this.#asDataUrls(rows, field)),
    );
  }

  /** Returns rows with links instead of a refusal, because clients make several of these calls at once. */
  async orLinks<Row extends Item>(rows: Row[], field: keyof Row & string, caller: Caller, reply: FastifyReply): Promise<Row[]> {
    if (rows.every((row) => row[field] === null)) return rows;
    return this.into(rows, field, caller, reply).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'too_many_requests') return rows;
      throw error;
    });
  }

  async #asDataUrls<Row extends Item>(rows: readonly Row[], field: keyof Row & string): Promise<Row[]> {
    let room = dataLength;
    const dataOf = async (link: unknown): Promise<unknown> => {
      const data = room > 0 && typeof link === 'string' ? await this.#pictures.dataUrl(link) : null;
      room -= data?.length ?? 0;
      return data ?? link;
    };
    const made: Row[] = [];
    for (const row of rows) made.push({ ...row, thumbnail: await dataOf(row['thumbnail']), [field]: await dataOf(row[field]) });
    return made;
  }
}
