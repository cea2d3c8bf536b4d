import { readMark, sessionMark } from '#contract/session-mark.ts';
import { idle } from '#lib/idle.ts';
import { platform } from '#lib/platform.ts';
import { forgetNotifications, forgetTraces } from './traces.ts';
import { earlyPorts, runtimePorts } from './early-ports.ts';
import { persistStorage } from './kept-storage.ts';
import type { EarlyPorts, Ports } from './ports.ts';
import { keptStartPage } from './start-page.ts';
import { withWebLock } from './web-lock.ts';

/** The tag that workbox-background-sync uses for its queue of this name. */
export const wakeUpQueue = 'outbox';
export const wakeUpTag = `workbox-background-sync:${wakeUpQueue}`;

const fetchPlainly: Ports['fetch'] = (path, init) => fetch(path, init);

const cannotShrink: Ports['shrink'] = () => Promise.resolve(null);

interface Given extends Partial<Pick<Ports, 'upload' | 'shrink'>> {
  /** The language for answers and mails of the server; the browser's if omitted. */
  readonly language?: () => string;
  readonly early?: EarlyPorts;
}

/** Returns the ports of a tab or worker. A worker has no XMLHttpRequest for `upload` and no canvas for `shrink`. */
export function browserPorts({ upload = fetchPlainly, shrink = cannotShrink, language, early = earlyPorts() }: Given = {}): Ports {
  const channel = openChannel();
  return {
    ...runtimePorts,
    ...early,
    idle: () => idle(50),
    fetch: language ? fetchInLanguage(language) : fetchPlainly,
    upload,
    shrink,
    forgetNotifications,
    forgetTraces,
    startPage: keptStartPage,
    sessionMark: heldMark,
    withLock: withWebLock,
    askForWakeUp: () => void registerWakeUp(),
    askToPersist: askOnceToPersist,
    announceSession: () => channel?.postMessage(null),
    onSessionAnnounced: (listener) => {
      channel?.addEventListener('message', listener);
      return () => channel?.removeEventListener('message', listener);
    },
  };
}

/** Returns null if all site data is blocked, which throws in Firefox; the app still has to report it. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('event-companion-session');
  } catch {
    return null;
  }
}

const fetchInLanguage =
  (language: () => string): Ports['fetch'] =>
  (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('accept-language', language());
    return fetch(path, { ...init, headers });
  };

let hasAsked = false;

/** One answer is enough while the app is open. A browser that would ask the person is asked only by a button under "Not sent". */
function askOnceToPersist(): void {
  if (hasAsked || platform().persist === 'asks-person') return;
  hasAsked = true;
  void persistStorage();
}

/** Missing in some type libraries. */
interface Syncable {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Background Sync (WICG) may be missing or denied; then the app's own triggers are enough. */
async function registerWakeUp(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as Syncable | undefined;
    await registration?.sync?.register(wakeUpTag);
  } catch {
    // Permission was denied.
  }
}

const year = 31_536_000;

const page = (globalThis as { readonly document?: { cookie: string } }).document;

const heldMark: Ports['sessionMark'] = {
  get: () => readMark(/(?:^|; )signed-in=(\d)/.exec(page?.cookie ?? '')?.[1]),
  set: (mark) => {
    if (!page) return;
    const [value, maxAge] = mark === null ? ['', 0] : [sessionMark.values[mark], year];
    page.cookie = `${sessionMark.name}=${value}; path=/; samesite=strict; max-age=${maxAge}`;
  },
};
