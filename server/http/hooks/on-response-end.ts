import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolves when all that works for it has ended, in whatever way. */
    work?: Promise<void>;
  }
}

/** Notes that `work` is done for a request: it goes on, and holds what it holds, where whoever asked goes away. */
export function workFor<T>(request: FastifyRequest, work: Promise<T>): Promise<T> {
  // Without what comes of it, which may be large, and would stay for as long as the request does.
  request.work = Promise.allSettled([request.work, work]).then(() => undefined);
  return work;
}

/**
 * Runs `then` once a reply is over, answered or broken off, which it may have been before anybody could listen for it, and what was begun for
 * its request (`workFor`) has ended.
 */
export function onResponseEnd({ raw, request }: Pick<FastifyReply, 'raw' | 'request'>, then: () => void): void {
  const over = () => void Promise.resolve(request.work).then(then);
  if (raw.closed || raw.destroyed) over();
  else raw.once('close', over);
}
