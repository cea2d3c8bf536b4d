import type { FastifyInstance } from 'fastify';
import { times } from '../../../contract/times.ts';

/** How often (ms) it is looked at how far a body has come, and how many bytes have to have come since: 16 kbit/s, less than any network has. */
const pace = { every: 30 * times.second, least: 60_000 };

/** A request may take this long (ms) to come whole: the largest body at a pace that the app still waits for. */
export const requestTimeout = 20 * times.minute;

/** Ends the connection of whoever announces a body and does not send it: what was kept free for it is others' again. */
export function limitBodies(app: FastifyInstance, { every, least } = pace): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const announced = raw.headers['content-length'] ?? raw.headers['transfer-encoding'];
    if (announced !== undefined && announced !== '0' && !raw.complete) {
      let before = raw.socket.bytesRead;
      const watch = setInterval(() => {
        const now = raw.socket.bytesRead;
        if (raw.complete || now - before >= least) before = now;
        else raw.destroy();
      }, every).unref();
      const end = (): void => clearInterval(watch);
      raw.once('end', end).once('close', end);
    }
    done();
  });
}
