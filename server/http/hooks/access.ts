import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { sensitiveCalls } from '#contract/endpoints/sensitive-calls.ts';
import { limits } from '#contract/limits.ts';
import type { Access } from '#contract/roles.ts';
import { type Caller, requireAccess } from '#server/lib/caller.ts';
import type { Auth } from '#server/services/auth/auth.ts';

/** A registered route; `url` is its pattern. */
export interface ListedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
  readonly schema: FastifySchema;
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable(): ListedRoute[];
  }
  interface FastifyContextConfig {
    /** The access to this route; a route without it stops the start. */
    access?: Access;
    /** Left out of the request log and the metrics. */
    uncounted?: true;
    /** A refusal contains `success: false`, as the specification requires for this call. */
    saysSuccess?: true;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** When (ms since the epoch) the caller's token expires; 0 without a caller. */
    callerExpiresAt: number;
    /** Left out of the request log and the metrics, because the body is private. */
    isUncounted: boolean;
  }
}

/** Access that depends on a row is checked by the service that reads the row; here it only requires a signed-in user. */
const decidedHere = new Set<Access>(['nobody', 'anyone', 'signed-in', 'global-admin']);

const sensitive = new Set(sensitiveCalls.map(({ method, path }) => `${method} ${path}`));

/** Returns the token of an `Authorization: Bearer` header (RFC 6750), or null. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Returns the caller of a route that requires one. Throws `unauthenticated`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal('unauthenticated');
  return request.caller;
}

/** Denies by default: every route has an access, which is checked before a body is read. */
export function controlAccess(app: FastifyInstance, auth: Pick<Auth, 'callerOf'>): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('callerExpiresAt', 0);
  app.decorateRequest('isUncounted', false);

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
    if (route.config?.access === 'anyone') route.bodyLimit = limits.publicBodyBytes;
  });
  // Checked after all hooks, because a later one sets the access of the documentation's own routes.
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
    if (decidedHere.has(access)) requireAccess(request.caller, access);
    if (!known?.isProved && sensitive.has(`${request.method} ${request.routeOptions.url}`)) throw new Refusal('proof_required');
  });
}
