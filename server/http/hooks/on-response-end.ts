import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    work?: Promise<void>;
  }
}

/** Registers work of a request, which continues and keeps its memory when the client disconnects. */
export function workFor<T>(request: FastifyRequest, work: Promise<T>): Promise<T> {
  // Drops the result, which may be large and would stay in memory as long as the request.
  request.work = Promise.allSettled([request.work, work]).then(() => undefined);
  return work;
}

/** Runs `then` when the reply has ended or was aborted, even before this call, and the work of its request (`workFor`) has ended. */
export function onResponseEnd({ raw, request }: Pick<FastifyReply, 'raw' | 'request'>, then: () => void): void {
  const onEnd = () => void Promise.resolve(request.work).then(then);
  if (raw.closed || raw.destroyed) onEnd();
  else raw.once('close', onEnd);
}
