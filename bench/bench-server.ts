import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from '../server/app.ts';
import { loadConfig } from '../server/config.ts';
import { systemClock } from '../server/context.ts';
import { openStore } from '../server/store/store.ts';
import { limitRoutes } from './limit-routes.ts';

/** The server in a process of its own, with the page of the benchmark instead of the app, and the limit line beside the API. */
const config = loadConfig();
const store = await openStore({ path: join(config.dataDir, 'event-companion.db') });
const app = await createApp({ config, store, clock: systemClock, appDir: process.env['PAGE_DIR'] ?? '' });
limitRoutes(app, store, config.dataDir);

process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => store.close())
    .then(() => process.exit(0));
});

await app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' });
console.log(`port ${(app.server.address() as AddressInfo).port}`);
