import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scriptUrl } from '#lib/script-url.ts';

const source = readFileSync('src/app/start-snapshot/start.js', 'utf8');
const page = document.documentElement;
const reload = vi.fn<() => void>();
const forget = vi.fn<(name: string) => Promise<boolean>>(async () => true);
/** Removes the listeners of the script. */
let ends: AbortController;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  localStorage.setItem('language', 'en');
  sessionStorage.clear();
  reload.mockClear();
  forget.mockClear();
  ends = new AbortController();
  document.body.innerHTML = '<div id="last-screen"><a href="#/chat">Chat</a><a href="#/photos">Photos</a></div><div id="root"></div>';
});
afterEach(() => {
  ends.abort();
  document.body.innerHTML = '';
  for (const element of document.querySelectorAll('link, script')) element.remove();
  for (const name of ['app', 'parts', 'bare', 'wish', 'texts', 'languages', 'signIn', 'signedIn']) delete page.dataset[name];
  delete window.lastTap;
  globalThis.trustedScript = undefined;
});

const parts = ['/assets/libraries-1.js', '/assets/app-1.js'];

/** Runs the script in a page without the app, because jsdom loads no scripts; `wish` is of a stored page. */
function start({ address = '/#/chat', wish = 'en false' }: { address?: string; wish?: string | null } = {}): void {
  Object.assign(page.dataset, { app: parts[1], parts: parts.join(' '), signIn: '/assets/login.js', languages: 'en de', texts: '1' });
  if (wish !== null) page.dataset['wish'] = wish;
  const listen = (type: string, listener: EventListener): void => addEventListener(type, listener, { capture: true, signal: ends.signal });
  const given = {
    location: Object.assign(new URL(address, 'https://camp.example'), { reload }),
    caches: { delete: forget },
    addEventListener: listen,
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script as the page runs it
  new Function(...Object.keys(given), source)(...Object.values(given));
}

const scripts = (): HTMLScriptElement[] => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];

/** Answers for the browser that each script of the app was loaded, or failed. */
function finish(type: 'load' | 'error'): void {
  for (const script of scripts()) script.dispatchEvent(new Event(type));
}

test('runs the scripts of the app one after another', () => {
  start();
  expect(scripts().map((script) => [script.getAttribute('src'), script.async])).toEqual(parts.map((part) => [part, false]));
});

test('shows a message if a script of the app was loaded and throws', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  start({ wish: null });
  globalThis.appParts?.push({});
  finish('load');
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect(document.querySelector('[role=alert]')).not.toBeNull();
});

test('shows no message if each script of the app was loaded and run', async () => {
  sessionStorage.setItem('loaded-anew', 'yes');
  start();
  globalThis.appParts?.push({}, {});
  finish('load');
  await vi.waitFor(() => expect(sessionStorage.getItem('loaded-anew')).toBeNull());
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('trusts no foreign script in a page that enforces Trusted Types', () => {
  const createPolicy = vi.fn<(name: string, rules: { createScriptURL(url: string): string }) => object>((_name, rules) => rules);
  vi.stubGlobal('trustedTypes', { createPolicy });
  start();
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['event-companion']);
  expect(scriptUrl('/service-worker.js')).toBe('/service-worker.js');
  expect(() => scriptUrl('/other.js')).toThrow('no script of ours: /other.js');
  expect(() => scriptUrl('https://other.example/assets/app-1.js')).toThrow(TypeError);
});

test('deletes a stored page whose script fails and reloads once, then shows a message and a button', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  start();
  finish('error');
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect([forget.mock.calls, reload.mock.calls.length]).toEqual([[['start-page']], 1]);
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(page.dataset['bare']).toBe('');

  start();
  finish('error');
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(document.querySelector('[role=alert] p')?.textContent).toBe('The app could not be loaded. Check your connection, then reload it.');
  document.querySelector<HTMLElement>('[role=alert] button')?.click();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('requests the app of a stored page at once, and runs it when the snapshot is painted', async () => {
  start({ address: '/' });
  expect([ahead(), scripts()]).toEqual([parts, []]);
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  await vi.waitFor(() => expect(scripts()).toHaveLength(2));
});

test('shows a message in place of the app’s own page at once if its script fails', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  start({ wish: null });
  finish('error');
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect(document.querySelector('[role=alert]')).not.toBeNull();
  expect(page.dataset['bare']).toBe('');
  expect([forget.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0]);
});

test('removes the class if a channel throws, as in Firefox without site data', async () => {
  vi.stubGlobal('BroadcastChannel', function forbidden(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  start();
  expect('BroadcastChannel' in window).toBe(false);
});

test('stores the link under a tap, and forgets it on scroll or a tap elsewhere', async () => {
  [...document.querySelectorAll('#last-screen a')].forEach((link, index) =>
    vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 40 * index, 100, 40)),
  );
  start();
  const tap = (clientY: number): void => void document.body.dispatchEvent(new MouseEvent('click', { clientX: 50, clientY, bubbles: true }));
  tap(60);
  expect(window.lastTap).toEqual({ href: '#/photos', at: expect.any(Number) });
  dispatchEvent(new Event('scroll'));
  expect(window.lastTap).toBeUndefined();
  tap(20);
  expect(window.lastTap).toMatchObject({ href: '#/chat' });
  tap(600);
  expect(window.lastTap).toBeUndefined();
});

/** Returns the code that is requested ahead. */
const ahead = (): (string | null)[] => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

/** Runs the script in a page that is not stored; returns the requests for texts. */
function startWithTexts({
  cookie = '',
  controller = null,
  address = '/',
}: {
  cookie?: string;
  controller?: object | null;
  address?: string;
}): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  vi.stubGlobal('navigator', { languages: ['en-GB'], serviceWorker: { controller } });
  document.cookie = `signed-in=${cookie}`;
  start({ address, wish: null });
  document.cookie = 'signed-in=; max-age=0';
  return requests;
}

test.each([
  ['on a first visit', {}],
  ['if somebody is signed in', { cookie: '1' }],
])('requests the texts at once %s', async (_case, device) => {
  expect(startWithTexts(device)).toEqual(['/locales/en/common.json?v=1']);
  expect(page.lang).toBe('en');
});

test('begins the app of a first visit when the sign-in screen is painted', async () => {
  startWithTexts({});
  await new Promise(requestAnimationFrame);
  expect(ahead()).toEqual([]);
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  await vi.waitFor(() => expect(ahead()).toEqual(['/assets/login.js']));
});

test.each([
  ['with the code of the sign-in screen at the address of an invitation', { address: '/#code=AB-12' }, ['/assets/login.js']],
  ['with that code at the path of another screen', { address: '/privacy' }, ['/assets/login.js']],
  ['with that code at an address with a token', { address: '/?token=1' }, ['/assets/login.js']],
  ['alone if somebody is signed in', { cookie: '1' }, []],
  ['alone if a worker has the code of the sign-in screen', { controller: {} }, []],
])('begins the app at once, %s', async (_case, device, code) => {
  startWithTexts(device);
  expect(ahead()).toEqual(code);
});
