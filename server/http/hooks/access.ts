import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import { graveCalls } from '../../../contract/endpoints/grave-calls.ts';
import { limits } from '../../../contract/limits.ts';
import type { Access } from '../../../contract/roles.ts';
import { type Caller, demand } from '../../lib/caller.ts';
import type { Auth } from '../../services/auth/auth.ts';

/** One route as it was registered; `url` is its pattern, `schema` what it says it takes. */
export interface ListedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
  readonly schema: FastifySchema;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes and who may call them. */
    routeTable(): ListedRoute[];
  }
  interface FastifyContextConfig {
    /** Who may call this route; a route without it stops the start. */
    access?: Access;
    /** Left out of the count of requests. */
    uncounted?: true;
    /** A refusal carries `success: false`, as the specification has it for this call. */
    saysSuccess?: true;
  }
  interface FastifyRequest {
    /** Who asks, or null for nobody we know. */
    caller: Caller | null;
    /** Until when (ms since the epoch) the caller's token counts; 0 without a caller. */
    callerExpiresAt: number;
    /** Left out of the count of requests, as its route may be: what it brought is nobody else's business. */
    isUncounted: boolean;
  }
}

/** Access that asks for a row is decided by the service that has the row; here it only takes somebody who is signed in. */
const decidedHere = new Set<Access>(['nobody', 'anyone', 'signed-in', 'global-admin']);

const grave = new Set(graveCalls.map(({ method, path }) => `${method} ${path}`));

/** The token of an `Authorization: Bearer` header (RFC 6750), or null. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The caller of a route that is not open to everybody; a missing one is refused here once more. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal('unauthenticated');
  return request.caller;
}

/** Default-deny: every route says who may call it, and nobody else gets as far as having a body read. */
export function controlAccess(app: FastifyInstance, auth: Pick<Auth, 'callerOf'>): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('callerExpiresAt', 0);
  app.decorateRequest('isUncounted', false);

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
    if (route.config?.access === 'anyone') route.bodyLimit = limits.publicBodyBytes;
  });
  // Looked at when all hooks have run, since the documentation's own routes are given their access by a later one.
  app.addHook('onReady', async () => {
    const unlisted = routes.filter((route) => !route.config?.access).map((route) => `${String(route.method)} ${route.url}`);
    if (unlisted.length > 0) throw new Error(`Routes without access: ${unlisted.join(', ')}`);
  });
  app.decorate('routeTable', () =>
    routes.flatMap(({ method, url, config, schema = {} }) =>
      [method].flat().map((one) => ({ method: one, url, access: config?.access ?? 'nobody', schema })),
    ),
  );

  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const access = request.routeOptions.config.access ?? 'nobody';
    const token = bearerOf(request);
    const known = token === null ? null : await auth.callerOf(token);
    if (known) {
      request.caller = known.caller;
      request.callerExpiresAt = known.expiresAt;
    }
    if (access === 'anyone') return;
    if (!request.caller) throw new Refusal('unauthenticated');
    if (decidedHere.has(access)) demand(request.caller, access);
    if (!known?.isProved && grave.has(`${request.method} ${request.routeOptions.url}`)) throw new Refusal('proof_required');
  });
}
