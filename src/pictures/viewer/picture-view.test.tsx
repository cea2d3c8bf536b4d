import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { thumbnailOf } from '#contract/pictures.ts';
import { apiAnswer } from '#tests/fixtures/device.ts';
import { clientOf, givenDevice, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { pressIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { type Observed, observed } from '#lib/observable.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { PictureView } from './picture-view.tsx';

// Pictures never load here by themselves, as on a hanging network.
const name = `/images/photos/${'a'.repeat(22)}-40x30.webp`;
const other = `/images/photos/${'c'.repeat(22)}-60x40.webp`;
const sharpened = `/images/photos/${'b'.repeat(22)}-80x60.webp`;
let db: EventDatabase;
let status: Observed<SyncStatus>;
/** Gives the same picture another name. */
let rename: (next: string) => void;
let viewport: EventTarget & { scale: number };
const [onPrevious, onNext] = [vi.fn(), vi.fn()];
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  status = observed<SyncStatus>(initialStatus);
  const client = clientOf(db);
  vi.spyOn(client, 'status', 'get').mockReturnValue(status);
  viewport = Object.assign(new EventTarget(), { scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  onPrevious.mockClear();
  onNext.mockClear();
  const view = (shown: string) => (
    <SyncProvider client={client}>
      <PictureView id="p1" name={shown} words="The jetty" onPrevious={onPrevious} onNext={onNext} next={{ id: 'p2', name: other }} />
    </SyncProvider>
  );
  const { rerender } = render(view(name));
  rename = (next) => rerender(view(next));
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
  return tearDown(db);
});

const view = () => screen.getByRole('dialog', { name: 'The jetty' });
/** The images of the shown picture, without its neighbours. */
const drawn = () => [...whole().parentElement!.querySelectorAll('img')].map((image) => image.getAttribute('src'));
const whole = () => within(view()).getByRole('img', { name: 'The jetty' });
const note = (part: Partial<SyncStatus>) => act(() => status.set({ ...status.get(), ...part }));
const noNetwork = () => Promise.reject(new TypeError('no network'));

test('shows the thumbnail until the picture has loaded, as one picture for screen readers', () => {
  expect(drawn()).toEqual([thumbnailOf(name), name]);
  expect(whole().getAttribute('src')).toBe(name);
  expect(within(view()).getByRole('status').textContent).toBe('Loading…');
  fireEvent.load(whole());
  expect(drawn()).toEqual([name]);
  expect(within(view()).queryByRole('status')).toBeNull();
});

test('keeps the thumbnail of a failed picture before the reason is known', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  fireEvent.error(whole());
  expect(drawn()).toEqual([thumbnailOf(name)]);
  expect(whole().getAttribute('src')).toBe(thumbnailOf(name));
  answer.reject(new TypeError('no network'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test.each([
  ['without network', {}, noNetwork, /^You’re offline, and the full-size picture isn’t on your device/],
  ['behind a captive portal', {}, async () => new Response('Welcome'), /^You’re offline, and the full-size picture isn’t on your device/],
  [
    'where a proxy does not reach the server',
    { gateway: true },
    async () => new Response('', { status: 502 }),
    /the server can’t be reached right now/,
  ],
  ['where the server does not have it', {}, async () => apiAnswer(404), /^Couldn’t load this picture \(status 404\)/],
])('has a message for each reason: %s', async (_where, part, answer, words) => {
  note(part);
  vi.stubGlobal('fetch', answer);
  fireEvent.error(whole());
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

test('loads a failed picture again when the network is back, and removes the message', async () => {
  vi.stubGlobal('fetch', noNetwork);
  note({ connection: 'offline' });
  fireEvent.error(whole());
  await screen.findByRole('alert');
  note({ connection: 'online' });
  expect(drawn()).toEqual([thumbnailOf(name), name]);
  fireEvent.load(whole());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('retries automatically while there is a network', () => {
  note({ connection: 'online' });
  vi.stubGlobal('fetch', noNetwork);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let times = 0; times < 3; times += 1) {
    fireEvent.error(whole());
    expect(drawn()).toEqual([thumbnailOf(name)]);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(drawn()).toEqual([thumbnailOf(name), name]);
  }
});

test('shows no late reason over a picture that has loaded', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  note({ connection: 'offline' });
  fireEvent.error(whole());
  note({ connection: 'online' });
  fireEvent.load(whole());
  await act(async () => answer.reject(new TypeError('no network')));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows the reason also if a retry begins before the answer', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  note({ connection: 'offline' });
  fireEvent.error(whole());
  note({ connection: 'online' });
  fireEvent.error(whole());
  await act(async () => answer.resolve(apiAnswer(500)));
  expect(screen.getByRole('alert').textContent).toMatch(/status 500/);
});

test('asks for the reason without loading the picture again', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => apiAnswer(200, undefined, { 'content-type': 'image/webp' }));
  vi.stubGlobal('fetch', fetch);
  fireEvent.error(whole());
  await act(async () => {});
  expect(fetch.mock.calls).toMatchObject([[name, { method: 'HEAD' }]]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('arrow keys change the picture, also a failed one, except with modifier keys', async () => {
  vi.stubGlobal('fetch', noNetwork);
  fireEvent.error(whole());
  for (const held of ['Alt', 'Control', 'Meta', 'Shift']) await pressIn(view(), `{${held}>}{ArrowLeft}{/${held}}`);
  expect(onPrevious).not.toHaveBeenCalled();
  await pressIn(view(), '{ArrowLeft}{ArrowRight}');
  expect([onPrevious.mock.calls.length, onNext.mock.calls.length]).toEqual([1, 1]);
});

test('a swipe in a zoomed picture does not change it', () => {
  const swipe = (): void => {
    const finger = { isPrimary: true, pointerType: 'touch', pointerId: 1, clientY: 100 };
    fireEvent.pointerDown(whole(), { ...finger, clientX: 200 });
    fireEvent.pointerUp(whole(), { ...finger, clientX: 100 });
  };
  const zoom = (scale: number): void =>
    act(() => {
      viewport.scale = scale;
      viewport.dispatchEvent(new Event('resize'));
    });
  swipe();
  expect(onNext).toHaveBeenCalledTimes(1);
  zoom(2);
  swipe();
  expect(onNext).toHaveBeenCalledTimes(1);
  zoom(1);
  swipe();
  expect(onNext).toHaveBeenCalledTimes(2);
});

test('keeps the drawn picture while the same picture gets another name', () => {
  fireEvent.load(whole());
  const before = whole();
  rename(sharpened);
  // An image element shows its old content until the new one has loaded.
  expect(whole()).toBe(before);
  expect(drawn()).toEqual([thumbnailOf(sharpened), sharpened]);
  fireEvent.load(whole());
  expect(drawn()).toEqual([sharpened]);
});

test('loads a new name at once, independent of the back-off of the old one', () => {
  vi.stubGlobal('fetch', noNetwork);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  note({ connection: 'online' });
  for (let times = 0; times < 6; times += 1) {
    fireEvent.error(whole());
    act(() => void vi.advanceTimersByTime(60_000));
  }
  fireEvent.error(whole());
  const beneath = view().querySelector('img')!;
  fireEvent.error(beneath);
  rename(sharpened);
  expect(drawn()).toEqual([thumbnailOf(sharpened), sharpened]);
  // The thumbnail is already loading, and must not be restarted.
  act(() => void vi.advanceTimersByTime(60_000));
  expect(view().querySelector('img')).toBe(beneath);
  // The back-off restarts too.
  fireEvent.error(whole());
  expect(drawn()).toEqual([thumbnailOf(sharpened)]);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(drawn()).toEqual([thumbnailOf(sharpened), sharpened]);
});

test('shows the reason for a new name even if the request for the old one is unanswered', async () => {
  vi.stubGlobal('fetch', (url: string) => (url === name ? new Promise<Response>(() => {}) : Promise.resolve(apiAnswer(404))));
  note({ connection: 'offline' });
  fireEvent.error(whole());
  rename(sharpened);
  note({ connection: 'online' });
  fireEvent.error(whole());
  expect((await screen.findByRole('alert')).textContent).toMatch(/status 404/);
});

test('draws the thumbnail of a neighbour, and does not load its full size', () => {
  expect([...view().querySelectorAll('img')].map((image) => image.getAttribute('src'))).toContain(thumbnailOf(other));
  expect([...view().querySelectorAll('img')].map((image) => image.getAttribute('src'))).not.toContain(other);
});

const finger = { pointerType: 'touch', pointerId: 1 };
const track = () => whole().parentElement!.parentElement!;
const zoom = () => whole().parentElement!.style.transform;
function tap(at: object, times = 1): void {
  for (let count = 0; count < times; count += 1) {
    fireEvent.pointerDown(whole(), { ...finger, ...at });
    fireEvent.pointerUp(whole(), { ...finger, ...at });
  }
}

test('the picture follows a finger, and returns if the swipe is short', () => {
  fireEvent.pointerDown(whole(), { ...finger, clientX: 200, clientY: 100 });
  fireEvent.pointerMove(whole(), { ...finger, clientX: 170, clientY: 102 });
  expect(track().style.transform).toMatch(/^translate\(-30px/);
  fireEvent.pointerUp(whole(), { ...finger, clientX: 180, clientY: 102 });
  expect(track().style.transform).toBe('');
  expect(onNext).not.toHaveBeenCalled();
});

test('a swipe down closes the picture, a short one does not', async () => {
  act(() => history.pushState(null, '', '/pictures/photo/p1'));
  const drag = (down: number): void => {
    fireEvent.pointerDown(whole(), { ...finger, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(whole(), { ...finger, clientX: 100, clientY: 100 + down });
    fireEvent.pointerUp(whole(), { ...finger, clientX: 100, clientY: 100 + down });
  };
  drag(20);
  expect(location.pathname).toBe('/pictures/photo/p1');
  drag(150);
  await waitFor(() => expect(location.pathname).toBe('/pictures'));
});

test('a double tap zooms in at that point and out again, and a finger pans a zoomed picture', () => {
  tap({ clientX: 40, clientY: 20 }, 2);
  expect(zoom()).toContain('scale(2.5)');
  fireEvent.pointerDown(whole(), { ...finger, clientX: 200, clientY: 100 });
  fireEvent.pointerMove(whole(), { ...finger, clientX: 60, clientY: 100 });
  fireEvent.pointerUp(whole(), { ...finger, clientX: 60, clientY: 100 });
  expect(onNext).not.toHaveBeenCalled();
  tap({ clientX: 40, clientY: 20 }, 2);
  expect(zoom()).toBe('');
});

test('two fingers zoom, and no swipe follows', () => {
  const other = { pointerType: 'touch', pointerId: 2 };
  fireEvent.pointerDown(whole(), { ...finger, clientX: 100, clientY: 100 });
  fireEvent.pointerDown(whole(), { ...other, clientX: 150, clientY: 100 });
  fireEvent.pointerMove(whole(), { ...other, clientX: 200, clientY: 100 });
  expect(zoom()).toContain('scale(2)');
  fireEvent.pointerUp(whole(), { ...other, clientX: 200, clientY: 100 });
  fireEvent.pointerUp(whole(), { ...finger, clientX: 0, clientY: 100 });
  expect(onNext).not.toHaveBeenCalled();
  expect(zoom()).toContain('scale(2)');
});

test('buttons and keys zoom too; the arrows then pan, and change the picture again afterwards', async () => {
  await user.click(within(view()).getByRole('button', { name: 'Zoom in' }));
  expect(zoom()).toContain('scale(2.5)');
  await pressIn(view(), '{ArrowRight}');
  expect(onNext).not.toHaveBeenCalled();
  await user.click(within(view()).getByRole('button', { name: 'Zoom out' }));
  expect(zoom()).toBe('');
  await pressIn(view(), '+');
  expect(zoom()).toContain('scale(1.5)');
  await pressIn(view(), '-{ArrowRight}');
  expect(zoom()).toBe('');
  expect(onNext).toHaveBeenCalledTimes(1);
});
