import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync('public/start.js', 'utf8');
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
  for (const name of ['app', 'bare', 'wish', 'texts', 'languages', 'signIn', 'signedIn']) delete page.dataset[name];
  delete window.lastTap;
});

/** Runs the script in a stored page whose own script cannot be loaded, because it does not exist here. */
function start(): void {
  page.dataset['app'] = '/assets/app-gone.js';
  const listen = (type: string, listener: EventListener): void => addEventListener(type, listener, { capture: true, signal: ends.signal });
  const given = { location: { hash: '#/chat', reload }, caches: { delete: forget }, addEventListener: listen };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script as the page runs it
  new Function(...Object.keys(given), source)(...Object.values(given));
}

test('deletes a stored page whose script fails and reloads once, then shows a message and a button', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  start();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect([forget.mock.calls, reload.mock.calls.length]).toEqual([[['start-page']], 1]);
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(page.dataset['bare']).toBe('');

  start();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(document.querySelector('[role=alert] p')?.textContent).toBe('The app could not be loaded. Check your connection, then reload it.');
  document.querySelector<HTMLElement>('[role=alert] button')?.click();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('removes the class if a channel throws, as in Firefox without site data', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('BroadcastChannel', function forbidden(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  start();
  expect('BroadcastChannel' in window).toBe(false);
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
});

test('stores the link under a tap, and forgets it on scroll or a tap elsewhere', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
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
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
});

test.each([
  ['and the sign-in screen ahead on a first visit', 'signed-in=', null, ['/assets/login.js']],
  ['ahead if somebody is signed in', 'signed-in=1', null, []],
  ['ahead if a worker has the code of the sign-in screen', 'signed-in=', {}, []],
])('requests the texts %s', (_case, cookie, controller, ahead) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const request = vi.fn<(path: string) => Promise<never>>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', request);
  vi.stubGlobal('navigator', { languages: ['en-GB'], serviceWorker: { controller } });
  document.cookie = cookie;
  page.dataset['texts'] = '1';
  page.dataset['languages'] = 'en de';
  page.dataset['signIn'] = '/assets/login.js';
  start();
  expect(page.lang).toBe('en');
  const links = [...document.querySelectorAll('link[rel=modulepreload]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(ahead);
  expect(request.mock.calls).toEqual([['/locales/en/common.json?v=1']]);
  for (const link of links) link.remove();
  document.cookie = 'signed-in=; max-age=0';
});
