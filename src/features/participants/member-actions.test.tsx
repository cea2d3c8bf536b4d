import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventRow } from '#contract/resources/events.ts';
import { participant, userId } from '#tests/fixtures/device.ts';
import { noNetwork, refused } from '#tests/fixtures/screens/session-answers.ts';
import { givenDevice, recordToasts, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SyncClient } from '#sync/engine/client.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { PeopleList } from './people-list.tsx';
import { RemovedPeople } from './removed-people.tsx';

const toasts = recordToasts();
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
  await waitFor(() => expect(client.context.get()).toBeDefined());
  await user.click(screen.getByRole('button', { name: new RegExp(name) }));
  await screen.findByRole('dialog', { name: `Contact ${name}` });
}
const press = async (name: string): Promise<void> => user.click(await screen.findByRole('button', { name }));
const calls = () => call.mock.calls.map(([{ method, path, body }]) => [`${method} ${path}`, body]);
const path = '/api/event/1/participant/3';

test('makes a member an admin, and a participant again', async () => {
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
  expect(toasts).toHaveBeenCalledExactlyOnceWith('Anna is now an admin of this event');
});

test('removes a member after a confirmation that offers new codes and the removal of their content', async () => {
  call
    .mockResolvedValueOnce(answer({ role: 'participant' }))
    .mockResolvedValueOnce(answer({ counts: { posts: 12, photos: 1 }, total: 13 }))
    .mockResolvedValueOnce(done);
  await open('Anna');
  await press('Remove from event');
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove Anna from the event?' }));
  expect(await question.findByText('12 posts, 1 photo. This can’t be undone.')).toBeDefined();
  await user.click(question.getByRole('switch', { name: 'Also delete everything they shared here' }));
  await user.click(question.getByRole('switch', { name: 'Create new event codes' }));
  await user.click(question.getByRole('button', { name: 'Remove from event' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('Anna was removed from the event'));
  expect(calls().slice(1)).toEqual([
    [`GET ${path}/content`, undefined],
    [`POST ${path}/remove`, { newCodes: true, content: true }],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('deletes the content of a member after a confirmation with counts, and keeps the member', async () => {
  call
    .mockResolvedValueOnce(answer({ role: 'participant' }))
    .mockResolvedValueOnce(answer({ counts: { posts: 1 }, total: 1 }))
    .mockResolvedValueOnce(done);
  await open('Anna');
  await press('Delete everything they shared: Anna');
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete everything Anna shared?' }));
  expect(await question.findByText(/^1 post\. It disappears for everyone/)).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Delete everything they shared' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('Everything Anna shared has been deleted'));
  expect(calls()[2]).toEqual([`DELETE ${path}/content`, undefined]);
});

test('lists removed people for organisers, and lets one back in', async () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const removed = [
    { id, userId: 3, name: 'Anna', removedAt: '2026-11-21T12:00:00.000Z' },
    { id: id.replace('1', '2'), userId: null, name: '', removedAt: '2026-11-20T12:00:00.000Z' },
  ];
  call
    .mockResolvedValueOnce(answer({ removed }))
    .mockResolvedValueOnce(done)
    .mockResolvedValueOnce(answer({ removed: [] }));
  db = await givenDevice('admin');
  show(db, <RemovedPeople event={{ id: 1, dateLocale: 'auto', timeZone: 'UTC' } as EventRow} />);
  await screen.findByText(/Deleted account/);
  await press('Let back in: Anna');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Removed people' })).toBeNull());
  expect(toasts).toHaveBeenCalledExactlyOnceWith('Anna can join again');
  expect(calls()[1]).toEqual([`DELETE /api/event/1/removed/${id}`, undefined]);
});

test('shows why a change failed: the last admin, and no network', async () => {
  call.mockResolvedValueOnce(answer({ role: 'admin' })).mockResolvedValueOnce(refused('last_event_admin', 409));
  await open('Anna');
  await press('Make participant');
  expect((await screen.findByRole('alert')).textContent).toContain('This is the last admin of the event');
  await press('Make participant');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('You need to be online to change roles or remove people.'));
});

test('offers no actions about the signed-in user, and none to participants', async () => {
  await open('Orga');
  expect(calls()).toEqual([]);
  await tearDown(db);
  await open('Anna', 'participant');
  expect(calls()).toEqual([]);
});
