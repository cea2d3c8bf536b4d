import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { times } from '#contract/times.ts';
import { createApp } from './app.ts';
import { loadConfig, StartError, type Config } from './config.ts';
import { mailsPath } from './http/routes/account/mails.ts';
import { claimPictureBound } from './images/storage/picture-bound.ts';
import { claimPicturePlace } from './images/storage/picture-place.ts';
import { startPurging } from './jobs/purge.ts';
import { createCalendarJob } from './jobs/refresh-calendars.ts';
import { startWatchingHistory } from './jobs/watch-history.ts';
import { fileLogger } from './lib/log.ts';
import { openConfiguredStore } from './ops/configured-store.ts';
import { warnOfUnreachableAccounts } from './ops/accounts/unreachable-accounts.ts';
import { claimDataDir, type DataDirLock } from './ops/data-dir-lock.ts';
import { claimKeys, loadKeys } from './ops/keys.ts';
import { limitHeap } from './lib/limit-heap.ts';
import { wrapOldSecrets } from './services/auth/second-factor/wrapped-secret.ts';
import { hasAccounts } from './store/accounts/accounts.ts';
import { type Store, storeFailureOf } from './store/store.ts';

/** How long (ms) a start waits for PostgreSQL, which may start together with its servers. */
const patience = times.minute;

/** The minimum time (ms) for running requests after new ones are refused. */
const lastRequests = 3_000;

/** Additional time (ms) after which a stop is cut short; all acknowledged writes are on disk by then. */
const stopWithin = 5_000;

/** How long (ms) the whole process may block on another process that writes. */
const lockWait = 50;

/** Referenced for the lifetime of the process, because a collected lock is released. */
let onlyServer: DataDirLock | null = null;

/** Fills an empty database in demo mode and returns the lines to print. */
async function prepareDemo(config: Config, store: Store): Promise<string[]> {
  if (!config.demo) return [];
  const { demoLogins, seedDemo } = await import('./demo/seed.ts');
  while (!(await hasAccounts(store.reading))) await seedDemo({ store, config, clock: store.clock }).catch(unlessAnotherDoes);
  return ['', ...demoLogins.map(({ email, password, note }) => `  ${email.padEnd(20)} ${password.padEnd(14)} ${note}`), ''];
}

function unlessAnotherDoes(error: unknown): void {
  if (storeFailureOf(error) !== 'busy') throw error;
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

/** Returns a function that stops the process once: `/readyz` answers 503, so that a proxy leaves; then running requests end. */
function stopperOf(app: FastifyInstance, { drainSeconds }: Config, store: Store, stopJobs: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    if (app.shutdown.hasBegun) return;
    const drain = drainSeconds * times.second;
    const rest = Math.max(lastRequests, drain);
    setTimeout(() => process.exit(1), drain + rest + stopWithin).unref();
    app.shutdown.begin();
    await pause(drain);
    const ended = app.shutdown.finish(rest);
    app.deps.hub.close();
    await ended;
    await app.close();
    await stopJobs();
    await store.close();
    onlyServer?.release();
    process.exit(0);
  };
}

async function start(): Promise<void> {
  const config = loadConfig();
  if (!config.database) onlyServer = claimDataDir(config.dataDir);
  const store = await openConfiguredStore(config, { lockWait, patience, onWait: console.error });
  await claimPicturePlace(store, config);
  await claimPictureBound(store, config);
  const keys = await loadKeys(config, store);
  await claimKeys(keys, store);
  const app = await createApp({ config, store, clock: store.clock, keys, logger: fileLogger(config) });
  await warnOfUnreachableAccounts(store, app.log);
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
  const stopWatching = startWatchingHistory({
    store,
    log: app.log,
    onOther: () => app.deps.hub.endAll(),
    onNewer: () => void stop(),
  });
  const refreshing = createCalendarJob({ config, store, clock: store.clock, log: app.log });
  refreshing.start();
  const stopLooking = app.deps.overload.start();
  const stop = stopperOf(app, config, store, () => {
    stopLooking();
    return Promise.all([stopPurging(), stopWatching(), refreshing.stop()]);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  const demo = await prepareDemo(config, store);
  await wrapOldSecrets(store, keys.secret);
  const address = await listen(app, config);
  const mails = app.deps.mail.mailbox ? [`Its mails are at ${app.deps.mail.origin()}${mailsPath}`] : [];
  console.log([`Event Companion is at ${config.publicUrl?.origin ?? address}`, ...mails, ...demo].join('\n'));
}

limitHeap();
start().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
