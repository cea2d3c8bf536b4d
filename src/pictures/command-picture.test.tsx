import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { waitingPicture } from '#contract/pictures.ts';
import { eventId, quietPorts } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { CommandPicture } from './command-picture.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => {
  db = device;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((bytes) => `blob:${(bytes as Blob).size}`);
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

test('shows the full-size picture of a rejected photo whose small picture was sent first', async () => {
  const [small, whole] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  const bytesOf = (id: string, length: number) => ({ id, bytes: new ArrayBuffer(length), type: 'image/webp' });
  const args = { url: waitingPicture(small, 640, 480), description: 'The jetty' };
  const made = await enqueue(db, quietPorts(), command('photos', 'create', args, { eventId, bytes: bytesOf(small, 1) }));
  const sharper = { url: waitingPicture(whole, 1600, 1200) };
  await enqueue(db, quietPorts(), command('photos', 'sharpen', sharper, { id: made.id, eventId, bytes: bytesOf(whole, 2) }));
  await park(db, [made], 'picture_quota');
  show(db, <CommandPicture entry={{ ...made, state: 'refused' }} />);
  await waitFor(() => expect(screen.getByRole('img', { name: 'Picture' }).getAttribute('src')).toBe('blob:2'));
  expect(screen.getByRole('img', { name: 'Picture' }).getAttribute('width')).toBe('1600');
});
