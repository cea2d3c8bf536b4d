import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { FastifyInstance } from 'fastify';
import { contractVersion } from '../../../contract/version.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../lib/clock.ts';
import { isSecure } from './same-origin.ts';

/** Nothing inline, nothing foreign; script URLs only through the one Trusted Types policy with which the app registers its worker. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    // The manifest goes by it too: WebKit does not know its directive and warns of it.
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['event-companion'],
  },
};

const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';
const twoYears = 2 * 365 * 24 * 60 * 60;
const strictTransport = `max-age=${twoYears}`;

/** Every answer says who speaks and by which contract: a captive portal is told apart, and an older app. */
const mark = { 'x-event-companion': String(contractVersion) };

/** For JSON, of which nothing is ever stored, loaded, framed or run: what an answer of the API needs, and no more, since it travels with each. */
const jsonHeaders = {
  ...mark,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** For answers to what got no further than the door, where no hook runs. */
export function bareHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return { ...jsonHeaders, ...(publicUrl?.protocol === 'https:' && { 'strict-transport-security': strictTransport }) };
}

/** For pages, and all else that is no JSON of the API: what helmet says to each request alike, asked once. */
function pageHeaders(): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const say = helmet({
    contentSecurityPolicy,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  say(answer.req, answer, () => undefined);
  return { ...(answer.getHeaders() as Record<string, string>), ...mark, 'permissions-policy': permissions };
}

/** Headers of every answer to a request that was understood. */
export function secureHeaders(app: FastifyInstance, { config, clock }: { config: Pick<Config, 'publicUrl'>; clock: Clock }): void {
  const ofPages = pageHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    if (isSecure(request, config)) reply.header('strict-transport-security', strictTransport);
    const { url } = request;
    // Of the second: what a device's clock is set right by (RFC 9110, section 6.6.1).
    if (url.startsWith('/api/')) reply.headers(jsonHeaders).header('date', new Date(clock.now()).toUTCString());
    // The description of the API is a page of its own.
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) reply.headers(ofPages);
    done();
  });
}
