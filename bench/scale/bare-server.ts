import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { databaseName } from '#server/lib/files/state-files.ts';
import { openStore } from '#server/store/store.ts';
import { limitRoutes } from '../limits/limit-routes.ts';

/** The limit line of one process: Fastify, stored JSON and one transaction per turn of the event loop, on SQLite. */
const dataDir = process.env['DATA_DIR'] ?? '';
const store = await openStore({ path: join(dataDir, databaseName) });
const app = Fastify();
limitRoutes(app, store, join(dataDir, 'bare-line.db'));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' });
console.log(`Event Companion is at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
