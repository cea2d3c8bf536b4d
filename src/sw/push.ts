/** Declarative Web Push (W3C Push API): what the server sends, and what a browser that knows it shows without us. */
interface DeclarativeMessage {
  readonly web_push?: number;
  readonly notification?: { title?: unknown; body?: unknown; navigate?: unknown; lang?: unknown; tag?: unknown };
}

export interface Notice {
  readonly title: string;
  readonly options: NotificationOptions & { data: { url: string } };
}

const fallbackTitle = 'Event Companion';

/** The notification for a push message's text; every push shows one, also one that cannot be read. `origin` is ours: a click leads nowhere else. */
export function noticeOf(text: string | undefined, origin: string): Notice {
  const { title, body, navigate, lang, tag } = parse(text).notification ?? {};
  return {
    title: stringOr(title, fallbackTitle),
    options: {
      body: stringOr(body, ''),
      lang: stringOr(lang, ''),
      tag: stringOr(tag, ''),
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url: ownUrl(navigate, origin) },
    },
  };
}

interface Device {
  readonly signedIn: () => Promise<number | null>;
  readonly show: (notice: Notice) => Promise<void>;
  readonly unsubscribe: () => Promise<void>;
}

/** Shows a push message to the person who is signed in. Browsers demand a notification: without a person it has no content, and is the last one. */
export async function onPush(
  { text, origin }: { readonly text: string | undefined; readonly origin: string },
  { signedIn, show, unsubscribe }: Device,
): Promise<void> {
  const person = await signedIn().catch(() => undefined);
  await show(noticeOf(typeof person === 'number' ? text : undefined, origin));
  if (person === null) await unsubscribe();
}

/** As much of the worker's `Clients` as is used here. */
interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AppWindow[]>;
  openWindow(url: string): Promise<unknown>;
}

interface AppWindow {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** Focuses a window of the app and shows the place there, or opens one. */
export async function openFrom(data: unknown, clients: Windows): Promise<void> {
  const { url } = data as { url: string };
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Others of this origin show a picture, a file or the API's description.
  const ours = windows.filter((window) => new URL(window.url).pathname === '/');
  const [open] = ours.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!open) {
    await clients.openWindow(url);
    return;
  }
  // Only the hash changes, so nothing is loaded anew; a window that is not ours to move is left where it is.
  await open.navigate(url).catch(() => null);
  await open.focus().catch(() => null);
}

function parse(text: string | undefined): DeclarativeMessage {
  try {
    const message: unknown = JSON.parse(text ?? '');
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}

function ownUrl(navigate: unknown, origin: string): string {
  const home = `${origin}/`;
  if (typeof navigate !== 'string') return home;
  try {
    const url = new URL(navigate, home);
    return url.origin === origin ? url.href : home;
  } catch {
    return home;
  }
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
