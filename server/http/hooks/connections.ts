import type { FastifyInstance } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';

/** How long (ms) a connection may be open without a byte, and the headers of a request may take to arrive. */
const patience = 20 * times.second;

/** Options of Node's server: Node checks connections only every 30 s unless it is given an interval. */
export const connectionChecks = (interval = 5 * times.second) => ({ connectionsCheckingInterval: interval });

/** Ends connections that are silent or send their headers slowly, and rejects requests with two hosts (RFC 9112, 3.2). */
export function limitConnections(app: FastifyInstance, wait = patience): void {
  app.server.headersTimeout = wait;
  app.server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, wait).unref();
    socket.once('close', () => clearTimeout(timer));
  });
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new Refusal('invalid');
  });
}
