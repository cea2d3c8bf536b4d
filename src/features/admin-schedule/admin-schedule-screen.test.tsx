import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ScheduleEntry, schedule } from '../../../contract/resources/schedule.ts';
import { eventId, userId } from '../../../tests/fixtures/device.ts';
import {
  clientOf,
  expectCommands,
  givenDevice,
  hearToasts,
  loadAnew,
  meanwhile,
  scheduleEntry,
  serverRefuses,
  serverTakes,
  show,
  tearDown,
} from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { park } from '../../sync/outbox/outbox.ts';
import { AdminScheduleScreen } from './admin-schedule-screen.tsx';

const said = hearToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(() => tearDown(db));

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const form = async (name: string) => within(await screen.findByRole('form', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const fieldsOf = ({ id: _id, version: _version, eventId: _eventId, ...fields }: ScheduleEntry) => fields;

test('add and edit exclude each other', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button('Add entry'));
  await form('New entry');
  expect((await button('Add entry')).disabled).toBe(true);
  expect((await button(/^Edit: Entry a, /)).disabled).toBe(true);
  fireEvent.click((await form('New entry')).getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect((await button(/^Edit: Entry a, /)).disabled).toBe(false));
  expect(document.activeElement).toBe(await button('Add entry'));
  fireEvent.click(await button(/^Edit: Entry a, /));
  await form('Edit entry');
  expect((await button('Add entry')).disabled).toBe(true);
});

test('what is missing is said at its field', async () => {
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button('Add entry'));
  const fresh = await form('New entry');
  fireEvent.click(fresh.getByRole('button', { name: 'Save' }));
  expect(fresh.getAllByText('Fill this in.')).toHaveLength(4);
  expect(document.activeElement).toBe(fresh.getByLabelText('Title'));
});

test('a new entry goes out with instants, and it is said that it was added', async () => {
  show(db, <AdminScheduleScreen />, { online: true });
  fireEvent.click(await button('Add entry'));
  const fresh = await form('New entry');
  type(fresh.getByLabelText('Title'), 'Canoe tour');
  type(fresh.getByLabelText('Start'), '2026-07-03T09:30');
  type(fresh.getByLabelText('End'), '2026-07-03T12:30');
  type(fresh.getByLabelText('Place'), 'Boathouse');
  fireEvent.click(fresh.getByRole('button', { name: 'Save' }));
  const nothing = { details: null, locationUrl: null, locationAddress: null };
  const times = { startDate: '2026-07-03T07:30:00.000Z', endDate: '2026-07-03T10:30:00.000Z' };
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Canoe tour', locationName: 'Boathouse', ...times, ...nothing } }]);
  await serverTakes(db);
  await waitFor(() => expect(said).toHaveBeenCalledWith('Schedule entry added'));
  const added = await screen.findByRole('article', { name: 'Canoe tour' });
  await waitFor(() => expect(document.activeElement).toBe(added));
});

test('an edit sends what changed', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button(/^Edit: Entry a, /));
  const edit = await form('Edit entry');
  expect(edit.getByLabelText<HTMLInputElement>('Start').value).toBe('2026-07-02T14:00');
  type(edit.getByLabelText('End'), '2026-07-02T16:00');
  fireEvent.click(edit.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { endDate: '2026-07-02T14:00:00.000Z' } }]);
});

/** Puts the entry of Thursday on Friday in its form, where another one stands on Thursday too, and saves it. */
async function saveOnFriday() {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />, { online: true });
  fireEvent.click(await button(/^Edit: Entry a, /));
  const edit = await form('Edit entry');
  type(edit.getByLabelText('Start'), '2026-07-03T14:00');
  type(edit.getByLabelText('End'), '2026-07-03T15:00');
  fireEvent.click(edit.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { startDate: '2026-07-03T12:00:00.000Z', endDate: '2026-07-03T13:00:00.000Z' } }]);
  // What is drawn with the entry where it is now.
  await meanwhile(() => db.mirror('schedule').update('b', { title: 'Drawn' }));
  await screen.findByRole('article', { name: 'Drawn' });
}

test('a form that takes its entry to another day ends when the server has it, and the focus is on the entry there', async () => {
  await saveOnFriday();
  await serverTakes(db);
  await waitFor(() => expect(said).toHaveBeenCalledWith('Schedule entry changed'));
  const saved = await screen.findByRole('article', { name: 'Entry a' });
  expect(screen.queryByRole('form')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(saved));
  expect(within(document.querySelector<HTMLElement>('[data-day="2026-07-03"]')!).getByText('Entry a')).toBeDefined();
});

test('what the server refuses of an entry on another day is in its form again', async () => {
  await saveOnFriday();
  await serverRefuses(db, 'forbidden');
  const edit = await form('Edit entry');
  expect(await edit.findByRole('alert')).toBeDefined();
  expect([edit.getByLabelText<HTMLInputElement>('Start').value, await db.outbox.count()]).toEqual(['2026-07-03T14:00', 0]);
});

test('whoever types in a form keeps it while somebody else moves its entry to another day', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button(/^Edit: Entry b, /));
  const place = (await form('Edit entry')).getByLabelText('Place');
  place.focus();
  const friday = { startDate: '2026-07-03T12:00:00.000Z', endDate: '2026-07-03T13:00:00.000Z', version: 2 };
  await meanwhile(() => db.mirror('schedule').bulkPut(['a', 'b'].map((id) => scheduleEntry(id, friday))));
  await screen.findByRole('heading', { name: 'Friday, July 3, 2026' });
  expect(document.activeElement).toBe(place);
});

test('an entry that somebody else deletes under its open form can be kept as a new one', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button(/^Edit: Entry a, /));
  type((await form('Edit entry')).getByLabelText('Title'), 'Mine');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await meanwhile(() => db.mirror('schedule').delete('a'));
  const gone = await form('Someone else deleted this entry');
  fireEvent.click(await gone.findByRole('button', { name: 'Add it again' }));
  await expectCommands(db, [{ mutation: 'create', args: { ...fieldsOf(scheduleEntry('a')), title: 'Mine' } }]);
});

test('a form that opened by itself stays open when its text is cleared', async () => {
  await db.drafts.put({ id: 'schedule:1:new', text: JSON.stringify({ base: null, typed: { title: 'Ca' } }), updatedAt: 0 });
  show(db, <AdminScheduleScreen />);
  const title = (await form('New entry')).getByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(title.value).toBe('Ca'));
  type(title, '');
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  // Read together with the drafts.
  await meanwhile(() => db.mirror('schedule').put(scheduleEntry('a')));
  await screen.findByRole('article', { name: 'Entry a' });
  expect(title.isConnected).toBe(true);
});

test('deleting asks first', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />, { online: true });
  fireEvent.click(await button(/^Delete: Entry a, /));
  const question = within(await screen.findByRole('alertdialog'));
  await expectCommands(db, []);
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  expect(said).not.toHaveBeenCalled();
  await serverTakes(db);
  await waitFor(() => expect(said).toHaveBeenCalledWith('Schedule entry deleted'));
});

test('what is deleted beside an open form leaves the focus on the screen', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(
    db,
    <main>
      <AdminScheduleScreen />
    </main>,
  );
  fireEvent.click(await button('Add entry'));
  await form('New entry');
  const remove = await button(/^Delete: Entry a, /);
  remove.focus();
  fireEvent.click(remove);
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('a refused entry keeps its content, and goes out again from its form', async () => {
  const client = clientOf(db);
  const row = scheduleEntry('x');
  const { title, startDate, endDate, locationName } = row;
  await client.execute(schedule, 'create', { title, startDate, endDate, locationName }, { eventId: 1 });
  await park(db, await db.outbox.toArray(), 'forbidden');
  show(db, <AdminScheduleScreen />);
  expect(await screen.findByText('The schedule entry wasn’t added')).toBeDefined();
  fireEvent.click(await button('Edit and send again'));
  const edit = await form('Edit entry');
  type(edit.getByLabelText('Place'), 'Barn');
  fireEvent.click(edit.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'create', args: { ...fieldsOf(row), locationName: 'Barn' } }]);
  expect(await screen.findByRole('article', { name: title })).toBeDefined();
});

test('a failed write is told, and what was typed stays', async () => {
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button('Add entry'));
  const fresh = await form('New entry');
  type(fresh.getByLabelText('Title'), 'Canoe tour');
  type(fresh.getByLabelText('Start'), '2026-07-03T09:30');
  type(fresh.getByLabelText('End'), '2026-07-03T12:30');
  type(fresh.getByLabelText('Place'), 'Boathouse');
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  fireEvent.click(fresh.getByRole('button', { name: 'Save' }));
  expect((await fresh.findByRole('alert')).textContent).toBe('The schedule entry wasn’t added');
  expect(fresh.getByLabelText<HTMLInputElement>('Title').value).toBe('Canoe tour');
});

test.each(['new', 'a'])('in another event no form is open, whatever is unfinished in this one (%s)', async (target) => {
  const event = (await db.mirror('events').get(eventId))!;
  await db.mirror('events').put({ ...event, id: 2, title: 'Other' });
  const me = (await db.mirror('me').get(userId))!;
  const memberships = [eventId, 2].map((id) => ({ eventId: id, role: 'admin' as const }));
  await db.mirror('me').put({ ...me, memberships });
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), { ...scheduleEntry('b'), eventId: 2 }]);
  const base = target === 'new' ? null : scheduleEntry('a');
  await db.drafts.put({ id: `schedule:${eventId}:${target}`, text: JSON.stringify({ base, typed: { title: 'Half' } }), updatedAt: 1 });
  show(db, <AdminScheduleScreen />);
  await screen.findByRole('form');
  await meanwhile(() => db.mirror('me').put({ ...me, memberships, activeEventId: 2, version: 2 }));
  await screen.findByText('Entry b');
  expect((await button('Add entry')).disabled).toBe(false);
  expect(screen.queryByRole('form')).toBeNull();
});

test('a form that nothing was typed in closes when its entry is deleted elsewhere, which is said', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />);
  fireEvent.click(await button(/^Edit: Entry a, /));
  await form('Edit entry');
  await meanwhile(() => db.mirror('schedule').delete('a'));
  await waitFor(() => expect(said).toHaveBeenCalledWith('Someone else deleted this entry'));
  expect(screen.queryByRole('form')).toBeNull();
  expect((await button('Add entry')).disabled).toBe(false);
});

test('a form waits for its entry while the mirror is loaded anew, and is not taken for one of an entry that is gone', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  const client = show(db, <AdminScheduleScreen />, { online: true });
  fireEvent.click(await button(/^Edit: Entry a, /));
  type((await form('Edit entry')).getByLabelText('Title'), 'Mine');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await loadAnew(db);
  client.start();
  await waitFor(() => expect(client.status.get().firstLoad).not.toBeNull());
  await meanwhile(() => db.mirror('schedule').delete('a'));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await meanwhile(() => db.mirror('schedule').put(scheduleEntry('a', { version: 2 })));
  await waitFor(async () => expect((await form('Edit entry')).getByLabelText<HTMLInputElement>('Title').value).toBe('Mine'));
  expect(said).not.toHaveBeenCalled();
  client.stop();
});
