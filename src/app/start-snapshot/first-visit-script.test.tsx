import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

const source = readFileSync('public/first-visit.js', 'utf8');
const page = document.documentElement;
const showFailure = vi.fn<() => void>();
const ends: AbortController[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end.abort();
  document.body.innerHTML = '';
  showFailure.mockClear();
});

/** Runs the script in the page of a device; returns the sign-in screen that it shows. */
function visit({ address = 'https://camp.example/', isFirstVisit = true, lang = 'de' } = {}) {
  page.lang = lang;
  document.body.innerHTML = `<div id="root"></div>
    <template lang="en"><h1>Sign in</h1></template>
    <template lang="de"><h1>Anmelden</h1><input /><button>👁<i></i></button><button>Anmelden</button></template>`;
  const end = new AbortController();
  ends.push(end);
  const listen = (type: string, listener: EventListener): void => addEventListener(type, listener, { signal: end.signal });
  const given = { page, isFirstVisit, location: new URL(address), addEventListener: listen, showFailure };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script as the page runs it
  new Function(...Object.keys(given), source)(...Object.values(given));
  return document.querySelector<HTMLElement>('#last-screen');
}

test('shows the sign-in screen before the app', () => {
  const screen = visit();
  expect(screen?.querySelector('h1')?.textContent).toBe('Anmelden');
  expect(screen?.nextElementSibling?.id).toBe('root');
});

test.each([
  ['on a device that has the app or a session', { isFirstVisit: false }],
  ['at the address of another screen', { address: 'https://camp.example/#/privacy' }],
  ['at the path of another screen', { address: 'https://camp.example/privacy' }],
  ['at an address with a token', { address: 'https://camp.example/?token=1' }],
  ['in a language without texts', { lang: 'fr' }],
])('shows nothing %s', (_case, device) => {
  expect(visit(device)).toBeNull();
});

test('notes the button that was tapped last', () => {
  const screen = visit()!;
  screen.querySelector('i')!.click();
  screen.querySelectorAll('button')[1]!.click();
  screen.querySelector('h1')!.click();
  expect(screen.dataset['tapped']).toBe('1');
  expect([...screen.querySelectorAll('[data-tapped]')].map(({ textContent }) => textContent)).toEqual(['Anmelden']);
});

test('shows a message instead of a form if the browser cannot run the app', () => {
  visit();
  dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://reader/page.js' }));
  expect(showFailure).not.toHaveBeenCalled();
  dispatchEvent(new ErrorEvent('error', { filename: 'https://camp.example/assets/app-1.js' }));
  expect(showFailure).toHaveBeenCalledTimes(1);
});
