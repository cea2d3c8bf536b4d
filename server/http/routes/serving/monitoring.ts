import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { syncEvents } from '#contract/endpoints/core.ts';
import type { Config } from '#server/config.ts';
import { mailGauges } from '#server/mail/mail.ts';
import { RequestMetrics } from '#server/lib/metrics.ts';
import { isPrivate } from '#server/lib/log.ts';
import { databaseGauges, loadGauges, processGauges } from '#server/ops/gauges/process-gauges.ts';
import { operatorGauges } from '#server/ops/gauges/operator-gauges.ts';
import { timingSafeEqualTexts } from '#server/lib/timing-safe-equal.ts';
import { bearerOf } from '#server/http/hooks/access.ts';

export async function healthRoutes(app: FastifyInstance, { isReady }: { isReady: () => Promise<boolean> }): Promise<void> {
  app.get('/healthz', { config: { access: 'anyone' }, schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { access: 'anyone' }, schema: { hide: true } }, async () => {
    if (!(await isReady())) throw new Refusal('unavailable', { retryAfter: 1 });
    return { status: 'ready' };
  });

  metricsRoutes(app);
}

/** Shares the context of the server, as fastify-plugin does: requests of all routes are counted. */
Object.assign(healthRoutes, { [Symbol.for('skip-override')]: true });

/** Headers that proxies add to forwarded requests. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Metrics for Prometheus, with METRICS_TOKEN or, without that setting, for callers on this machine; all others get 404. */
export function metricsRoutes(app: FastifyInstance): void {
  const metrics = new RequestMetrics();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());

  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions;
    if (request.refusalCode !== null) metrics.refused(request.refusalCode);
    if (!isPrivate(request))
      metrics.observe(request.method, route, reply.raw.statusCode, route === syncEvents.path ? null : reply.elapsedTime / 1_000);
    done();
  });

  app.get('/metrics', { config: { access: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, app.deps.config)) throw new Refusal('not_found');
    const { config, store, clock, hub, mail, push, overload, writer } = app.deps;
    const load = loadGauges(overload.latest, { commandsWaiting: writer.waiting, pokesWaiting: hub.waiting });
    // If the database does not answer, the metrics of the process are still sent.
    const database = await store.figures().then(databaseGauges, () => []);
    const mails = await mail.count().then(mailGauges, () => []);
    const operator = await operatorGauges({ config, store, clock, pushesGivenUp: push.delivery.givenUp });
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.render([...processGauges(hub.size, delay), ...load, ...database, ...mails, ...operator]));
  });
}

/** Returns whether a host is a name of this machine: a page of another site may point its own name at this machine (DNS rebinding). */
const isOwnName = (host = ''): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

/** A configured token is required even on this machine, because a proxy that adds no header looks like a local caller. */
function mayRead(request: FastifyRequest, { metricsToken }: Pick<Config, 'metricsToken'>): boolean {
  if (metricsToken === null) return isLocal(request);
  const bearer = bearerOf(request);
  return bearer !== null && timingSafeEqualTexts(bearer, metricsToken);
}

/** Returns whether the caller is on this machine, by the connection, because headers can be forged, and not behind a proxy. */
export function isLocal({ raw }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && isOwnName(raw.headers.host) && forwarding.every((header) => raw.headers[header] === undefined);
}
