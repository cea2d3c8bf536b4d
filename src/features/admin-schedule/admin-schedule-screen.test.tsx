import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import {
  clientOf,
  expectCommands,
  loadAnew,
  changeRemotely,
  pressInToast,
  scheduleEntry,
  serverRefuses,
  serverTakes,
  show,
  setUpScreen,
} from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { AdminScheduleScreen } from './admin-schedule-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const form = async (name: string) => within(await screen.findByRole('form', { name }));
const type = (field: HTMLElement, value: string) => fillIn(field, value);

const fieldsOf = ({ id: _id, version: _version, eventId: _eventId, ...fields }: ScheduleEntry) => fields;

test('disables Edit while an entry is added, and Add while one is edited', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  await form('New entry');
  expect((await button('Add entry')).disabled).toBe(true);
  expect((await button(/^Edit: Entry a, /)).disabled).toBe(true);
  await user.click((await form('New entry')).getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect((await button(/^Edit: Entry a, /)).disabled).toBe(false));
  expect(document.activeElement).toBe(await button('Add entry'));
  await user.click(await button(/^Edit: Entry a, /));
  await form('Edit entry');
  expect((await button('Add entry')).disabled).toBe(true);
});

test('shows missing values at their fields', async () => {
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  const fresh = await form('New entry');
  await user.click(fresh.getByRole('button', { name: 'Save' }));
  expect(fresh.getAllByText('Fill this in.')).toHaveLength(2);
  expect(document.activeElement).toBe(fresh.getByLabelText('Title'));
});

test('sends a new entry with instants, and reports success', async () => {
  show(db, <AdminScheduleScreen />, { online: true });
  await user.click(await button('Add entry'));
  const fresh = await form('New entry');
  await type(fresh.getByLabelText('Title'), 'Canoe tour');
  await type(fresh.getByLabelText('Start'), '2026-07-03T09:30');
  await type(fresh.getByLabelText('End'), '2026-07-03T12:30');
  await type(fresh.getByLabelText('Place'), 'Boathouse');
  await user.click(fresh.getByRole('button', { name: 'Save' }));
  const nothing = { details: null, locationUrl: null, locationAddress: null };
  const times = { startDate: '2026-07-03T07:30:00.000Z', endDate: '2026-07-03T10:30:00.000Z' };
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Canoe tour', locationName: 'Boathouse', ...times, ...nothing } }]);
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Schedule entry added'));
  const added = await screen.findByRole('article', { name: 'Canoe tour' });
  await waitFor(() => expect(document.activeElement).toBe(added));
});

const valueOf = (within: Awaited<ReturnType<typeof form>>, label: string) => within.getByLabelText<HTMLInputElement>(label).value;

test('fills in a new entry after the last one on its day, without making a draft', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b', { startDate: '2026-07-02T07:00:00.000Z' })]);
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  const fresh = await form('New entry');
  expect(['Start', 'End', 'Place'].map((label) => valueOf(fresh, label))).toEqual(['2026-07-02T15:00', '2026-07-02T16:00', 'Meadow']);
  expect(await db.drafts.count()).toBe(0);
  await type(fresh.getByLabelText('Start'), '2026-07-02T17:30');
  await waitFor(() => expect(valueOf(fresh, 'End')).toBe('2026-07-02T18:30'));
});

test('continues on the day that was chosen in the bar of days', async () => {
  const friday = { startDate: '2026-07-03T07:00:00.000Z', endDate: '2026-07-03T08:00:00.000Z' };
  await db.mirror('schedule').bulkPut([scheduleEntry('b'), scheduleEntry('a', friday)]);
  show(db, <AdminScheduleScreen />);
  const [, second] = within(await screen.findByRole('navigation', { name: 'Days' })).getAllByRole('button');
  await user.click(second!);
  await user.click(await button('Add entry'));
  await waitFor(async () => expect(valueOf(await form('New entry'), 'Start')).toBe('2026-07-03T10:00'));
});

test('adds several entries in a row, each with title and place, and returns the focus to the title', async () => {
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  const add = async (title: string, place: string, name: string) => {
    const fresh = await form('New entry');
    await waitFor(() => expect([valueOf(fresh, 'Title'), document.activeElement]).toEqual(['', fresh.getByLabelText('Title')]));
    await type(fresh.getByLabelText('Title'), title);
    await type(fresh.getByLabelText('Place'), place);
    await user.click(fresh.getByRole('button', { name }));
  };
  await add('Yoga', 'Meadow', 'Save and add another');
  await screen.findByRole('article', { name: 'Yoga' });
  await add('Breakfast', 'Tent', 'Save and add another');
  await screen.findByRole('article', { name: 'Breakfast' });
  await add('Talk', 'Barn', 'Save');
  await screen.findByRole('article', { name: 'Talk' });
  expect(screen.queryByRole('form')).toBeNull();
  const times = (await db.outbox.orderBy('seq').toArray()).map(({ args }) => (args as ScheduleEntry).startDate);
  expect(times).toEqual(['2026-07-01T07:00:00.000Z', '2026-07-01T08:00:00.000Z', '2026-07-01T09:00:00.000Z']);
});

test('keeps the suggested times of an unfinished entry when another entry is added elsewhere', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  await type((await form('New entry')).getByLabelText('Title'), 'Canoe');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  cleanup();
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('b', { endDate: '2026-07-02T16:00:00.000Z' })));
  show(db, <AdminScheduleScreen />);
  const restored = await form('New entry');
  await waitFor(() => expect(valueOf(restored, 'Title')).toBe('Canoe'));
  expect(valueOf(restored, 'Start')).toBe('2026-07-02T15:00');
});

test('folds address, link and details until they are wanted or filled in', async () => {
  await db.mirror('schedule').put(scheduleEntry('a', { details: 'Bring a towel' }));
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  const fresh = await form('New entry');
  expect(fresh.queryByLabelText(/^Details/)).toBeNull();
  await user.click(fresh.getByRole('button', { name: 'Address, link or details' }));
  expect(document.activeElement).toBe(fresh.getByLabelText('Address (optional)'));
  await type(fresh.getByLabelText('Link to a map (optional)'), 'meadow');
  await user.click(fresh.getByRole('button', { name: 'Save' }));
  expect(fresh.getByText('Enter a web address, like https://…')).toBeDefined();
  await user.click(fresh.getByRole('button', { name: 'Cancel' }));
  await user.click(await button(/^Edit: Entry a, /));
  expect((await form('Edit entry')).getByLabelText<HTMLTextAreaElement>(/^Details/).value).toBe('Bring a towel');
});

test('sends only the changed fields of an edit', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  await user.click(await button(/^Edit: Entry a, /));
  const edit = await form('Edit entry');
  expect(edit.getByLabelText<HTMLInputElement>('Start').value).toBe('2026-07-02T14:00');
  await type(edit.getByLabelText('End'), '2026-07-02T16:00');
  await user.click(edit.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { endDate: '2026-07-02T14:00:00.000Z' } }]);
});

/** Moves the entry of Thursday to Friday in its form, while another entry stays on Thursday, and saves it. */
async function saveOnFriday() {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />, { online: true });
  await user.click(await button(/^Edit: Entry a, /));
  const edit = await form('Edit entry');
  await type(edit.getByLabelText('Start'), '2026-07-03T14:00');
  await type(edit.getByLabelText('End'), '2026-07-03T15:00');
  await user.click(edit.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { startDate: '2026-07-03T12:00:00.000Z', endDate: '2026-07-03T13:00:00.000Z' } }]);
  // This change is rendered after the moved entry.
  await changeRemotely(() => db.mirror('schedule').update('b', { title: 'Drawn' }));
  await screen.findByRole('article', { name: 'Drawn' });
}

test('closes the form of an entry that moves to another day when the server has accepted, and focuses the entry there', async () => {
  await saveOnFriday();
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Schedule entry changed'));
  const saved = await screen.findByRole('article', { name: 'Entry a' });
  expect(screen.queryByRole('form')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(saved));
  expect(within(document.querySelector<HTMLElement>('[data-day="2026-07-03"]')!).getByText('Entry a')).toBeDefined();
});

test('returns refused values of a moved entry to its form', async () => {
  await saveOnFriday();
  await serverRefuses(db, 'forbidden');
  const edit = await form('Edit entry');
  expect(await edit.findByRole('alert')).toBeDefined();
  expect([edit.getByLabelText<HTMLInputElement>('Start').value, await db.outbox.count()]).toEqual(['2026-07-03T14:00', 0]);
});

test('keeps the focus in a form while somebody else moves its entry to another day', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />);
  await user.click(await button(/^Edit: Entry b, /));
  const place = (await form('Edit entry')).getByLabelText('Place');
  place.focus();
  const friday = { startDate: '2026-07-03T12:00:00.000Z', endDate: '2026-07-03T13:00:00.000Z', version: 2 };
  await changeRemotely(() => db.mirror('schedule').bulkPut(['a', 'b'].map((id) => scheduleEntry(id, friday))));
  await screen.findByRole('heading', { name: 'Friday, July 3, 2026' });
  expect(document.activeElement).toBe(place);
});

test('keeps an entry as a new one if somebody else deletes it under its open form', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  await user.click(await button(/^Edit: Entry a, /));
  await type((await form('Edit entry')).getByLabelText('Title'), 'Mine');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await changeRemotely(() => db.mirror('schedule').delete('a'));
  const gone = await form('Someone else deleted this entry');
  await user.click(await gone.findByRole('button', { name: 'Add it again' }));
  await expectCommands(db, [{ mutation: 'create', args: { ...fieldsOf(scheduleEntry('a')), title: 'Mine' } }]);
});

test('keeps a form that a draft opened when its text is cleared', async () => {
  await db.drafts.put({ id: 'schedule:1:new', text: JSON.stringify({ base: null, typed: { title: 'Ca' } }), updatedAt: 0 });
  show(db, <AdminScheduleScreen />);
  const title = (await form('New entry')).getByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(title.value).toBe('Ca'));
  await type(title, '');
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  // Entries are read together with the drafts.
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('a')));
  await screen.findByRole('article', { name: 'Entry a' });
  expect(title.isConnected).toBe(true);
});

const choose = async (entry: string, action: string) => {
  await user.click(await button(new RegExp(`^Actions: ${entry}, `)));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

const agree = async () => user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

test('asks before it deletes, reports success, and creates the entry again by Undo', async () => {
  await db.mirror('schedule').put(scheduleEntry('a', { details: 'Bring a towel' }));
  show(db, <AdminScheduleScreen />, { online: true });
  await choose('Entry a', 'Delete');
  await screen.findByRole('alertdialog');
  await expectCommands(db, []);
  await agree();
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  expect(toasts).not.toHaveBeenCalled();
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Schedule entry deleted'));
  await pressInToast('Undo');
  await expectCommands(db, [{ mutation: 'create', args: fieldsOf(scheduleEntry('a', { details: 'Bring a towel' })) }]);
});

test('sends nothing if a deletion without network is undone', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  show(db, <AdminScheduleScreen />);
  await choose('Entry a', 'Delete');
  await agree();
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  await pressInToast('Undo');
  await expectCommands(db, []);
  expect(await screen.findByRole('article', { name: 'Entry a' })).toBeDefined();
});

test('leaves the focus on the screen when an entry is deleted next to an open form', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(
    db,
    <main>
      <AdminScheduleScreen />
    </main>,
  );
  await user.click(await button('Add entry'));
  await form('New entry');
  await choose('Entry a', 'Delete');
  await agree();
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('shows a refused entry with its content, and resends it edited', async () => {
  const client = clientOf(db);
  const row = scheduleEntry('x');
  const { title, startDate, endDate, locationName } = row;
  await (await client.engine()).execute('schedule', 'create', { title, startDate, endDate, locationName }, { eventId: 1 });
  await park(db, await db.outbox.toArray(), 'forbidden');
  show(db, <AdminScheduleScreen />);
  expect(await screen.findByText('The schedule entry wasn’t added')).toBeDefined();
  await user.click(await button('Edit and send again'));
  const edit = await form('Edit entry');
  await type(edit.getByLabelText('Place'), 'Barn');
  await user.click(edit.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'create', args: { ...fieldsOf(row), locationName: 'Barn' } }]);
  expect(await screen.findByRole('article', { name: title })).toBeDefined();
});

test('reports a failed write and keeps the typed values', async () => {
  show(db, <AdminScheduleScreen />);
  await user.click(await button('Add entry'));
  const fresh = await form('New entry');
  await type(fresh.getByLabelText('Title'), 'Canoe tour');
  await type(fresh.getByLabelText('Start'), '2026-07-03T09:30');
  await type(fresh.getByLabelText('End'), '2026-07-03T12:30');
  await type(fresh.getByLabelText('Place'), 'Boathouse');
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(fresh.getByRole('button', { name: 'Save' }));
  expect((await fresh.findByRole('alert')).textContent).toBe('The schedule entry wasn’t added');
  expect(fresh.getByLabelText<HTMLInputElement>('Title').value).toBe('Canoe tour');
});

test.each(['new', 'a'])('opens no form in another event because of a draft in this one (%s)', async (target) => {
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
  await changeRemotely(() => db.mirror('me').put({ ...me, memberships, activeEventId: 2, version: 2 }));
  await screen.findByText('Entry b');
  expect((await button('Add entry')).disabled).toBe(false);
  expect(screen.queryByRole('form')).toBeNull();
});

test('closes an untouched form when its entry is deleted elsewhere, and reports it', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />);
  await user.click(await button(/^Edit: Entry a, /));
  await form('Edit entry');
  await changeRemotely(() => db.mirror('schedule').delete('a'));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Someone else deleted this entry'));
  expect(screen.queryByRole('form')).toBeNull();
  expect((await button('Add entry')).disabled).toBe(false);
});

test('keeps a form waiting during a first load instead of treating its entry as deleted', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  const client = show(db, <AdminScheduleScreen />, { online: true });
  await user.click(await button(/^Edit: Entry a, /));
  await type((await form('Edit entry')).getByLabelText('Title'), 'Mine');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await loadAnew(db);
  client.start();
  await waitFor(() => expect(client.status.get().firstLoad).not.toBeNull());
  await changeRemotely(() => db.mirror('schedule').delete('a'));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('a', { version: 2 })));
  await waitFor(async () => expect((await form('Edit entry')).getByLabelText<HTMLInputElement>('Title').value).toBe('Mine'));
  expect(toasts).not.toHaveBeenCalled();
  client.stop();
});
