import { beforeEach, describe, expect, test, vi } from 'vitest';
import { observed } from '#lib/observable.ts';
import { drainLockPrefix, skipWaitingMessage } from '#sync/device/worker-messages.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { initialStatus } from '#sync/engine/status.ts';
import type { SessionState } from '#sync/session/session-state.ts';

class PlayedWorker extends EventTarget {
  state: ServiceWorkerState;
  readonly postMessage = vi.fn<(message: unknown) => void>();

  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }

  becomes(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class PlayedRegistration extends EventTarget {
  waiting: PlayedWorker | null = null;
  installing: PlayedWorker | null = null;
  readonly update = vi.fn<() => Promise<void>>(async () => {});

  /** Finds a new version, and returns its worker, which is not installed yet. */
  finds(): PlayedWorker {
    this.installing = new PlayedWorker('installing');
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

class PlayedContainer extends EventTarget {
  controller: PlayedWorker | null = new PlayedWorker('activated');
  readonly registration = new PlayedRegistration();
  readonly register = vi.fn<(url: string) => Promise<PlayedRegistration>>(async () => this.registration);
  readonly getRegistration = async () => this.registration;

  takenOver(): void {
    this.controller = new PlayedWorker('activated');
    this.dispatchEvent(new Event('controllerchange'));
  }
}

const { locks } = navigator;
const reload = vi.fn<() => void>();
let container: PlayedContainer;
let worker: typeof import('./worker.ts');
const status = observed({ ...initialStatus, upToDateAt: 1 });
const signedIn = observed<SessionState>({ status: 'signed-in', userId: 1, client: { status } as unknown as SyncClient });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] });
  reload.mockClear();
  container = new PlayedContainer();
  vi.stubGlobal('navigator', { serviceWorker: container, locks });
  vi.stubGlobal('location', { reload });
  // The waiting version and the consent belong to one page.
  vi.resetModules();
  worker = await import('./worker.ts');
  return () => vi.useRealTimers();
});

const offered = () => worker.updateReady.get();

async function offering(): Promise<PlayedWorker> {
  const waiting = new PlayedWorker('installed');
  container.registration.waiting = waiting;
  await worker.registerWorker(signedIn);
  return waiting;
}

describe('the first worker', () => {
  const signedOut = () => observed<SessionState>({ status: 'signed-out', unsentOf: [] });

  beforeEach(() => (container.controller = null));

  test('is registered once the device has the rows of a person', async () => {
    const loading = observed(initialStatus);
    const state = signedOut();
    const registered = worker.registerWorker(state);
    state.set({ status: 'signed-in', userId: 1, client: { status: loading } as unknown as SyncClient });
    await Promise.resolve();
    expect(container.register).not.toHaveBeenCalled();
    loading.set({ ...initialStatus, upToDateAt: 1 });
    await registered;
    expect(container.register).toHaveBeenCalledOnce();
  });

  test('is registered after five seconds if nobody signs in', async () => {
    const registered = worker.registerWorker(signedOut());
    await vi.advanceTimersByTimeAsync(4_999);
    expect(container.register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await registered;
    expect(container.register).toHaveBeenCalledOnce();
  });

  test('has been there before: a later start registers at once', async () => {
    container.controller = new PlayedWorker('activated');
    await worker.registerWorker(signedOut());
    expect(container.register).toHaveBeenCalledOnce();
  });
});

describe('a new version is offered if it', () => {
  test('waits when the page is opened', async () => {
    await offering();
    expect(offered()).toBe(true);
  });

  test('is found while the page is open, once it is installed', async () => {
    await worker.registerWorker(signedIn);
    const found = container.registration.finds();
    expect(offered()).toBe(false);
    found.becomes('installed');
    expect(offered()).toBe(true);
  });

  test('was activated by another tab, without a reload of this one', async () => {
    await worker.registerWorker(signedIn);
    container.takenOver();
    expect([offered(), reload.mock.calls]).toEqual([true, []]);
  });
});

describe('a page older than the first worker', () => {
  test('is offered the version that another tab has activated since', async () => {
    container.controller = null;
    await worker.registerWorker(signedIn);
    container.takenOver();
    expect(offered()).toBe(false);
    container.takenOver();
    expect(offered()).toBe(true);
  });
});

describe('nothing is offered', () => {
  test('if no version waits', async () => {
    await worker.registerWorker(signedIn);
    expect(offered()).toBe(false);
  });

  test('by the very first worker, which takes over a page without one', async () => {
    container.controller = null;
    await worker.registerWorker(signedIn);
    container.registration.finds().becomes('installed');
    container.takenOver();
    expect([offered(), reload.mock.calls]).toEqual([false, []]);
  });

  test('by the very first worker if it takes over before its installation is noted', async () => {
    container.controller = null;
    await worker.registerWorker(signedIn);
    const first = container.registration.finds();
    container.takenOver();
    first.becomes('installed');
    expect(offered()).toBe(false);
  });

  test('by a waiting worker while none controls this page', async () => {
    container.controller = null;
    await offering();
    expect(offered()).toBe(false);
  });

  test('if the browser has no workers', async () => {
    vi.stubGlobal('navigator', { locks });
    await worker.registerWorker(signedIn);
    await worker.lookForUpdate();
    expect(offered()).toBe(false);
  });

  test('if the registration fails, which is only logged', async () => {
    const told = vi.spyOn(console, 'info').mockImplementation(() => {});
    const error = new TypeError('no network');
    container.register.mockRejectedValue(error);
    await worker.registerWorker(signedIn);
    expect([offered(), told.mock.lastCall?.at(-1)]).toEqual([false, error]);
  });
});

test('the first worker is registered again half a minute after its installation or registration failed', async () => {
  container.controller = null;
  await worker.registerWorker(signedIn);
  for (const times of [2, 3]) {
    container.registration.finds().becomes('redundant');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(container.register).toHaveBeenCalledTimes(times);
  }
  vi.spyOn(console, 'info').mockImplementation(() => {});
  container.register.mockRejectedValueOnce(new TypeError('no network'));
  container.registration.finds().becomes('redundant');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(container.register).toHaveBeenCalledTimes(5);
  const first = container.registration.finds();
  container.takenOver();
  first.becomes('redundant');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(container.register).toHaveBeenCalledTimes(5);
});

describe('the check for a new version', () => {
  test('runs every hour', async () => {
    const { update } = container.registration;
    await worker.registerWorker(signedIn);
    await vi.advanceTimersByTimeAsync(3_599_999);
    expect(update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(update).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(update).toHaveBeenCalledTimes(2);
  });

  test('ignores a failed request', async () => {
    container.registration.update.mockRejectedValue(new TypeError('no network'));
    await expect(worker.lookForUpdate()).resolves.toBeUndefined();
  });
});

describe('after consent the page', () => {
  test('activates the new version and reloads once', async () => {
    const waiting = await offering();
    expect(waiting.postMessage).not.toHaveBeenCalled();
    await worker.takeUpdate();
    expect(waiting.postMessage.mock.calls).toEqual([[skipWaitingMessage]]);
    expect(reload).not.toHaveBeenCalled();
    container.takenOver();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('reloads after five seconds if the old worker stays alive, and again if that reload hangs', async () => {
    await offering();
    await worker.takeUpdate();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['that another tab has activated', 'activated'],
    ['that a newer one replaced', 'redundant'],
  ] as const)('reloads at once for a version %s', async (_name, state) => {
    const waiting = await offering();
    waiting.state = state;
    await worker.takeUpdate();
    expect([waiting.postMessage.mock.calls, reload.mock.calls]).toEqual([[], [[]]]);
  });
});

describe('during a drain the new version', () => {
  /** Holds the lock of a draining tab or worker; returns a function that ends its batch. */
  async function draining(user: number): Promise<() => void> {
    const [granted, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void locks.request(`${drainLockPrefix}${user}`, () => {
      granted.resolve();
      return ended.promise;
    });
    await granted.promise;
    return ended.resolve;
  }

  /** Resolves when the update waits for that drain to end. */
  const awaited = (user: number) =>
    vi.waitUntil(async () => (await locks.query()).pending?.some(({ name }) => name === `${drainLockPrefix}${user}`));

  test('waits for the batch to end', async () => {
    const waiting = await offering();
    const end = await draining(1);
    const taken = worker.takeUpdate();
    await awaited(1);
    expect([waiting.postMessage.mock.calls, reload.mock.calls]).toEqual([[], []]);
    end();
    await taken;
    expect(waiting.postMessage).toHaveBeenCalledTimes(1);
  });

  test('takes over anyway when a sleeping tab keeps its lock', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    const waiting = await offering();
    const end = await draining(2);
    const taken = worker.takeUpdate();
    await awaited(2);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    expect(waiting.postMessage).not.toHaveBeenCalled();
    patience.abort();
    await taken;
    expect(waiting.postMessage).toHaveBeenCalledTimes(1);
    end();
  });

  test('does not wait for other locks', async () => {
    const [granted, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void locks.request('event-companion-pull-1', () => {
      granted.resolve();
      return ended.promise;
    });
    await granted.promise;
    const waiting = await offering();
    const request = vi.spyOn(locks, 'request');
    await worker.takeUpdate();
    expect([request.mock.calls, waiting.postMessage.mock.calls.length]).toEqual([[], 1]);
    ended.resolve();
  });
});
