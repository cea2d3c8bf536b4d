import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { loadConfig, StartError, type Config } from './config.ts';
import { mailsPath } from './http/routes/account/mails.ts';
import { startPurging } from './jobs/purge.ts';
import { refreshingByTurns } from './jobs/refresh-calendars.ts';
import { startWatchingHistory } from './jobs/watch-history.ts';
import { fileLogger } from './log.ts';
import { claimDataDir, type DataDirLock } from './ops/data-dir-lock.ts';
import { databaseName } from './state-files.ts';
import { loadSecret } from './services/auth/secret.ts';
import { keepHeapSmall } from './small-heap.ts';
import { hasAccounts } from './store/people/accounts.ts';
import { openStore, type Store } from './store/store.ts';

/** A stop that takes longer than this (ms) is cut short; everything acknowledged is on disk by then. */
const stopWithin = 8_000;

/** How long (ms) the whole process may stand still for another one that writes. */
const lockWait = 50;

/** Referred to for as long as the process lives; a lock that is collected is a lock that is gone. */
let onlyServer: DataDirLock | null = null;

async function open({ dataDir }: Config): Promise<Store> {
  const path = join(dataDir, databaseName);
  try {
    return await openStore({ path, lockWait });
  } catch (error) {
    throw new StartError(`The database ${path} cannot be opened – ${(error as Error).message}`);
  }
}

/** Fills an empty database in demo mode; gives what to print about it. */
async function prepareDemo(config: Config, store: Store): Promise<string[]> {
  if (!config.demo) return [];
  const { demoLogins, seedDemo } = await import('./demo/seed.ts');
  if (!(await hasAccounts(store.reading))) await seedDemo({ store, config, clock: store.clock });
  return ['', ...demoLogins.map(({ email, password, note }) => `  ${email.padEnd(20)} ${password.padEnd(14)} ${note}`), ''];
}

const listenReasons: Record<string, string> = {
  EADDRINUSE: 'something else listens there; set PORT to another one',
  EACCES: 'this user may not listen there; set PORT to a number above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST',
  ENOTFOUND: 'there is no such name; set HOST',
};

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    const reason = listenReasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new StartError(`Cannot listen on ${host}:${port} – ${reason}`);
  }
}

function stopOnSignal(app: FastifyInstance, store: Store, stopJobs: () => Promise<unknown>): void {
  const stop = async () => {
    setTimeout(() => process.exit(1), stopWithin).unref();
    await app.close();
    await stopJobs();
    await store.close();
    onlyServer?.release();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

async function start(): Promise<void> {
  const config = loadConfig();
  const secret = loadSecret(config.dataDir);
  onlyServer = claimDataDir(config.dataDir);
  const store = await open(config);
  const app = await createApp({ config, store, clock: store.clock, secret, logger: fileLogger(config) });
  app.deps.push.delivery.start();
  app.deps.mail.delivery.start();
  const stopPurging = startPurging({
    dataDir: config.dataDir,
    store,
    clock: store.clock,
    pictures: app.deps.pictures,
    partialUploads: app.deps.partialUploads,
    log: app.log,
  });
  const stopWatching = startWatchingHistory({ store, log: app.log, onOther: () => app.deps.hub.endAll() });
  const refreshing = refreshingByTurns({ config, store, clock: store.clock, log: app.log });
  refreshing.start();
  stopOnSignal(app, store, () => Promise.all([stopPurging(), stopWatching(), refreshing.stop()]));
  const demo = await prepareDemo(config, store);
  const address = await listen(app, config);
  const mails = app.deps.mail.mailbox ? [`Its mails are at ${app.deps.mail.origin()}${mailsPath}`] : [];
  console.log([`Event Companion is at ${config.publicUrl?.origin ?? address}`, ...mails, ...demo].join('\n'));
}

keepHeapSmall();
start().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
