import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { waitingPicture } from '#contract/pictures.ts';
import { eventId, quietPorts, userId } from '#tests/fixtures/device.ts';
import { expectCommands, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import { CommandCard } from '#commands/cards/command-card.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { shares as presenter } from '../commands.ts';

let db: EventDatabase;
setUpScreen('participant', (device) => {
  db = device;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:tent');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

const blobId = '01900000-0000-7000-8000-000000000001';
const image = waitingPicture(blobId, 40, 30);
const bytes = { id: blobId, bytes: new ArrayBuffer(1), type: 'image/webp' };
const words = { type: 'stuff' as const, title: 'A tent', description: 'For two', available: 1, total: 1 };
const stored = '/images/shares/aaaaaaaaaaaaaaaaaaaaaa-4x3.webp';
const row = { ...words, id: '0190f1de-0000-7000-8000-000000000001', version: 3, eventId, authorId: userId, surplus: 0, order: 1 };

async function refused(kind: 'create' | 'edit', args: object): Promise<void> {
  await db.mirror('shares').put({ ...row, image: stored, createdAt: '2026-07-01T10:00:00.000Z' });
  const target = { eventId, bytes, ...(kind === 'edit' && { id: row.id }) };
  const entry = await enqueue(db, quietPorts(), { resource: 'shares', mutation: kind, args, ...target });
  await park(db, [entry], 'not_a_picture');
  show(db, <CommandCard entry={(await db.outbox.get(entry.seq)) as OutboxEntry} presenters={{ shares: presenter }} />);
  await pressed('Edit and send again');
  await screen.findByRole('button', { name: 'Remove picture' });
}

const pressed = async (name: string): Promise<void> => user.click(await screen.findByRole('button', { name }));
const pictures = () => screen.queryAllByRole('img', { name: 'Picture' });

test('resends an offer without its refused picture', async () => {
  await refused('create', { ...words, image });
  expect(pictures()).toHaveLength(1);
  await pressed('Remove picture');
  expect(pictures()).toHaveLength(0);
  expect(screen.getByRole('status').textContent).toBe('It will be sent without this picture.');
  await pressed('Send again');
  await expectCommands(db, [{ mutation: 'create', args: words }]);
});

test('resends a change without its refused picture', async () => {
  await refused('edit', { title: 'Two tents', image });
  await pressed('Remove picture');
  await pressed('Send again');
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Two tents' } }]);
});

test('resends the title after the only change, a picture, was removed', async () => {
  await refused('edit', { image });
  await pressed('Remove picture');
  await pressed('Send again');
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'A tent' } }]);
});

test('restores a removed picture and keeps the focus on the button', async () => {
  await refused('create', { ...words, image });
  const button = screen.getByRole('button', { name: 'Remove picture' });
  button.focus();
  await user.click(button);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep picture' }));
  await pressed('Keep picture');
  expect(pictures()).toHaveLength(1);
  await pressed('Send again');
  await expectCommands(db, [{ mutation: 'create', args: { ...words, image } }]);
});
