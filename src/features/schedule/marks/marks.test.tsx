import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { type Mark, markId } from '#contract/resources/marks.ts';
import type { EventDatabase } from '#db/database.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { SyncClient } from '#sync/engine/client.ts';
import { changeRemotely, expectCommands, scheduleEntry, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { ScheduleScreen } from '../schedule-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));
beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const givenEntries = (...ids: string[]) =>
  db.mirror('schedule').bulkPut(ids.map((id) => scheduleEntry(id, { startDate: soon(1), endDate: soon(2) })));
const givenMark = (entryId: string, part: Partial<Mark>) =>
  db.mirror('marks').put({
    id: markId(entryId, userId),
    version: 1,
    eventId,
    userId,
    entryId,
    starred: false,
    hidden: false,
    note: '',
    remindMinutes: 10,
    ...part,
  });

function open(path = '/schedule') {
  const place = memoryLocation({ path, record: true });
  show(
    db,
    <Router hook={place.hook}>
      <ScheduleScreen open={path.split('/entry/')[1]} />
    </Router>,
  );
}

const star = (name: string) => screen.findByRole('button', { name: new RegExp(`^My agenda: Entry ${name}, `) });
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const pressed = (node: HTMLElement) => node.getAttribute('aria-pressed');

test('stars an entry at once from its row, and takes the star away again', async () => {
  await givenEntries('yoga', 'walk');
  open();
  await user.click(await star('yoga'));
  await waitFor(async () => expect(pressed(await star('yoga'))).toBe('true'));
  expect(pressed(await star('walk'))).toBe('false');
  await user.click(await star('yoga'));
  await waitFor(async () => expect(pressed(await star('yoga'))).toBe('false'));
  expect(await db.mirror('marks').get(markId('yoga', userId))).toMatchObject({ starred: false, $pending: expect.anything() });
});

test('answers the tap on a star before the device has stored it', async () => {
  await givenEntries('yoga');
  open();
  const button = await star('yoga');
  fireEvent.click(button);
  expect([button.getAttribute('aria-busy'), pressed(button)]).toEqual(['true', 'false']);
  await waitFor(() => expect([button.getAttribute('aria-busy'), pressed(button)]).toEqual(['false', 'true']));
});

test.each([false, true])('draws the rows of a long schedule (while a tapped star is not stored: %s)', async (isStoring) => {
  await givenEntries('yoga');
  open();
  const button = await star('yoga');
  if (isStoring) {
    vi.spyOn(SyncClient.prototype, 'engine').mockReturnValue(new Promise(() => {}));
    fireEvent.click(button);
  }
  await changeRemotely(() => givenEntries(...Array.from({ length: 60 }, (_, index) => `e${index}`)));
  await waitFor(() => expect(titles()).toHaveLength(61), { timeout: 5_000 });
});

test('takes a star away again that is tapped a second time before it is stored', async () => {
  await givenEntries('yoga');
  open();
  const button = await star('yoga');
  fireEvent.click(button);
  fireEvent.click(button);
  await expectCommands(db, [{ args: { starred: true } }, { args: { starred: false } }]);
  await waitFor(() => expect([button.getAttribute('aria-busy'), pressed(button)]).toEqual(['false', 'false']));
});

test('shows only starred entries on request, and all without any star', async () => {
  await givenEntries('yoga', 'walk');
  await givenMark('yoga', { starred: true });
  open();
  await user.click(await screen.findByRole('button', { name: 'My agenda (1)' }));
  expect(titles()).toEqual(['Entry yoga']);
  await user.click(await star('yoga'));
  await waitFor(() => expect(titles()).toHaveLength(2));
  expect(screen.queryByRole('group', { name: 'Which sessions' })).toBeNull();
});

test('leaves out hidden entries until the person asks for them', async () => {
  await givenEntries('yoga', 'walk');
  await givenMark('walk', { hidden: true });
  open();
  await screen.findByRole('group', { name: 'Which sessions' });
  expect(titles()).toEqual(['Entry yoga']);
  await user.click(screen.getByRole('button', { name: 'Hidden (1)' }));
  expect(titles()).toEqual(['Entry walk']);
});

test('marks starred entries in the grid', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  localStorage.setItem('schedule-layout', 'grid');
  await givenEntries('yoga', 'walk');
  await givenMark('yoga', { starred: true });
  open();
  const link = await screen.findByRole('link', { name: /Entry yoga/ });
  expect(within(link).getByRole('img', { name: 'In my agenda' })).toBeDefined();
  expect(within(screen.getByRole('link', { name: /Entry walk/ })).queryByRole('img')).toBeNull();
});

const sheet = async () => within(await screen.findByRole('dialog'));

test('hides an entry from its detail', async () => {
  await givenEntries('yoga');
  open('/schedule/entry/yoga');
  await user.click(await (await sheet()).findByRole('button', { name: 'Not for me' }));
  expect(await (await sheet()).findByRole('button', { name: 'Show again' })).toBeDefined();
  await expectCommands(db, [{ mutation: 'mark', args: { hidden: true } }]);
});

test('keeps a note that was typed and not saved, and saves it', async () => {
  await givenEntries('yoga');
  await db.drafts.put({ id: 'note:yoga', text: 'Bring a to', updatedAt: 0 });
  open('/schedule/entry/yoga');
  await user.click(await (await sheet()).findByRole('button', { name: 'Add a note' }));
  const field = await (await sheet()).findByLabelText<HTMLTextAreaElement>('Your note');
  await waitFor(() => expect(field.value).toBe('Bring a to'));
  await fillIn(field, 'Bring a towel');
  await user.click((await sheet()).getByRole('button', { name: 'Save note' }));
  expect(await (await sheet()).findByText('Bring a towel')).toBeDefined();
  await expectCommands(db, [{ mutation: 'mark', args: { note: 'Bring a towel' } }]);
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('changes the reminder of a starred entry, and offers none without a star', async () => {
  await givenEntries('yoga');
  open('/schedule/entry/yoga');
  await (await sheet()).findByRole('button', { name: 'Add to my agenda' });
  expect((await sheet()).queryByLabelText('Reminder')).toBeNull();
  await user.click((await sheet()).getByRole('button', { name: 'Add to my agenda' }));
  const choice = await (await sheet()).findByLabelText<HTMLSelectElement>('Reminder');
  expect(choice.value).toBe('10');
  await user.selectOptions(choice, 'No reminder');
  await waitFor(async () => expect(await db.mirror('marks').get(markId('yoga', userId))).toMatchObject({ remindMinutes: null }));
});
