import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { eventId, quietPorts } from '#tests/fixtures/device.ts';
import { contactBlock, expectCommands, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { NotSentScreen } from '../not-sent/not-sent-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

const links = [{ name: 'Phone', url: 'tel:+49301234' }];
const type = (label: string, value: string) => fillIn(screen.getByLabelText(label), value);

async function givenRefused(mutation: 'create' | 'edit' | 'remove', args: object, id?: string): Promise<void> {
  const entry = await enqueue(db, quietPorts(), { resource: 'contactLinks', mutation, args, eventId, ...(id !== undefined && { id }) });
  await park(db, [entry], 'forbidden');
  show(db, <NotSentScreen />);
}

test('shows a refused new block with its text, and resends it edited at its position', async () => {
  await givenRefused('create', { title: 'Kitchen', links, position: 7 });
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('Failed to create contact link')).toBeDefined();
  expect(card.getByText(/Kitchen\s+Phone:/).textContent).toMatch(/Phone: tel:\+49301234$/);
  await user.click(card.getByRole('button', { name: 'Edit and send again' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  await type('Title', ' ');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(screen.getByText('Enter a title.')).toBeDefined();
  await type('Title', 'Doctor');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Doctor', subtitle: null, links, position: 7 } }]);
  expect((await db.outbox.toArray())[0]!.state).toBe('waiting');
});

test('resends only the fields of a refused change that differ from its base', async () => {
  await db.mirror('contactLinks').put(contactBlock('a', { links }));
  await givenRefused('edit', { title: 'Mine' }, 'a');
  await user.click(await screen.findByRole('button', { name: 'Edit and send again' }));
  await screen.findByLabelText('Title');
  await type('Title', 'Other');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Other' } }]);
});

test('resends a refused deletion only unchanged', async () => {
  await db.mirror('contactLinks').put(contactBlock('a'));
  await givenRefused('remove', {}, 'a');
  expect(await screen.findByText('Failed to delete contact link')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Edit and send again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();
});
