import { observed } from '../../lib/observable.ts';
import { scriptUrl } from '../../sync/device/script-url.ts';
import { drainLockPrefix, skipWaitingMessage } from '../../sync/device/worker-messages.ts';

const updateEvery = 3_600_000;

/** How long (ms) a batch under way may hold up an update that the person asked for; a tab that sleeps keeps its lock. */
const drainPatience = 10_000;
/** A browser may keep the old worker alive for half a minute; a page loaded anew is not worth that wait (ms). */
const takeoverPatience = 5_000;
/** How long (ms) the person is left in peace who wants a new version later. */
const peace = 3_600_000;

/** Whether a new version of the app is offered. */
export const updateReady = observed(false);

let found = false;
let waiting: ServiceWorker | null = null;
let endOfPeace: ReturnType<typeof setTimeout> | undefined;
let asked = false;

const workerUrl = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/service-worker.js';

/** Registers the service worker and notices new versions. Without one the app works as long as there is network. */
export async function registerWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return;
  let controlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    // Another tab took the update: this one says so, and keeps what it shows until the person agrees.
    else if (controlled) offer();
    controlled = true;
  });
  try {
    const registration = await container.register(scriptUrl(workerUrl), { type: import.meta.env.DEV ? 'module' : 'classic' });
    if (registration.waiting && controlled) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      // On a busy page the first worker is in charge before its installation is noted.
      const isUpdate = controlled;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && isUpdate) offer(worker);
      });
    });
    setInterval(() => void lookForUpdate(), updateEvery);
  } catch (error) {
    console.info('the service worker was not registered', error);
  }
}

/** Asks whether there is a new version, which is then offered. One that cannot be fetched now is found later. */
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

/** The person wants it later: it is offered again after an hour, and before that where another one comes or `offerAgain` asks for it. */
export function putOff(): void {
  updateReady.set(false);
  clearTimeout(endOfPeace);
  endOfPeace = setTimeout(offerAgain, peace);
}

/** Offers what was put off, if there is anything. */
export function offerAgain(): void {
  if (found) updateReady.set(true);
}

/** The person agreed: the new version takes over, never in the middle of a drain, and then the page is loaded again. Typed texts are kept. */
export async function takeUpdate(): Promise<void> {
  await drainsEnded();
  asked = true;
  if (waiting?.state !== 'installed') return location.reload();
  waiting.postMessage(skipWaitingMessage);
  setTimeout(() => location.reload(), takeoverPatience);
  // Now and then Chromium leaves that page on its way for good; asked for once more, it comes.
  setInterval(() => location.reload(), 4 * takeoverPatience);
}

/** Resolves when no tab or worker of this browser is in the middle of a batch, or has been for too long. */
async function drainsEnded(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const drains = held.flatMap(({ name }) => (name?.startsWith(drainLockPrefix) ? [name] : []));
  const signal = AbortSignal.timeout(drainPatience);
  await Promise.allSettled(drains.map((name) => navigator.locks.request(name, { signal }, () => undefined)));
}
