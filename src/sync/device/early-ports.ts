import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';
import { v7 } from 'uuid';
import { spendNextAtLimit } from '#db/after-limit.ts';
import { pictureCaches } from './picture-caches.ts';
import type { EarlyPorts, KeyValueStore, Ports } from './ports.ts';

/** Returns the ports that the first screen needs, in a tab or worker. */
export function earlyPorts(): EarlyPorts {
  return {
    ...runtimePorts,
    forgetPictures: async () => {
      // Missing in private windows of some browsers, and on plain http.
      if ('caches' in globalThis) await Promise.all(Object.values(pictureCaches).map((name) => caches.delete(name)));
    },
    store: browserStore(),
  };
}

function browserStore(): KeyValueStore {
  const device = createStore('event-companion', 'device');
  const store: UseStore = (mode, work) =>
    device(mode, (objects) => {
      spendNextAtLimit(objects.transaction);
      return work(objects);
    });
  return {
    // `async`, as blocked site data throws synchronously and must reject.
    get: async (key) => get(key, store),
    set: async (key, value) => set(key, value, store),
    del: async (...names) => delMany(names, store),
    keys: async (prefix) => (await keys<string>(store)).filter((key) => key.startsWith(prefix)),
  };
}

export const runtimePorts: Pick<
  Ports,
  'now' | 'elapsed' | 'setTimer' | 'random' | 'newId' | 'receiveServerTime' | 'hasServerTime' | 'reportFault'
> = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (delay, task) => {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  newId: () => v7(),
  receiveServerTime: () => undefined,
  hasServerTime: () => false,
  reportFault: (fault) => console.warn('sync', fault),
};
