import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { onResponseEnd } from './on-response-end.ts';

/** Simultaneous requests of one session: a browser opens six connections, and an app may be open in two tabs. */
export const answersOfSession = 12;

const checkEvery = 30 * times.second;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that stays open, such as an event stream, which has its own limit. */
    staysOpen?: true;
  }
}

/**
 * Bounds the memory of answers: a session has a maximum of simultaneous requests, and an answer ends if its reader received nothing between
 * two checks.
 */
export function limitAnswers(app: FastifyInstance, every = checkEvery): void {
  const underWay = new Map<string, number>();
  app.addHook('preValidation', async (request, reply) => {
    const session = request.caller?.sessionId;
    if (session === undefined || request.routeOptions.config.staysOpen) return;
    const count = underWay.get(session) ?? 0;
    if (count >= answersOfSession) throw new Refusal('too_many_requests', { retryAfter: 1 });
    underWay.set(session, count + 1);
    onResponseEnd(reply, () => {
      const left = underWay.get(session)! - 1;
      if (left > 0) underWay.set(session, left);
      else underWay.delete(session);
    });
  });

  /** Bytes that the reader of each answer had received at the last check; null before the first one. */
  const open = new Map<ServerResponse, number | null>();
  const checkTimer = setInterval(() => {
    for (const [answer, before] of open) {
      const taken = takenOf(answer);
      if (answer.writableLength > 0 && taken === before) answer.destroy();
      open.set(answer, taken);
    }
  }, every).unref();
  app.addHook('onClose', async () => clearInterval(checkTimer));
  app.addHook('onRequest', (_request, { raw }, done) => {
    open.set(raw, null);
    raw.once('close', () => open.delete(raw));
    done();
  });
}

const takenOf = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);
