import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { close, open } from './view-transition.ts';

/** The named parts of the page, before and after the change. */
const named: string[][] = [];
const nameIt = (): void =>
  void named.push([...document.querySelectorAll<HTMLElement>('[style*="view-transition-name: opened"]')].map(({ id }) => id));
let done: Promise<void>;
/** The end of the animation. */
let finished: Promise<void> | undefined;

beforeEach(() => {
  named.length = 0;
  finished = undefined;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  // jsdom has no view transitions.
  Object.assign(document, {
    startViewTransition: (change: () => Promise<void>) => {
      nameIt();
      done = change().then(nameIt);
      return { ready: done, finished: finished ?? done };
    },
  });
  document.body.innerHTML = '<main><a href="#/pictures/photo/1"><b id="row" data-opens></b></a><a href="#/chat">Chat</a></main>';
});
afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition');
  document.body.innerHTML = '';
  vi.useRealTimers();
});

const addDetail = (): void => document.body.insertAdjacentHTML('beforeend', '<p data-opened></p>');

test('names the row of a link only before the change, and waits for its detail', async () => {
  open('/pictures/photo/1', () => setTimeout(addDetail, 5));
  await done;
  expect([named, document.querySelector('[data-opened]') === null]).toEqual([[['row'], []], false]);
});

test('waits only a moment for a detail that does not come', async () => {
  vi.useFakeTimers();
  open('/pictures/photo/1', () => undefined);
  await vi.advanceTimersByTimeAsync(60);
  await done;
  expect(named).toEqual([['row'], []]);
});

test('changes the page without a transition if the person prefers reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const go = vi.fn<() => void>();
  open('/pictures/photo/1', go);
  close('/pictures/photo/1', go);
  expect([go.mock.calls.length, named]).toEqual([2, []]);
});

test('names no row for a link without one', async () => {
  open('/chat', () => undefined);
  await done;
  expect(named).toEqual([[], []]);
});

test('returns a detail to its row when it has disappeared, and leaves no name behind', async () => {
  addDetail();
  close('/pictures/photo/1', () => setTimeout(() => document.querySelector('[data-opened]')!.remove(), 5));
  await done;
  expect(named).toEqual([[], ['row']]);
  await vi.waitFor(() => expect(document.getElementById('row')!.getAttribute('style')).toBeFalsy());
});

test('names no row while another part is still opened', async () => {
  vi.useFakeTimers();
  addDetail();
  close('/pictures/photo/1', () => undefined);
  await vi.advanceTimersByTimeAsync(60);
  await done;
  expect(named).toEqual([[], []]);
});

test('names only the row of the last change', async () => {
  document.body.insertAdjacentHTML('beforeend', '<main><a href="#/pictures/photo/2"><b id="other" data-opens></b></a></main>');
  finished = new Promise(() => undefined);
  close('/pictures/photo/1', () => undefined);
  await done;
  open('/pictures/photo/2', addDetail);
  await done;
  expect(named).toEqual([[], ['row'], ['other'], []]);
});
