import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { syncEvents } from '../../../../contract/endpoints/core.ts';
import { Refusal } from '../../../../contract/errors.ts';
import type { Config } from '../../../config.ts';
import { mailGauges } from '../../../mail/mail-gauges.ts';
import { RequestMetrics } from '../../../lib/metrics.ts';
import { isPrivate } from '../../../lib/log.ts';
import { loadGauges } from '../../../ops/load/load-gauges.ts';
import { operatorGauges } from '../../../ops/operator-gauges.ts';
import { timingSafeEqualTexts } from '../../../lib/timing-safe-equal.ts';
import { bearerOf } from '../../hooks/access.ts';
import { databaseGauges, processGauges } from '../../../ops/process-gauges.ts';

/** What proxies add to a request that they pass on. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Numbers for Prometheus, to callers with METRICS_TOKEN or, without that setting, on this machine; for all others there is no such page. */
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
    const { config, store, clock, hub, mail, push, strain, writer } = app.deps;
    const load = loadGauges(strain.latest, { commandsWaiting: writer.waiting, pokesWaiting: hub.waiting });
    // Of a database that cannot say it, the process still tells how itself is.
    const database = await store.figures().then(databaseGauges, () => []);
    const mails = await mail.count().then(mailGauges, () => []);
    const operator = await operatorGauges({ config, store, clock, pushesGivenUp: push.delivery.givenUp });
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.render([...processGauges(hub.size, delay), ...load, ...database, ...mails, ...operator]));
  });
}

/** Returns whether a host is a name of this machine: a page of another site may give its own name the address of this machine (DNS rebinding). */
const isOwnName = (host = ''): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

/** A token, once it is set, is the only way: a proxy on this machine that adds no header looks like a caller on this machine. */
function mayRead(request: FastifyRequest, { metricsToken }: Pick<Config, 'metricsToken'>): boolean {
  if (metricsToken === null) return isLocal(request);
  const bearer = bearerOf(request);
  return bearer !== null && timingSafeEqualTexts(bearer, metricsToken);
}

/** Whether somebody on this machine asks: by the connection itself, since a header can be made up; a proxy on this machine speaks for somebody else. */
export function isLocal({ raw }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && isOwnName(raw.headers.host) && forwarding.every((header) => raw.headers[header] === undefined);
}
