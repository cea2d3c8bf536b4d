import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { participant, userId } from '../../../tests/fixtures/device.ts';
import { noNetwork, refused } from '../../../tests/fixtures/entrance.ts';
import { givenDevice, hearToasts, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { SyncClient } from '../../sync/engine/client.ts';
import type { Outcome } from '../../sync/wire/transport.ts';
import { PeopleList } from './people-list.tsx';

const said = hearToasts();
const call = vi.fn<SyncClient['call']>();
const answer = (body: unknown): Outcome => ({ kind: 'answer', status: 200, body });
const done = answer({ success: true });
const people = [participant(3, 'Anna'), participant(userId, 'Orga')];

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  call.mockReset().mockResolvedValue(noNetwork);
  vi.spyOn(SyncClient.prototype, 'call').mockImplementation(call);
});
afterEach(() => tearDown(db));

async function open(name: string, role: 'participant' | 'admin' = 'admin'): Promise<void> {
  db = await givenDevice(role);
  const client = show(db, <PeopleList people={people} />);
  await waitFor(() => expect(client.here.get()).toBeDefined());
  fireEvent.click(screen.getByRole('button', { name: new RegExp(name) }));
  await screen.findByRole('dialog', { name: `Contact ${name}` });
}
const press = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));
const calls = () => call.mock.calls.map(([{ method, path, body }]) => [`${method} ${path}`, body]);
const path = '/api/event/1/participant/3';

test('an admin of the event makes a member an admin, and a participant again', async () => {
  call
    .mockResolvedValueOnce(answer({ role: 'participant' }))
    .mockResolvedValueOnce(done)
    .mockResolvedValueOnce(answer({ role: 'admin' }));
  await open('Anna');
  await press('Make admin');
  await screen.findByRole('button', { name: 'Make participant' });
  expect(calls()).toEqual([
    [`GET ${path}/role`, undefined],
    [`PUT ${path}/role`, { role: 'admin' }],
    [`GET ${path}/role`, undefined],
  ]);
  expect(said).toHaveBeenCalledExactlyOnceWith('Anna is an admin of the event now');
});

test('removes one after a question, and the overlay goes', async () => {
  call.mockResolvedValueOnce(answer({ role: 'participant' })).mockResolvedValueOnce(done);
  await open('Anna');
  await press('Remove from the event');
  const question = await screen.findByRole('alertdialog', { name: 'Remove Anna from the event?' });
  expect(calls()).toHaveLength(1);
  fireEvent.click(within(question).getByRole('button', { name: 'Remove from the event' }));
  await waitFor(() => expect(said).toHaveBeenCalledExactlyOnceWith('Anna was removed from the event'));
  expect(calls()[1]).toEqual([`DELETE ${path}`, undefined]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('hears why not: the last admin, and no network', async () => {
  call.mockResolvedValueOnce(answer({ role: 'admin' })).mockResolvedValueOnce(refused('last_event_admin', 409));
  await open('Anna');
  await press('Make participant');
  expect((await screen.findByRole('alert')).textContent).toContain('This is the last admin of the event');
  await press('Make participant');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Changing roles and removing people needs the network.'));
});

test('offers nothing about oneself, and to participants nothing at all', async () => {
  await open('Orga');
  expect(calls()).toEqual([]);
  await tearDown(db);
  await open('Anna', 'participant');
  expect(calls()).toEqual([]);
});
