import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { FastifyInstance } from 'fastify';
import { contractVersion } from '#contract/version.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { isSecure } from './origins.ts';

/**
 * Nothing foreign, and nothing inline but the scripts with these hashes; script URLs only through the one Trusted Types policy of
 * start.js.
 */
const contentSecurityPolicy = (scriptHashes: readonly string[]) => ({
  useDefaults: false,
  directives: {
    // Covers the manifest too: WebKit does not support its directive and warns of it.
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
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
});

/** Returns the hashes of the scripts in a page, as sources of a policy (CSP Level 3, section 6.7.3.4). */
function scriptHashesIn(page: string): string[] {
  const scripts = [...page.matchAll(/<script(?: data-[a-z-]+)*>(.*?)<\/script>/gs)];
  return scripts.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';
const twoYears = 2 * 365 * 24 * 60 * 60;
const strictTransport = `max-age=${twoYears}`;

/** Marks answers of this server with the contract version, which distinguishes them from a captive portal and reveals an older app. */
const mark = { 'x-event-companion': String(contractVersion) };

/** Headers of JSON answers, which are never stored, framed or run. Minimal, because each answer has them. */
const jsonHeaders = {
  ...mark,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Headers of answers to requests that no hook has seen. */
export function bareHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return { ...jsonHeaders, ...(publicUrl?.protocol === 'https:' && { 'strict-transport-security': strictTransport }) };
}

/** Returns the headers of pages and other non-API answers. Helmet computes the same ones for each request, so it runs once. */
function pageHeaders(scriptHashes: readonly string[] = []): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const applyHelmet = helmet({
    contentSecurityPolicy: contentSecurityPolicy(scriptHashes),
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  applyHelmet(answer.req, answer, () => undefined);
  return { ...(answer.getHeaders() as Record<string, string>), ...mark, 'permissions-policy': permissions };
}

/** Returns a function that returns the policy for the built page (a path), which allows the scripts in it; also after a new build. */
export function policyOfPage(path: string): () => string {
  let known = { builtAt: 0, policy: '' };
  return () => {
    const builtAt = statSync(path).mtimeMs;
    if (builtAt !== known.builtAt)
      known = { builtAt, policy: pageHeaders(scriptHashesIn(readFileSync(path, 'utf8')))['content-security-policy'] ?? '' };
    return known.policy;
  };
}

export function secureHeaders(app: FastifyInstance, { config, clock }: { config: Pick<Config, 'publicUrl'>; clock: Clock }): void {
  const ofPages = pageHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    if (isSecure(request, config)) reply.header('strict-transport-security', strictTransport);
    const { url } = request;
    // Devices correct their clock by the date (RFC 9110, section 6.6.1), so it comes from the server's own clock.
    if (url.startsWith('/api/')) reply.headers(jsonHeaders).header('date', new Date(clock.now()).toUTCString());
    // The description of the API is a page of its own.
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) reply.headers(ofPages);
    done();
  });
}
