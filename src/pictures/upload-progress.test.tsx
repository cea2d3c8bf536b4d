import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { waitingPicture } from '#contract/pictures.ts';
import { eventId, quietPorts, userId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import { UploadDelay } from './upload-progress.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const noRoom = 'The server is out of space. What you wrote is saved on this device and sent as soon as there’s room.';

test('shows that the server has no room for a pending photo, while that is so', async () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const args = { url: waitingPicture(id, 40, 30), description: 'The jetty' };
  const bytes = { id, bytes: new Uint8Array([1]).buffer, type: 'image/webp' };
  const { key, seq } = await enqueue(db, quietPorts(), command('photos', 'create', args, { eventId, bytes }));
  show(db, <UploadDelay pending={[key]} />);
  await db.outbox.update(seq, { lastError: { code: 'storage_full' } });
  await screen.findByText(noRoom);
  await db.outbox.update(seq, { lastError: { code: 'unavailable' } });
  await waitFor(() => expect(screen.queryByText(noRoom)).toBeNull());
});

test('shows that the full size of a photo follows', async () => {
  const facts = { id: 'mine', version: 1, eventId, authorId: userId, createdAt: '2026-07-01T10:00:00.000Z' };
  await db.mirror('photos').put({ ...facts, url: `/images/photos/${'a'.repeat(22)}-40x30.webp`, description: 'The jetty', order: 1 });
  const args = { url: waitingPicture('01900000-0000-7000-8000-000000000001', 40, 30) };
  const { key } = await enqueue(db, quietPorts(), command('photos', 'sharpen', args, { id: 'mine', eventId }));
  show(db, <UploadDelay pending={[key]} />);
  expect(await screen.findByText('A small version is up. The full photo follows when the connection is better.')).toBeDefined();
});
