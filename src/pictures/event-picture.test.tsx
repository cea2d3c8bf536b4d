import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { thumbnailOf, waitingPicture } from '#contract/pictures.ts';
import { eventId, quietPorts } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import { EventPicture } from './event-picture.tsx';

const headerImage = `/images/headers/${'a'.repeat(22)}-600x600.webp`;
const old = `/images/events/${eventId}/event-header.png`;

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

const image = () => screen.getByRole<HTMLImageElement>('presentation');

test.each([
  [{}, old],
  [{ headerImage: null }, old],
  [{ visible: false, pictureKey: 'key' }, `${old}?key=key`],
  [{ headerImage }, headerImage],
  [{ headerImage, visible: false }, headerImage],
])('the picture of an event with %j comes from %s and reserves its space', async (part, src) => {
  show(db, <EventPicture event={{ id: eventId, visible: true, pictureKey: '', ...part }} />);
  expect([image().getAttribute('src'), image().width, image().height]).toEqual([src, 1600, 600]);
});

test('uses the thumbnail in a list', () => {
  show(db, <EventPicture small event={{ id: eventId, visible: true, pictureKey: '', headerImage }} />);
  expect(image().getAttribute('src')).toBe(thumbnailOf(headerImage));
});

test('shows a pending picture from this device, and reserves its space until it is read', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:mine');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const id = '01900000-0000-7000-8000-000000000001';
  const bytes = { id, bytes: new ArrayBuffer(1), type: 'image/webp' };
  await enqueue(db, quietPorts(), command('events', 'edit', { headerImage: waitingPicture(id, 8, 3) }, { id: eventId, eventId, bytes }));
  show(db, <EventPicture event={(await db.mirror('events').get(eventId))!} />);
  expect(image().getAttribute('src')).toBeNull();
  await waitFor(() => expect(image().getAttribute('src')).toBe('blob:mine'));
});

test('draws no gradient over an uploaded square picture', () => {
  const sizes = { naturalWidth: { value: 600 }, naturalHeight: { value: 600 } };
  const classesOnceLoaded = (event: { headerImage?: string }) => {
    show(db, <EventPicture event={{ id: eventId, visible: true, pictureKey: '', ...event }} />);
    const shown = screen.getAllByRole('presentation').at(-1)!;
    Object.defineProperties(shown, sizes);
    fireEvent.load(shown);
    return shown.className;
  };
  expect(classesOnceLoaded({})).toContain('gradient');
  expect(classesOnceLoaded({ headerImage })).not.toContain('gradient');
});
