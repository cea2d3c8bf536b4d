import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiAnswer } from '../../tests/fixtures/device.ts';
import { clientOf, givenDevice, hearToasts, show, tearDown } from '../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../db/database.ts';
import { SyncProvider } from '../sync/react/hooks.tsx';
import { PictureTools } from './picture-tools.tsx';
import { PictureView } from './picture-view.tsx';

const link = (letter: string) => `/images/photos/${letter.repeat(22)}-40x30.webp`;
const picture = async () => new Response('picture', { headers: { 'content-type': 'image/webp', 'x-event-companion': '1' } });
const said = hearToasts();

let db: EventDatabase;
const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {});
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  share.mockClear();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { canShare: () => true, share }));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => tearDown(db));

/** In full size, and then another one in its place. */
function showView(letter: string): { rerender: (next: string) => void } {
  const client = clientOf(db);
  const node = (of: string) => (
    <SyncProvider client={client}>
      <PictureView id={of} name={link(of)} words={`Picture ${of}`} />
    </SyncProvider>
  );
  const { rerender } = render(node(letter));
  return { rerender: (next) => rerender(node(next)) };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([
  ['no network', () => Promise.reject(new TypeError('no network')), /there is no network to get it/],
  ['a captive portal', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), /there is no network to get it/],
  ['a refusal', async () => apiAnswer(404), /\(status 404\)/],
])('what cannot be saved or shared says why, and can be tried again: %s', async (_why, answer, words) => {
  show(db, <PictureTools url={link('a')} words="The jetty" />);
  for (const name of ['Save the picture', 'Share the picture']) {
    vi.stubGlobal('fetch', answer);
    said.mockClear();
    press(name);
    await waitFor(() => expect(said.mock.calls).toEqual([[expect.stringMatching(words)]]));
  }
  vi.stubGlobal('fetch', picture);
  press('Share the picture');
  await waitFor(() => expect(share.mock.calls).toMatchObject([[{ files: [{ name: 'The-jetty.webp' }], text: 'The jetty' }]]));
});

test('where the bytes of one’s own picture are not there, that is said too', async () => {
  show(db, <PictureTools url={undefined} words="The jetty" />);
  press('Save the picture');
  await waitFor(() => expect(said.mock.calls).toEqual([['The picture could not be handed over. Try again.']]));
});

test('a picture that was long on its way is shared by the next tap, and the person is told so', async () => {
  vi.stubGlobal('fetch', picture);
  share.mockRejectedValueOnce(new DOMException('no tap', 'NotAllowedError'));
  show(db, <PictureTools url={link('a')} words="The jetty" />);
  press('Share the picture');
  await waitFor(() => expect(said.mock.calls).toEqual([['The picture is ready now. Tap share once more.']]));
  press('Share the picture');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(said).toHaveBeenCalledTimes(1);
});

test('a picture that does not come holds up neither the next one’s buttons nor opens a sheet over it', async () => {
  const first = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => first.promise);
  const { rerender } = showView('a');
  press('Share the picture');
  expect(screen.getByRole('button', { name: 'Share the picture' }).getAttribute('aria-disabled')).toBe('true');
  rerender('b');
  expect(screen.getByRole('button', { name: 'Share the picture' }).getAttribute('aria-disabled')).toBe('false');
  await act(async () => first.resolve(await picture()));
  vi.stubGlobal('fetch', picture);
  press('Share the picture');
  await waitFor(() => expect(share.mock.calls).toMatchObject([[{ text: 'Picture b' }]]));
});
