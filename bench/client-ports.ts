import type { Ports } from '#sync/device/ports.ts';
import { runtimePorts } from '#sync/device/early-ports.ts';
import { byServerClock } from '#sync/device/server-clock.ts';
import { withWebLock } from '#sync/device/web-lock.ts';

type Fetch = Ports['fetch'];

/**
 * Returns real ports for the server at `baseUrl`, in a page of the same origin or in Node. Ports that need a service worker or a person do
 * nothing.
 */
export function clientPorts(baseUrl: string): Ports {
  const values = new Map<string, unknown>();
  const send: Fetch = typeof document === 'undefined' ? fetchWithCookies(baseUrl) : (path, init) => fetch(new URL(path, baseUrl), init);
  const own: Ports = {
    ...runtimePorts,
    idle: async () => {},
    fetch: send,
    upload: send,
    shrink: async () => null,
    forgetPictures: async () => {},
    forgetNotifications: async () => {},
    forgetTraces: async () => {},
    startPage: { keep: async () => {}, forget: async () => {} },
    sessionMark: { get: () => null, set: () => {} },
    withLock: async (name, work, patience) => (navigator.locks ? withWebLock(name, work, patience) : work()),
    store: {
      get: async <T>(key: string) => values.get(key) as T | undefined,
      set: async (key, value) => void values.set(key, value),
      del: async (...keys) => keys.forEach((key) => values.delete(key)),
      keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    },
    askForWakeUp: () => {},
    askToPersist: () => {},
    announceSession: () => {},
    onSessionAnnounced: () => () => {},
  };
  // Notes sent commands by the server's time, as a session does.
  return byServerClock(own).ports;
}

/** Adds cookies and the origin to Node's `fetch`, as a browser does. */
function fetchWithCookies(baseUrl: string): Fetch {
  const cookies = new Map<string, string>();
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('origin', new URL(baseUrl).origin);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(path, baseUrl), { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return response;
  };
}
