import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventId } from '../../../tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { slowPictures } from '../../../tests/fixtures/slow-pictures.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { NewPhoto } from './new-photo.tsx';
import { useHasDraft } from './use-photos.ts';

let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  pictures = slowPictures();
});
afterEach(() => tearDown(db));

const button = (name: string) => screen.findByRole('button', { name });
const open = async () => {
  show(db, <NewPhoto eventId={eventId} onShared={() => {}} />);
  fireEvent.click(await button('Share a photo'));
};

test('while another picture is made ready nothing is shared; then that one is', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('What does it show?'), { target: { value: 'The jetty' } });
  pictures.choose('a');
  await pictures.ready('a', 1);
  const share = await button('Share');
  pictures.choose('b');
  fireEvent.click(share);
  fireEvent.submit(share.closest('form')!);
  expect([share.textContent, share.getAttribute('aria-disabled')]).toEqual(['Getting the picture ready…', 'true']);
  await pictures.ready('b', 2);
  expect(await db.outbox.count()).toBe(0);
  fireEvent.click(await button('Share'));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  expect(await db.outbox.toArray()).toMatchObject([{ args: { url: expect.stringMatching(/-2x2$/) as string } }]);
  await button('Share a photo');
});

test('a form that opened by itself stays open when its text is cleared', async () => {
  await db.drafts.put({ id: `photo:${eventId}`, text: 'The je', updatedAt: 0 });
  // Hears what the form's button hears, and after it.
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
  fireEvent.change(text, { target: { value: '' } });
  await screen.findByText('no draft');
  expect(text.isConnected).toBe(true);
});

test('a picture that is ready after the form was closed is no draft', async () => {
  await open();
  pictures.choose('a');
  fireEvent.click(await button('Cancel'));
  await pictures.ready('a', 1);
  expect([await db.drafts.count(), await db.blobs.count()]).toEqual([0, 0]);
});
