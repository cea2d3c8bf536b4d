import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadAhead } from './preload.ts';

/** The callbacks that the browser will run when it is idle. */
let waiting: (() => void)[] = [];
const idleMoment = async (): Promise<void> => {
  for (const run of waiting.splice(0)) run();
  await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, removeEventListener: () => undefined } });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run));
});
afterEach(() => vi.unstubAllGlobals());

test('loads one part in each idle moment, and continues after a failed load', async () => {
  const loaded: string[] = [];
  const load = (name: string) => async (): Promise<void> => void loaded.push(name);
  preloadAhead([load('chat'), () => Promise.reject(new TypeError('Failed to fetch')), load('photos')]);
  await idleMoment();
  expect(loaded).toEqual([]);
  await idleMoment();
  expect(loaded).toEqual(['chat']);
  await idleMoment();
  expect(loaded).toEqual(['chat']);
  await idleMoment();
  expect(loaded).toEqual(['chat', 'photos']);
});

test('begins no load after it is cancelled', async () => {
  const load = vi.fn(async () => undefined);
  const cancel = preloadAhead([load, load]);
  await idleMoment();
  await idleMoment();
  cancel();
  await idleMoment();
  expect(load).toHaveBeenCalledTimes(1);
});
