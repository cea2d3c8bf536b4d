import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';

const source = readFileSync('src/app/start-snapshot/first-visit.js', 'utf8');
const page = document.documentElement;

afterEach(() => {
  document.body.innerHTML = '';
});

/** Runs the script in the page of a device; returns the sign-in screen that it shows. */
function visit({ isHome = true, isFirstVisit = true, lang = 'de' } = {}) {
  page.lang = lang;
  document.body.innerHTML = `<div id="root"></div>
    <template lang="en"><h1>Sign in</h1></template>
    <template lang="de"><h1>Anmelden</h1><input /><button>👁<i></i></button><button>Anmelden</button></template>`;
  const make = (tag: string, properties: object): HTMLElement => Object.assign(document.createElement(tag), properties);
  const given = { page, isFirstVisit, isHome, make };
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
  ['at the address of another screen', { isHome: false }],
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
