import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { NewPhoto } from './photo-form.tsx';
import { useHasDraft } from '../use-photos.ts';

let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
const toasts = setUpScreen('participant', (device) => {
  db = device;
  pictures = slowPictures();
});

const button = (name: string) => screen.findByRole('button', { name });
const open = async () => {
  const client = show(db, <NewPhoto eventId={eventId} onShared={() => {}} />);
  await user.click(await button('Add a photo'));
  return client;
};

test('shares nothing while another picture is prepared, and then shares that one', async () => {
  await open();
  await fillIn(screen.getByLabelText('What does it show?'), 'The jetty');
  await pictures.choose('a');
  await pictures.ready('a', 1);
  const share = await button('Share');
  await pictures.choose('b');
  await user.click(share);
  await user.keyboard('{Enter}');
  expect([share.textContent, share.getAttribute('aria-disabled')]).toEqual(['Preparing the picture…', 'true']);
  await pictures.ready('b', 2);
  expect(await db.outbox.count()).toBe(0);
  await user.click(await button('Share'));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  expect(await db.outbox.toArray()).toMatchObject([{ args: { url: expect.stringMatching(/-2x2$/) as string } }]);
  await button('Add a photo');
});

test('asks for missing values, reports an unreadable file, and keeps the text', async () => {
  await open();
  await user.click(await button('Share'));
  expect(screen.getByText('Choose a picture and describe what it shows.')).toBeDefined();
  await fillIn(screen.getByLabelText('What does it show?'), 'Only words');
  await user.click(await button('Share'));
  expect(screen.getByText('Choose a picture first.')).toBeDefined();
  expect(document.activeElement).toBe(await button('Choose a picture'));
  await pictures.choose('a');
  await pictures.fail('a');
  expect(screen.getByText(/^Can’t read this picture/)).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('What does it show?').value).toBe('Only words');
  await user.click(await button('Share'));
  expect(screen.getByText('Choose a picture first.')).toBeDefined();
  expect(await db.outbox.count()).toBe(0);
});

test('asks only for the description if a picture is chosen', async () => {
  await open();
  expect(screen.getByLabelText<HTMLTextAreaElement>('What does it show?').required).toBe(true);
  await pictures.choose('a');
  await pictures.ready('a', 1);
  await user.click(await button('Share'));
  expect(screen.getByText('Describe what it shows.')).toBeDefined();
  expect(screen.queryByText(/Choose a picture (first|and)/)).toBeNull();
});

test('keeps picture and text in the form while the device is full', async () => {
  await open();
  await fillIn(screen.getByLabelText('What does it show?'), 'The jetty');
  await pictures.choose('a');
  await pictures.ready('a', 1);
  const put = vi.spyOn(db.blobs, 'put').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(await button('Share'));
  await screen.findByText(/^There’s no room for this photo on your device/);
  expect(screen.getByRole('img', { name: 'Selected picture' })).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('What does it show?').value).toBe('The jetty');
  expect(await db.outbox.count()).toBe(0);
  put.mockRestore();
  await user.click(await button('Share'));
  await button('Add a photo');
  await expectCommands(db, [{ mutation: 'create', args: { url: expect.stringMatching(/-1x1$/) as string, description: 'The jetty' } }]);
});

test('restores text and picture after a restart, and leaves nothing after it was shared', async () => {
  await open();
  await fillIn(screen.getByLabelText('What does it show?'), 'The jetty');
  await pictures.choose('a');
  await pictures.ready('a', 1);
  cleanup();
  show(db, <NewPhoto eventId={eventId} onShared={() => {}} />);
  await screen.findByRole('img', { name: 'Selected picture' });
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('What does it show?').value).toBe('The jetty'));
  await user.click(await button('Share'));
  await button('Add a photo');
  // Only the bytes of the pending command are left.
  expect([await db.outbox.count(), await db.drafts.count(), await db.blobs.count()]).toEqual([1, 0, 1]);
});

test('reports activity until a chosen picture is stored', async () => {
  const { busy } = (await open()).activity;
  const stored: [busy: boolean, count: number][] = [];
  const note = async () => void stored.push([busy.get(), await db.blobs.count()]);
  await pictures.choose('a');
  busy.subscribe(() => void note());
  await pictures.ready('a', 1);
  await waitFor(() => expect(stored.at(-1)).toEqual([false, 1]));
});

test('keeps a form that a draft opened when its text is cleared', async () => {
  await db.drafts.put({ id: `photo:${eventId}`, text: 'The je', updatedAt: 0 });
  // Renders after the same change of the draft as the button of the form.
  const Heard = () => <output>{useHasDraft(eventId) === false && 'no draft'}</output>;
  show(
    db,
    <>
      <NewPhoto eventId={eventId} onShared={() => {}} />
      <Heard />
    </>,
  );
  const text = await screen.findByLabelText<HTMLTextAreaElement>('What does it show?');
  await waitFor(() => expect(text.value).toBe('The je'));
  await fillIn(text, '');
  await screen.findByText('no draft');
  expect(text.isConnected).toBe(true);
});

test('stores no draft for a picture that is ready after the form was closed', async () => {
  await open();
  await pictures.choose('a');
  await user.click(await button('Cancel'));
  await pictures.ready('a', 1);
  expect([await db.drafts.count(), await db.blobs.count()]).toEqual([0, 0]);
});

const anyUrl = expect.any(String) as string;
const textOf = (number: number) => screen.findByLabelText<HTMLTextAreaElement>(`What does photo ${number} show?`);

test('decodes several pictures one after another, asks for each description, and shares each by a command of its own', async () => {
  await open();
  await pictures.choose('a', 'b', 'c');
  expect(pictures.begun()).toEqual(['a']);
  await pictures.ready('a', 1);
  expect(pictures.begun()).toEqual(['a', 'b']);
  await pictures.ready('b', 2);
  await pictures.ready('c', 3);
  await fillIn(await textOf(1), 'The jetty');
  await user.click(await button('Share 3 photos'));
  expect(screen.getAllByText('Describe what it shows.')).toHaveLength(2);
  expect([await db.outbox.count(), document.activeElement]).toEqual([0, await textOf(2)]);
  await fillIn(await textOf(2), 'The lake');
  await fillIn(await textOf(3), 'The fire');
  await user.click(await button('Share 3 photos'));
  await button('Add a photo');
  const sent = ['The jetty', 'The lake', 'The fire'].map((description, index) => {
    const url = expect.stringMatching(new RegExp(`-${index + 1}x${index + 1}$`)) as string;
    return { mutation: 'create', args: { url, description } };
  });
  await expectCommands(db, sent);
  expect([await db.drafts.count(), await db.blobs.count()]).toEqual([0, 3]);
});

test('restores several pictures with their texts after a restart', async () => {
  await open();
  await pictures.choose('a', 'b');
  await pictures.ready('a', 1);
  await pictures.ready('b', 2);
  await fillIn(await textOf(1), 'The jetty');
  await fillIn(await textOf(2), 'The lake');
  cleanup();
  show(db, <NewPhoto eventId={eventId} onShared={() => {}} />);
  await waitFor(async () => expect([(await textOf(1)).value, (await textOf(2)).value]).toEqual(['The jetty', 'The lake']));
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Selected picture' })).toHaveLength(2));
  await user.click(await button('Remove photo 1'));
  await user.click(await button('Share 1 photo'));
  await button('Add a photo');
  await expectCommands(db, [{ mutation: 'create', args: { url: anyUrl, description: 'The lake' } }]);
  expect([await db.drafts.count(), await db.blobs.count()]).toEqual([0, 1]);
});

test('keeps the photos that the device has no room for, and not those that it has stored', async () => {
  await open();
  await pictures.choose('a', 'b');
  await pictures.ready('a', 1);
  await pictures.ready('b', 2);
  await fillIn(await textOf(1), 'The jetty');
  await fillIn(await textOf(2), 'The lake');
  const { put } = db.blobs;
  let room = 1;
  const full = vi.spyOn(db.blobs, 'put').mockImplementation((...args) => {
    if (room > 0) {
      room -= 1;
      return put.apply(db.blobs, args);
    }
    throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  });
  await user.click(await button('Share 2 photos'));
  await screen.findByText(/^There’s no room for this photo on your device/);
  expect([await db.outbox.count(), (await textOf(1)).value]).toEqual([1, 'The lake']);
  full.mockRestore();
  await user.click(await button('Share 1 photo'));
  await button('Add a photo');
  await expectCommands(db, [{ args: { url: anyUrl, description: 'The jetty' } }, { args: { url: anyUrl, description: 'The lake' } }]);
});

test('takes at most ten pictures at once', async () => {
  await open();
  await pictures.choose(...Array.from({ length: 12 }, (_, index) => `p${index}`));
  expect(await screen.findAllByRole('listitem')).toHaveLength(10);
  expect(toasts).toHaveBeenCalledExactlyOnceWith('Up to 10 photos at once. The others weren’t added.');
  expect(screen.queryByRole('button', { name: 'Add more photos' })).toBeNull();
});
