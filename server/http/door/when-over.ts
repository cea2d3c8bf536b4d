import type { FastifyReply } from 'fastify';

/** Runs `then` once a reply is over: answered, or broken off, which it may have been before anybody could listen for it. */
export function whenOver({ raw }: Pick<FastifyReply, 'raw'>, then: () => void): void {
  if (raw.closed || raw.destroyed) then();
  else raw.once('close', then);
}
