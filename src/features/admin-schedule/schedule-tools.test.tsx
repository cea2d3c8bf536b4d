import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, changeRemotely, scheduleEntry, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { ThreadWorker } from '#tests/fixtures/screens/web-worker.ts';
import { savedFiles } from '#tests/fixtures/saved-files.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { AdminScheduleScreen } from './admin-schedule-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const duplicate = async () => {
  await user.click(await button(/^Actions: Entry a, /));
  return screen.findByRole('menuitem', { name: 'Duplicate' });
};
const type = (field: HTMLElement, value: string) => fillIn(field, value);
const choose = async (name: string): Promise<void> => {
  await user.click(await button('More actions'));
  await user.click(await screen.findByRole('menuitem', { name }));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const list = (name: string) => within(screen.getByRole('list', { name }));
const place = { locationName: 'Meadow', locationUrl: null, locationAddress: null };

test('opens a form with the values of the duplicated entry, and stores them as a draft', async () => {
  await db.mirror('schedule').put(scheduleEntry('a', { details: 'Bring a mat' }));
  show(db, <AdminScheduleScreen />);
  await user.click(await duplicate());
  const fresh = within(await screen.findByRole('form', { name: 'New entry' }));
  const title = fresh.getByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(title.value).toBe('Entry a'));
  expect(document.activeElement).toBe(title);
  expect((await db.drafts.toArray()).map(({ id }) => id)).toEqual([`schedule:${eventId}:new`]);
  expect((await button('Add entry')).disabled).toBe(true);
  expect((await duplicate()).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await type(fresh.getByLabelText('Title'), 'Entry a again');
  await user.click(fresh.getByRole('button', { name: 'Save' }));
  const times = { startDate: '2026-07-02T12:00:00.000Z', endDate: '2026-07-02T13:00:00.000Z' };
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Entry a again', details: 'Bring a mat', ...times, ...place } }]);
  expect(await db.drafts.count()).toBe(0);
});

test('keeps the draft of a new entry when another one is duplicated', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  await db.drafts.put({ id: `schedule:${eventId}:new`, text: JSON.stringify({ base: null, typed: { title: 'Half' } }), updatedAt: 0 });
  await db.drafts.put({
    id: `schedule:${eventId}:a`,
    text: JSON.stringify({ base: scheduleEntry('a'), typed: { title: 'B' } }),
    updatedAt: 0,
  });
  show(db, <AdminScheduleScreen />);
  const edit = within(await screen.findByRole('form', { name: 'Edit entry' }));
  await user.click(edit.getByRole('button', { name: 'Cancel' }));
  await user.click(await duplicate());
  const fresh = within(await screen.findByRole('form', { name: 'New entry' }));
  await waitFor(() => expect(fresh.getByLabelText<HTMLInputElement>('Title').value).toBe('Half'));
  expect(toasts).toHaveBeenCalledWith('You have an unfinished entry. Save or cancel it first.');
});

test('moves a day as previewed, in one transaction', async () => {
  await db
    .mirror('schedule')
    .bulkPut([
      scheduleEntry('a'),
      scheduleEntry('night', { startDate: '2026-07-02T21:00:00.000Z', endDate: '2026-07-02T23:00:00.000Z' }),
      scheduleEntry('next', { startDate: '2026-07-03T08:00:00.000Z', endDate: '2026-07-03T09:00:00.000Z' }),
    ]);
  show(db, <AdminScheduleScreen />, { online: true });
  await choose('Move a day');
  const move = await dialog('Move a day');
  await user.selectOptions(move.getByLabelText('Which day'), '2026-07-02');
  await user.click(move.getByRole('button', { name: 'Move 2 entries' }));
  expect(move.getByText('Choose another day, or enter some minutes.')).toBeDefined();
  await type(move.getByLabelText('To'), '2026-07-04');
  await type(move.getByLabelText('Shift by (minutes)'), '30');
  await user.selectOptions(move.getByLabelText('Direction'), 'earlier');
  const entries = list('Entries on that day, before and after').getAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Entry a.*14:00 – 15:00 → .*13:30 – 14:30$/),
    expect.stringMatching(/^Entry night.*23:00 – .*01:00 → .*22:30 – .*00:30$/),
  ]);
  await user.click(move.getByRole('button', { name: 'Move 2 entries' }));
  await expectCommands(db, [
    { mutation: 'edit', args: { startDate: '2026-07-04T11:30:00.000Z', endDate: '2026-07-04T12:30:00.000Z' } },
    { mutation: 'edit', args: { startDate: '2026-07-04T20:30:00.000Z', endDate: '2026-07-04T22:30:00.000Z' } },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('2 entries moved'));
});

test('moves nothing while one entry cannot be moved, and shows concurrent changes in the preview', async () => {
  await db
    .mirror('schedule')
    .bulkPut([scheduleEntry('a'), scheduleEntry('early', { startDate: '2026-07-02T00:30:00.000Z', endDate: '2026-07-02T00:45:00.000Z' })]);
  show(db, <AdminScheduleScreen />);
  await choose('Move a day');
  const move = await dialog('Move a day');
  await type(move.getByLabelText('To'), '2027-03-28');
  await user.click(move.getByRole('button', { name: 'Move 2 entries' }));
  expect(move.getByText('The clocks go forward that night, so this time doesn’t exist.')).toBeDefined();
  expect(move.getByRole('alert').textContent).toBe('Some entries can’t be moved like this. See the list.');
  await expectCommands(db, []);
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('early', { version: 2, title: 'Early bird' })));
  await move.findByText('Early bird');
  await user.click(move.getByRole('button', { name: 'Move 2 entries' }));
  const args = { startDate: '2027-03-28T12:00:00.000Z', endDate: '2027-03-28T13:00:00.000Z' };
  await expectCommands(db, [
    { mutation: 'edit', args },
    { mutation: 'edit', args },
  ]);
});

const paste = async (text: string) => {
  await choose('Import');
  const opened = await dialog('Import');
  await type(opened.getByLabelText('Or paste entries here, with their column headings'), text);
  await user.click(opened.getByRole('button', { name: 'Preview changes' }));
  return opened;
};
const table = [
  'Title,Start,End,Place',
  'Entry a,2026-07-02 14:00,2026-07-02 15:30,Barn',
  'Entry b,2026-07-02 14:00,2026-07-02 15:00,Meadow',
  'Canoe tour,3.7.2026 9:00,3.7.2026 12:00,Boathouse',
  'Left out,3.7.2026 9:00,3.7.2026 10:00,Tent',
  'Wrong,someday,3.7.2026 10:00,Tent',
].join('\n');

test('previews an import, imports the selected lines, and changes nothing when repeated', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  show(db, <AdminScheduleScreen />);
  const opened = await paste(table);
  const summary = await opened.findByText('2 new · 1 changed · 1 unchanged · 1 unreadable');
  // The summary takes the focus after it is rendered.
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(opened.getByText('Line 6: Wrong')).toBeDefined();
  expect(opened.getByText('Start: Not a valid time. Write it like 2026‑07‑02 14:30 or 2.7.2026 14:30.')).toBeDefined();
  const changes = list('New and changed entries').getAllByRole('listitem');
  expect(changes[0]?.textContent).toMatch(/^Changed: Entry a.*Time: .*15:00 → .*15:30Place: Meadow → Barn$/);
  await user.click(within(changes[2]!).getByRole('checkbox'));
  await user.click(opened.getByRole('button', { name: 'Import 2 entries' }));
  const times = { startDate: '2026-07-03T07:00:00.000Z', endDate: '2026-07-03T10:00:00.000Z' };
  await expectCommands(db, [
    { mutation: 'edit', args: { endDate: '2026-07-02T13:30:00.000Z', locationName: 'Barn' } },
    { mutation: 'create', args: { title: 'Canoe tour', details: null, ...times, ...place, locationName: 'Boathouse' } },
  ]);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  const again = await paste(table);
  await again.findByText('1 new · 0 changed · 3 unchanged · 1 unreadable');
  await user.click(again.getByLabelText(/^New: Left out/));
  await user.click(again.getByRole('button', { name: 'Import 0 entries' }));
  expect(again.getByRole('alert').textContent).toBe('Nothing selected.');
  await waitFor(async () => expect(await db.outbox.count()).toBe(2));
});

test('gives entries without a place the typed one, and selects or deselects all', async () => {
  show(db, <AdminScheduleScreen />);
  const opened = await paste('Title,Start,End\nA,2.7.2026 9:00,10:00\nB,2.7.2026 9:00,10:00');
  await opened.findByText('0 new · 0 changed · 0 unchanged · 2 unreadable');
  await type(opened.getByLabelText('Place for new entries without one'), 'Hall');
  await opened.findByText('2 new · 0 changed · 0 unchanged · 0 unreadable');
  await user.click(opened.getByLabelText('Select all'));
  expect(opened.getByRole('button', { name: 'Import 0 entries' })).toBeDefined();
  await user.click(opened.getByLabelText('Select all'));
  await user.click(opened.getByRole('button', { name: 'Import 2 entries' }));
  await waitFor(async () =>
    expect((await db.outbox.toArray()).map(({ args }) => (args as { locationName: string }).locationName)).toEqual(['Hall', 'Hall']),
  );
});

test('reads a calendar file in a worker', async () => {
  vi.stubGlobal('Worker', ThreadWorker);
  show(db, <AdminScheduleScreen />);
  await choose('Import');
  const opened = await dialog('Import');
  const event = ['UID:1', 'SUMMARY:Talk', 'LOCATION:Hall', 'DTSTART:20260702T100000Z', 'DURATION:PT1H'].join('\r\n');
  const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  const file = Object.assign(new File([text], 'a.ics'), { arrayBuffer: async () => new TextEncoder().encode(text).buffer });
  await user.upload(opened.getByLabelText('Choose file', { selector: 'input' }), file);
  await opened.findByText('1 new · 0 changed · 0 unchanged · 0 unreadable');
  await user.click(opened.getByRole('button', { name: 'Import 1 entry' }));
  const times = { startDate: '2026-07-02T10:00:00.000Z', endDate: '2026-07-02T11:00:00.000Z' };
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Talk', details: null, ...times, ...place, locationName: 'Hall' } }]);
});

test('reports each omitted calendar entry and each guessed zone', async () => {
  vi.stubGlobal('Worker', ThreadWorker);
  show(db, <AdminScheduleScreen />);
  const entry = (uid: string, ...lines: string[]): string[] => ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Of ${uid}`, ...lines, 'END:VEVENT'];
  const opened = await paste(
    [
      'BEGIN:VCALENDAR',
      ...entry('taken', 'LOCATION:Hall', 'DTSTART:20260702T100000Z'),
      ...entry('two', 'LOCATION:Hall', 'DTSTART:20260703T100000Z'),
      ...entry('two', 'LOCATION:Hall', 'DTSTART:20260703T100000Z'),
      ...entry('cancelled', 'DTSTART:20260702T100000Z', 'STATUS:CANCELLED'),
      ...entry('far', 'DTSTART:20200702T100000Z'),
      ...entry('broken', 'DTSTART:nonsense'),
      ...entry('elsewhere', 'LOCATION:Hall', 'DTSTART;TZID=Middle Earth:20260702T100000'),
      ...entry('floating', 'LOCATION:Hall', 'DTSTART:20260702T110000'),
      'END:VCALENDAR',
    ].join('\r\n'),
  );
  await opened.findByText('4 new · 0 changed · 0 unchanged · 0 unreadable');
  for (const line of [
    /^1 entry is in the file twice.* Of two$/,
    /^1 entry is cancelled or private.* Of cancelled$/,
    /^1 entry is more than two weeks before or after.* Of far$/,
    /^1 entry can’t be read/,
    /^We don’t know the time zone Middle Earth\./,
    /^1 entry has no time zone\./,
  ])
    expect(opened.getByText(line)).toBeDefined();
});

test('reports an unreadable source, and accepts another one', async () => {
  show(db, <AdminScheduleScreen />);
  const opened = await paste('Foo;Bar\n1;2');
  expect((await opened.findByRole('alert')).textContent).toBe(
    'The first line has to name the columns, at least “Title” and “Start”. The template has them all.',
  );
  await type(opened.getByLabelText('Or paste entries here, with their column headings'), table);
  await user.click(opened.getByRole('button', { name: 'Preview changes' }));
  await opened.findByText('4 new · 0 changed · 0 unchanged · 1 unreadable');
  await user.click(opened.getByRole('button', { name: 'Choose another file' }));
  expect(await opened.findByRole('button', { name: 'Choose file' })).toBeDefined();
  await user.click(opened.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reports a full device and keeps the preview', async () => {
  show(db, <AdminScheduleScreen />);
  const opened = await paste('Title,Start,End,Place\nA,2.7.2026 9:00,10:00,Hall');
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(await opened.findByRole('button', { name: 'Import 1 entry' }));
  expect((await opened.findByRole('alert')).textContent).toBe('Couldn’t save the entries on this device');
});

test('disables changes while a form is open, and move and export without entries', async () => {
  show(db, <AdminScheduleScreen />);
  await user.click(await button('More actions'));
  const isOff = (name: string): boolean => screen.getByRole('menuitem', { name }).ariaDisabled === 'true';
  await screen.findByRole('menu');
  expect(['Move a day', 'Import', 'Export as table (CSV)'].map(isOff)).toEqual([true, false, true]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('a')));
  await screen.findByText('Entry a');
  await user.click(await button('Add entry'));
  await screen.findByRole('form', { name: 'New entry' });
  await user.click(await button('More actions'));
  await screen.findByRole('menu');
  expect(['Move a day', 'Import', 'Export as table (CSV)'].map(isOff)).toEqual([true, true, false]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('exports the schedule as a table, and offers a template', async () => {
  await db.mirror('schedule').put(scheduleEntry('a', { title: '=1+1' }));
  const files = savedFiles();
  show(db, <AdminScheduleScreen />);
  await choose('Export as table (CSV)');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]!.name).toBe('Camp.csv');
  expect(await files[0]!.content.text()).toBe(
    'Title,Start,End,Place,Address,Link,Details,ID\r\n"\'=1+1",2026-07-02 14:00,2026-07-02 15:00,Meadow,,,,a',
  );
  await choose('Import');
  await user.click((await dialog('Import')).getByRole('button', { name: 'Template' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(files[1]!.name).toBe('Schedule template.csv');
  expect(await files[1]!.content.text()).toBe(
    'Title,Start,End,Place,Address,Link,Details\r\nBreakfast,2026-07-01 09:00,2026-07-01 10:00,Kitchen tent,,,',
  );
});
