import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { apiAnswer } from '#tests/fixtures/device.ts';
import { clientOf, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { observed } from '#lib/observable.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { PictureTools } from './picture-tools.tsx';
import { PictureView } from './picture-view.tsx';

const link = (letter: string) => `/images/photos/${letter.repeat(22)}-40x30.webp`;
const picture = async () => new Response('picture', { headers: { 'content-type': 'image/webp', 'x-event-companion': '1' } });

let db: EventDatabase;
const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {});
const toasts = setUpScreen('participant', (device) => {
  db = device;
  share.mockClear();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { canShare: () => true, share }));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

/** Shows a picture in full size, then another one, or the same one under another name. */
function showView(letter: string): { rerender: (next: string, name?: string) => void } {
  const client = clientOf(db);
  const node = (of: string, name = link(of)) => (
    <SyncProvider client={client}>
      <PictureView id={of} name={name} words={`Picture ${of}`} />
    </SyncProvider>
  );
  const { rerender } = render(node(letter));
  return { rerender: (next, name) => rerender(node(next, name)) };
}
const press = (name: string) => user.click(screen.getByRole('button', { name }));

/** Simulates a hanging network: only the app itself aborts the request. */
const hung = (_url: string, { signal }: { signal: AbortSignal }) =>
  new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const noNetwork = () => Promise.reject(new TypeError('no network'));

test.each([
  ['no network', {}, noNetwork, 'No connection to the server. Try again when you’re online.'],
  [
    'a captive portal',
    {},
    async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    'No connection to the server. Try again when you’re online.',
  ],
  [
    'a proxy that does not reach the server',
    { gateway: true },
    async () => new Response('', { status: 502 }),
    'Can’t reach the server right now. Try again in a moment.',
  ],
  ['a refusal', {}, async () => apiAnswer(404), 'The server didn’t send it (status 404). Try again.'],
])('shows why a picture was not saved or shared, and can be tried again: %s', async (_why, part, answer, words) => {
  const client = clientOf(db);
  vi.spyOn(client, 'status', 'get').mockReturnValue(observed<SyncStatus>({ ...initialStatus, ...part }));
  render(
    <SyncProvider client={client}>
      <PictureTools url={link('a')} words="The jetty" />
    </SyncProvider>,
  );
  for (const [name, lead] of [
    ['Save picture', 'The picture wasn’t saved.'],
    ['Share picture', 'The picture wasn’t shared.'],
  ] as const) {
    vi.stubGlobal('fetch', answer);
    toasts.mockClear();
    await press(name);
    await waitFor(() => expect(toasts.mock.calls).toEqual([[`${lead} ${words}`]]));
  }
  vi.stubGlobal('fetch', picture);
  await press('Share picture');
  await waitFor(() => expect(share.mock.calls).toMatchObject([[{ files: [{ name: 'The-jetty.webp' }], text: 'The jetty' }]]));
});

test('shows that a picture took too long', async () => {
  const time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  vi.stubGlobal('fetch', hung);
  show(db, <PictureTools url={link('a')} words="The jetty" />);
  await press('Save picture');
  expect(toasts).not.toHaveBeenCalled();
  time.abort(new DOMException('too long', 'TimeoutError'));
  await waitFor(() => expect(toasts.mock.calls).toEqual([['The picture wasn’t saved. It took too long. Try again.']]));
});

test('names the failed action when this device fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('not read')));
  show(db, <PictureTools url="blob:mine" words="The jetty" />);
  await press('Save picture');
  await waitFor(() => expect(toasts.mock.calls).toEqual([['The picture wasn’t saved. Try again.']]));
  toasts.mockClear();
  vi.stubGlobal('fetch', picture);
  share.mockRejectedValueOnce(new DOMException('no', 'DataError'));
  await press('Share picture');
  await waitFor(() => expect(toasts.mock.calls).toEqual([['The picture wasn’t shared. Try again.']]));
});

test('disables its buttons without a message until the bytes of the own picture are read', async () => {
  const client = clientOf(db);
  const fetch = vi.fn(picture);
  vi.stubGlobal('fetch', fetch);
  const node = (url: string | undefined) => (
    <SyncProvider client={client}>
      <PictureTools url={url} words="The jetty" />
    </SyncProvider>
  );
  const { rerender } = render(node(undefined));
  const off = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-disabled'));
  expect(off()).toEqual(['true', 'true']);
  await press('Save picture');
  await press('Share picture');
  expect([toasts.mock.calls, fetch.mock.calls]).toEqual([[], []]);
  rerender(node('blob:mine'));
  expect(off()).toEqual(['false', 'false']);
  await press('Share picture');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
});

test('asks for another tap to share a picture that loaded slowly', async () => {
  vi.stubGlobal('fetch', picture);
  share.mockRejectedValueOnce(new DOMException('no tap', 'NotAllowedError'));
  show(db, <PictureTools url={link('a')} words="The jetty" />);
  await press('Share picture');
  await waitFor(() => expect(toasts.mock.calls).toEqual([['The picture is ready. Tap share once more.']]));
  await press('Share picture');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(toasts).toHaveBeenCalledTimes(1);
});

test('a slow picture neither blocks the buttons of the next one nor opens a share sheet over it', async () => {
  const first = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => first.promise);
  const { rerender } = showView('a');
  await press('Share picture');
  expect(screen.getByRole('button', { name: 'Share picture' }).getAttribute('aria-disabled')).toBe('true');
  rerender('b');
  expect(screen.getByRole('button', { name: 'Share picture' }).getAttribute('aria-disabled')).toBe('false');
  await act(async () => first.resolve(await picture()));
  vi.stubGlobal('fetch', picture);
  await press('Share picture');
  await waitFor(() => expect(share.mock.calls).toMatchObject([[{ text: 'Picture b' }]]));
});

test('shares a picture that gets another name while it loads', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const { rerender } = showView('a');
  await press('Share picture');
  rerender('a', link('b'));
  await act(async () => answer.resolve(await picture()));
  await waitFor(() => expect(share.mock.calls).toMatchObject([[{ text: 'Picture a' }]]));
});
