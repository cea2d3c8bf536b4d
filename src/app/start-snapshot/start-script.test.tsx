import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync('public/start.js', 'utf8');
const page = document.documentElement;
const reload = vi.fn<() => void>();
const forget = vi.fn<(name: string) => Promise<boolean>>(async () => true);
/** Ends the listeners of the script. */
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
  for (const name of ['app', 'bare', 'wish']) delete page.dataset[name];
  delete window.lastTap;
});

/** Runs the script in a kept page, whose own script cannot be had: there is none where this is evaluated. */
function start(): void {
  page.dataset['app'] = '/assets/app-gone.js';
  const listen = (type: string, listener: EventListener): void => addEventListener(type, listener, { capture: true, signal: ends.signal });
  const given = { location: { hash: '#/chat', reload }, caches: { delete: forget }, addEventListener: listen };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script as the page runs it
  new Function(...Object.keys(given), source)(...Object.values(given));
}

test('deletes a kept page whose script cannot be had and loads once more, then shows a sentence and a button', async () => {
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

test('takes the class away where a channel throws, as in Firefox without site data', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('BroadcastChannel', function forbidden(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  start();
  expect('BroadcastChannel' in window).toBe(false);
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
});

test('notes the link that lay under a tap, and drops it on scroll or with a tap elsewhere', async () => {
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
