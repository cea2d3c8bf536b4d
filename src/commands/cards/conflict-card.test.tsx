import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import { clash, clientOf, expectCommands, scheduleEntry, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { NotSentScreen } from '#features/not-sent/not-sent-screen.tsx';

const before = scheduleEntry('a');
const target = { id: 'a', eventId: 1 };
let db: EventDatabase;
setUpScreen('admin', async (device) => {
  db = device;
  await db.mirror('schedule').put(before);
});

const card = async () => within(await screen.findByRole('article', { name: 'Conflict: Entry a' }));

test('asks about each group of fields that both changed, with both versions and the base', async () => {
  const mine = { title: 'Mine', startDate: '2026-07-02T12:30:00.000Z', details: 'Bring water' };
  await (await clientOf(db).engine()).execute('schedule', 'edit', mine, target);
  await clash(db, { ...before, version: 2, title: 'Theirs', endDate: '2026-07-02T14:00:00.000Z' });
  show(db, <NotSentScreen />);
  const conflict = await card();
  const groups = conflict.getAllByRole('group');
  expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual(['Time', 'Title']);
  const title = within(conflict.getByRole('group', { name: 'Title' }));
  expect(title.getByText('Entry a')).toBeDefined();
  // Nothing is preselected, and nothing is sent before all is decided.
  await user.click(conflict.getByRole('button', { name: 'Save choice' }));
  expect(document.activeElement).toBe(within(groups[0] as HTMLElement).getAllByRole('radio')[0]);
  await user.click(title.getByRole('radio', { name: 'On the server Theirs' }));
  await user.click(within(conflict.getByRole('group', { name: 'Time' })).getByRole('radio', { name: /^Yours/ }));
  await user.click(conflict.getByRole('button', { name: 'Save choice' }));
  const times = { startDate: '2026-07-02T12:30:00.000Z', endDate: '2026-07-02T13:00:00.000Z' };
  await expectCommands(db, [{ mutation: 'edit', args: { ...times, details: 'Bring water' } }]);
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Conflict: Entry a' })).toBeNull());
});

const { id: _id, version: _version, eventId: _eventId, ...fields } = before;
test.each([
  ['recreates the row on request', 'Add it again', [{ mutation: 'create', args: { ...fields, title: 'Mine' } }]],
  ['discards the change on request', 'Leave it deleted', []],
])('edited here and removed there: %s', async (_, choice, commands) => {
  await (await clientOf(db).engine()).execute('schedule', 'edit', { title: 'Mine' }, target);
  await clash(db, null);
  show(db, <NotSentScreen />);
  const conflict = await card();
  expect(conflict.getByText('Someone else deleted “Entry a” while you were changing it.')).toBeDefined();
  await user.click(conflict.getByRole('button', { name: choice }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Conflict: Entry a' })).toBeNull());
  await expectCommands(db, commands);
});

test('offers only to discard a change of a row that no device can create', async () => {
  await (await clientOf(db).engine()).execute('events', 'edit', { title: 'Summer camp' }, { id: 1, eventId: 1 });
  const id = arrangementId(1, 'menu');
  await (
    await clientOf(db).engine()
  ).execute('arrangements', 'menu', { updates: [{ id: '01900000-0000-7000-8000-000000000001', position: 1 }] }, { id, eventId: 1 });
  await clash(db, null);
  show(db, <NotSentScreen />);
  for (const name of ['Conflict: Camp', 'Conflict: Menu order']) {
    const conflict = within(await screen.findByRole('article', { name }));
    expect(conflict.queryByRole('button', { name: 'Add it again' })).toBeNull();
    await user.click(conflict.getByRole('button', { name: 'Leave it deleted' }));
  }
  await expectCommands(db, []);
});

test.each([
  ['keeps the row on request', 'Keep it', []],
  ['deletes it on request', 'Delete anyway', [{ mutation: 'remove', args: {} }]],
])('removed here and edited there: shows the change, and %s', async (_, choice, commands) => {
  await (await clientOf(db).engine()).execute('schedule', 'remove', {}, target);
  await clash(db, { ...before, version: 2, title: 'Theirs' });
  show(db, <NotSentScreen />);
  const conflict = await card();
  expect(conflict.getByText('Theirs')).toBeDefined();
  await user.click(conflict.getByRole('button', { name: choice }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Conflict: Entry a' })).toBeNull());
  await expectCommands(db, commands);
});
