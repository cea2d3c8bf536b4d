import { type Observable, observed, valueThat } from '#lib/observable.ts';
import { pause } from '#lib/pause.ts';
import { scriptUrl } from '#lib/script-url.ts';
import { drainLockPrefix, skipWaitingMessage } from '#sync/device/worker-messages.ts';
import type { SessionState } from '#sync/session/session-state.ts';

const updateEvery = 3_600_000;

/** The maximum delay (ms) of an accepted update by a running batch; a sleeping tab keeps its lock. */
const drainPatience = 10_000;
/** A browser may keep the old worker alive for half a minute; a reload need not wait that long (ms). */
const takeoverPatience = 5_000;
/** The longest time (ms) for which a first visit installs nothing. */
const firstPause = 5_000;
/** The time (ms) until the first worker is registered again: one file that the network lost ends its installation. */
const secondTryAfter = 30_000;
/** The time (ms) for which a postponed version is not offered. */
const peace = 3_600_000;

/** True while a new version of the app is offered. */
export const updateReady = observed(false);

let found = false;
let waiting: ServiceWorker | null = null;
let endOfPeace: ReturnType<typeof setTimeout> | undefined;
let hasRequestedReload = false;

const workerUrl = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/service-worker.js';

/** Resolves when somebody is signed in and the device has their rows. */
async function rowsOf(state: Observable<SessionState>): Promise<void> {
  const session = await valueThat(state, ({ status }) => status === 'signed-in');
  if (session.status === 'signed-in') await valueThat(session.client.status, ({ upToDateAt }) => upToDateAt !== null);
}

/**
 * Registers the service worker and watches for new versions. Without one the app needs the network. The first one installs hundreds of
 * files, which would delay the sign-in and the first load, so it waits for the person's rows, or a few seconds.
 */
export async function registerWorker(state: Observable<SessionState>): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return;
  if (container.controller === null) await Promise.race([rowsOf(state), pause(firstPause)]);
  let controlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hasRequestedReload) location.reload();
    // Another tab activated the update: this one offers it, and keeps its content until the person agrees.
    else if (controlled) offer();
    controlled = true;
  });
  const registerLater = (): void => void setTimeout(() => void register(), secondTryAfter);
  const watch = ({ currentTarget }: Event): void => {
    const worker = (currentTarget as ServiceWorkerRegistration).installing;
    // On a busy page the first worker may take control before its installation is noted.
    const isUpdate = controlled;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isUpdate) offer(worker);
      if (worker.state === 'redundant' && !controlled) registerLater();
    });
  };
  const register = async (): Promise<void> => {
    try {
      const registration = await container.register(scriptUrl(workerUrl), { type: import.meta.env.DEV ? 'module' : 'classic' });
      if (registration.waiting && controlled) offer(registration.waiting);
      registration.addEventListener('updatefound', watch);
    } catch (error) {
      console.info('the service worker was not registered', error);
      // A failed request, not a browser that allows no workers.
      if (error instanceof TypeError && !controlled) registerLater();
    }
  };
  await register();
  setInterval(() => void lookForUpdate(), updateEvery);
}

/** Checks for a new version, which is then offered. One that cannot be fetched now is found later. */
export async function lookForUpdate(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    const registration = await container?.getRegistration();
    await registration?.update();
  } catch {
    // No network, or no worker yet.
  }
}

function offer(worker = waiting): void {
  found = true;
  waiting = worker;
  updateReady.set(true);
}

/** Postpones the offer for an hour, or until another version arrives or `offerAgain` is called. */
export function postponeUpdate(): void {
  updateReady.set(false);
  clearTimeout(endOfPeace);
  endOfPeace = setTimeout(offerAgain, peace);
}

export function offerAgain(): void {
  if (found) updateReady.set(true);
}

/** Activates the new version after consent, never during a drain, and reloads the page. Typed texts are kept. */
export async function takeUpdate(): Promise<void> {
  await drainsEnded();
  hasRequestedReload = true;
  if (waiting?.state !== 'installed') return location.reload();
  waiting.postMessage(skipWaitingMessage);
  setTimeout(() => location.reload(), takeoverPatience);
  // Chromium sometimes never finishes that navigation; another reload helps.
  setInterval(() => location.reload(), 4 * takeoverPatience);
}

/** Resolves when no tab or worker of this browser is sending a batch, or after the maximum delay. */
async function drainsEnded(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const drains = held.flatMap(({ name }) => (name?.startsWith(drainLockPrefix) ? [name] : []));
  const signal = AbortSignal.timeout(drainPatience);
  await Promise.allSettled(drains.map((name) => navigator.locks.request(name, { signal }, () => undefined)));
}
