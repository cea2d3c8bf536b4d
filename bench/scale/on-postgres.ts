import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { systemClock } from '../../server/context.ts';
import { fileLogger } from '../../server/log.ts';
import { keepHeapSmall } from '../../server/small-heap.ts';
import { openStore } from '../../server/store/store.ts';
keepHeapSmall();
const config = loadConfig();
const store = await openStore({ url: process.env['DATABASE_URL']!, connections: 10 });
const app = await createApp({ config, store, clock: systemClock, logger: fileLogger(config) });
app.deps.push.delivery.start();
process.once('SIGTERM', () => {
  void Promise.all([app.deps.push.delivery.stop(), app.close()])
    .then(() => store.close())
    .then(() => process.exit(0));
});
console.log(`Event Companion is at ${await app.listen({ host: config.host, port: config.port, listenTextResolver: (a) => a })}`);
