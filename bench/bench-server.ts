import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { systemClock } from '#server/lib/clock.ts';
import { fileLogger } from '#server/lib/log.ts';
import { limitHeap } from '#server/lib/limit-heap.ts';
import { openStore } from '#server/store/store.ts';
import { limitRoutes } from './limits/limit-routes.ts';

/**
 * The server in a process of its own, with the benchmark's page instead of the app, and the limit line in addition to the API. Pushes are
 * prepared but not sent.
 */
limitHeap();
const config = loadConfig();
const store = await openStore({ path: join(config.dataDir, 'event-companion.db') });
const sendPush = () => Promise.resolve({ kind: 'answered', status: 201, retryAfter: undefined } as const);
const appDir = process.env['PAGE_DIR'] ?? '';
const app = await createApp({ config, store, clock: systemClock, sendPush, appDir, logger: fileLogger(config) });
limitRoutes(app, store, join(config.dataDir, 'limit-line.db'));
// Without our hooks: the limit of Fastify and SQLite alone.
const bare = Fastify();
limitRoutes(bare, store, join(config.dataDir, 'bare-line.db'));

process.once('SIGTERM', () => {
  void Promise.all([app.deps.push.delivery.stop(), app.close(), bare.close()])
    .then(() => store.close())
    .then(() => process.exit(0));
});

await app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' });
app.deps.push.delivery.start();
await bare.listen({ host: config.host, port: 0, listenTextResolver: () => 'listening' });
const ports = [app, bare].map(({ server }) => (server.address() as AddressInfo).port);
process.send!(ports);
