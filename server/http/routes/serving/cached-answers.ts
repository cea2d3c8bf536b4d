import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Deps } from '#server/http/deps.ts';
import { SharedReads } from './shared-reads.ts';
import { acceptsGzip } from './headers.ts';

interface CachedAnswer {
  /** Buffers, so that all replies share them. */
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

const zip = promisify(gzip);

const mostBytes = 32 * 1024 * 1024;

/** Answers that are equal for many readers: serialized and compressed once, and cached until anything in the database changes. */
export class CachedAnswers {
  readonly #cache: SharedReads<CachedAnswer>;

  constructor(store: Pick<Deps['store'], 'reading' | 'state'>) {
    this.#cache = new SharedReads(store, { most: 32, mostBytes, bytesOf: ({ plain, zipped }) => plain.length + zipped.length });
  }

  async send(reply: FastifyReply, name: string, make: () => Promise<object>): Promise<FastifyReply> {
    const { plain, zipped } = await this.#cache.get(name, async () => {
      const plain = Buffer.from(JSON.stringify(await make()));
      return { plain, zipped: await zip(plain) };
    });
    reply.type('application/json; charset=utf-8').header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
    return acceptsGzip(reply.request) ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  }
}
