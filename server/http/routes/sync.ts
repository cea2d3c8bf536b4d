import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { feedLines, feedLinesByColumn, feedLinesByWindow, type FeedPage, sync } from '#contract/endpoints/core.ts';
import { lineOfPage } from '#contract/rules/feed-tables.ts';
import { callerOf } from '../hooks/access.ts';
import type { Deps } from '../deps.ts';
import { acceptsGzip } from './serving/headers.ts';

export async function syncRoutes(instance: FastifyInstance, { feed, auth }: Pick<Deps, 'feed' | 'auth'>): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    sync.path,
    {
      config: { access: sync.access },
      schema: { tags: ['sync'], summary: 'Changes since a cursor', querystring: sync.query!, response: { 200: sync.answer } },
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const piecewise = request.query.piecewise !== undefined;
      const accept = request.headers.accept ?? '';
      const windows = accept.includes(feedLinesByWindow);
      const first = await feed.readPage(caller, request.query.cursor ?? null, piecewise, windows);
      reply.header('vary', 'Accept');
      if (!accept.includes(feedLines)) return first;
      const lineOf = accept.includes(feedLinesByColumn) ? lineOfPage : (page: FeedPage) => page;
      const pageAfter = async (cursor: string): Promise<FeedPage | null> => {
        // Reads the caller again for each page, because a slow reader may lose their session or scopes.
        const current = await auth.callerBehind(caller);
        return current && feed.readPage(current, cursor, piecewise, windows);
      };
      return sendLines(request, reply, Readable.from(linesFrom(first, pageAfter, lineOf)));
    },
  );
}

/** Returns pages, one per line, until the reader is level or the session has ended; other work runs between them. */
async function* linesFrom(
  first: FeedPage,
  pageAfter: (cursor: string) => Promise<FeedPage | null>,
  lineOf: (page: FeedPage) => object,
): AsyncGenerator<string> {
  for (let page: FeedPage | null = first; page; page = page.more ? await pageAfter(page.cursor) : null) {
    yield `${JSON.stringify(lineOf(page))}\n`;
    await nextTurn();
  }
}

function sendLines(request: FastifyRequest, reply: FastifyReply, source: Readable): FastifyReply {
  reply.type(`${feedLines}; charset=utf-8`);
  if (!acceptsGzip(request)) return reply.send(source);
  // Flushed line by line, so that the reader gets each page at once; the compression plugin would buffer.
  const gzip = createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH });
  pipeline(source, gzip, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ err: error }, 'a feed broke off');
  });
  return reply.header('content-encoding', 'gzip').send(gzip);
}
