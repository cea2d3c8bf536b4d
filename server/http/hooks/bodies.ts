import type { FastifyInstance } from 'fastify';
import { times } from '#contract/times.ts';

/** Accepts JSON bodies only, and empty ones with any content type. Routes for pieces of pictures replace this parser. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

/** How often (ms) the progress of a body is checked, and the bytes that must have arrived since: 16 kbit/s, less than any network has. */
const pace = { every: 30 * times.second, least: 60_000 };

/** How long (ms) a request may take to arrive: the largest body at a pace that the app still waits for. */
export const requestTimeout = 20 * times.minute;

/** Ends connections whose announced body does not arrive, to release the room that is reserved for it. */
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
