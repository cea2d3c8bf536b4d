import { beforeEach, expect, test, vi } from 'vitest';

type SyncEvent = { tag: string; waitUntil: (work: Promise<unknown>) => void };

let windows: { url: string; visibilityState: 'visible' | 'hidden' }[];
let listeners: ((event: SyncEvent) => void)[];
const look = vi.fn(async () => windows);
const drain = vi.fn<() => Promise<{ left: boolean }>>();

async function start(registration: object): Promise<void> {
  vi.resetModules();
  const scope = {
    registration,
    addEventListener: (_type: string, listener: (event: SyncEvent) => void) => void listeners.push(listener),
  };
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('self', Object.assign(Object.create(globalThis) as object, scope));
  const { onWakeUp } = await import('./wake-up.ts');
  onWakeUp({ registration, clients: { matchAll: look } }, drain);
}

/** Fires a sync event. Returns false if the browser should repeat it. */
async function sync(): Promise<boolean> {
  const work: Promise<unknown>[] = [];
  for (const listener of listeners) listener({ tag: 'workbox-background-sync:outbox', waitUntil: (promise) => work.push(promise) });
  return (await Promise.allSettled(work)).every(({ status }) => status === 'fulfilled');
}

beforeEach(() => {
  windows = [];
  listeners = [];
  look.mockClear();
  drain.mockReset().mockResolvedValue({ left: false });
});

test('a start drains nothing, and each wake-up drains until nothing is left', async () => {
  await start({ sync: {} });
  expect(look).not.toHaveBeenCalled();
  drain.mockResolvedValueOnce({ left: true });
  expect(await sync()).toBe(false);
  expect(await sync()).toBe(true);
  expect(drain).toHaveBeenCalledTimes(2);
});

test('a start without Background Sync drains nothing', async () => {
  await start({});
  expect(look).not.toHaveBeenCalled();
});

test('a wake-up drains unless the app is visible', async () => {
  await start({ sync: {} });
  windows = [{ url: 'https://camp.example/#/chat', visibilityState: 'visible' }];
  expect(await sync()).toBe(false);
  expect(drain).not.toHaveBeenCalled();
  windows = [
    { url: 'https://camp.example/#/chat', visibilityState: 'hidden' },
    { url: 'https://camp.example/healthz', visibilityState: 'visible' },
  ];
  expect(await sync()).toBe(true);
  expect(drain).toHaveBeenCalledTimes(1);
});
