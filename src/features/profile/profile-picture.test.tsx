import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { thumbnailOf } from '#contract/pictures.ts';
import { userId } from '#tests/fixtures/device.ts';
import { expectCommands, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { ProfileCard } from './profile-card.tsx';

/** The saved picture. */
const image = `/images/people/${'a'.repeat(22)}-40x30.webp`;

function Card(): ReactNode {
  const me = useMe();
  return me && <ProfileCard me={me} waiting={false} />;
}

let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
const toasts = setUpScreen('participant', async (device) => {
  db = device;
  pictures = slowPictures();
  await db.mirror('me').update(userId, { image });
  show(db, <Card />);
  await screen.findByLabelText('Name');
});

const kept = 'Saved on this device. It’ll be sent as soon as possible.';
const shown = () => document.querySelector('form img')?.getAttribute('src') ?? null;
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('saves nothing while another picture is prepared, and then saves that one', async () => {
  await pictures.choose('a');
  await pictures.ready('a', 1);
  const save = await button('Save');
  await pictures.choose('b');
  await user.click(save);
  expect([save.textContent, save.getAttribute('aria-disabled')]).toEqual(['Preparing the picture…', 'true']);
  await pictures.ready('b', 2);
  expect(await db.outbox.count()).toBe(0);
  await user.click(await button('Save'));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(kept));
  expect(await db.outbox.toArray()).toMatchObject([{ args: { image: expect.stringMatching(/-2x2$/) as string } }]);
});

test('discards a picture that is cancelled while it is prepared', async () => {
  await pictures.choose('a');
  await user.click(await button('Cancel'));
  await pictures.ready('a', 1);
  expect([(await button('Save')).getAttribute('aria-disabled'), await db.drafts.count()]).toEqual(['true', 0]);
});

test('restores a chosen picture after a restart, and shows it while it is pending', async () => {
  await pictures.choose('a');
  await pictures.ready('a', 1);
  cleanup();
  show(db, <Card />);
  await waitFor(() => expect(shown()).toBe('blob:picture'));
  await user.click(await button('Save'));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(kept));
  expect([await db.drafts.count(), await db.blobs.count()]).toEqual([0, 1]);
  cleanup();
  show(db, <Card />);
  await waitFor(() => expect(shown()).toBe('blob:picture'));
});

test('removes the picture on Save, and restores it on Cancel', async () => {
  expect(shown()).toBe(thumbnailOf(image));
  await user.click(await button('Remove picture'));
  expect(shown()).toBeNull();
  await user.click(await button('Cancel'));
  await waitFor(() => expect(shown()).toBe(thumbnailOf(image)));
  await user.click(await button('Remove picture'));
  cleanup();
  show(db, <Card />);
  await screen.findByLabelText('Name');
  await waitFor(() => expect(shown()).toBeNull());
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull();
  await user.click(await button('Save'));
  await expectCommands(db, [{ mutation: 'save', args: { image: null } }]);
});

test('reports a file that is no picture, and has nothing to save', async () => {
  await pictures.choose('a');
  await pictures.fail('a');
  expect(screen.getByText(/^Can’t read this picture/)).toBeDefined();
  expect([(await button('Save')).getAttribute('aria-disabled'), shown()]).toEqual(['true', thumbnailOf(image)]);
});
