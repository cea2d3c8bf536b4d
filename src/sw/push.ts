/** A message of Declarative Web Push (W3C Push API), which browsers that support it show without the worker. */
interface DeclarativeMessage {
  readonly web_push?: number;
  readonly notification?: { title?: unknown; body?: unknown; navigate?: unknown; lang?: unknown; tag?: unknown };
}

export interface Notice {
  readonly title: string;
  readonly options: NotificationOptions & { data: { url: string } };
}

const fallbackTitle = 'Event Companion';

/** Returns the notification for a push message; an unreadable message has one, too. Addresses outside `origin` are replaced. */
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
  /** Marks the icon of the app. */
  readonly mark: () => Promise<void>;
}

/**
 * Shows a push message to the signed-in user. Browsers require a notification: without a user it has no content, and the subscription ends.
 */
export async function onPush(
  { text, origin }: { readonly text: string | undefined; readonly origin: string },
  { signedIn, show, unsubscribe, mark }: Device,
): Promise<void> {
  const person = await signedIn().catch(() => undefined);
  await show(noticeOf(typeof person === 'number' ? text : undefined, origin));
  if (person === null) await unsubscribe();
  else await mark();
}

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

/** Focuses a window of the app and navigates it, or opens one. */
export async function openFrom(data: unknown, clients: Windows): Promise<void> {
  const { url } = data as { url: string };
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Other windows of this origin show a picture, a file or the API's description.
  const ours = windows.filter((window) => new URL(window.url).pathname === '/');
  const [open] = ours.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!open) {
    await clients.openWindow(url);
    return;
  }
  // Only the hash changes, so nothing is loaded again. A window that cannot be navigated stays as it is.
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
