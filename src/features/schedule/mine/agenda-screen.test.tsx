import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { attendanceId } from '#contract/rules/own-rows.ts';
import { type Mark, markId } from '#contract/resources/marks.ts';
import type { OwnEntry } from '#contract/resources/own-entries.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { expectCommands, pressInToast, scheduleEntry, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { AgendaScreen } from './agenda-screen.tsx';
import { MyAgenda } from './my-agenda.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));
afterEach(() => vi.useRealTimers());

const utc = (time: string): string => new Date(`2026-07-02T${time}:00+02:00`).toISOString();

const mark = (entryId: string, part: Partial<Mark> = {}): Mark => ({
  id: markId(entryId, userId),
  version: 1,
  eventId,
  userId,
  entryId,
  starred: true,
  hidden: false,
  note: '',
  remindMinutes: 10,
  ...part,
});

async function givenEntry(id: string, [from, to]: readonly [string, string], part: Partial<Mark> | null = {}): Promise<void> {
  await db.mirror('schedule').put(scheduleEntry(id, { startDate: utc(from), endDate: utc(to) }));
  if (part) await db.mirror('marks').put(mark(id, part));
}

const givenOwn = (id: string, [from, to]: readonly [string, string], part: Partial<OwnEntry> = {}) =>
  db.mirror('ownEntries').put({
    id,
    version: 1,
    eventId,
    authorId: userId,
    title: `Own ${id}`,
    startDate: utc(from),
    endDate: utc(to),
    place: 'Gate',
    note: '',
    ...part,
  });

function open(path = '/agenda') {
  const place = memoryLocation({ path, record: true });
  show(
    db,
    <Router hook={place.hook}>
      <AgendaScreen open={path.split('/entry/')[1]} />
    </Router>,
  );
  return place;
}

const titles = async () => (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent);

test('lists starred entries, joined meetups and own entries by time, and nothing else', async () => {
  await givenEntry('late', ['16:00', '17:00']);
  await givenEntry('other', ['09:00', '10:00'], null);
  await givenEntry('noted', ['09:00', '10:00'], { starred: false, note: 'Bring a towel' });
  await givenOwn('mine', ['11:00', '12:00']);
  const meetup = { version: 1, eventId, authorId: 9, title: 'Swim', description: 'Jetty', place: 'Jetty' };
  await db.mirror('meetups').bulkPut([
    { ...meetup, id: 'swim', startDate: utc('13:00') },
    { ...meetup, id: 'run', title: 'Run', startDate: utc('06:00') },
  ]);
  const answer = { version: 1, eventId, userId };
  await db.mirror('attendances').bulkPut([
    { ...answer, id: attendanceId('swim', userId), meetupId: 'swim', isIn: true },
    { ...answer, id: attendanceId('run', userId), meetupId: 'run', isIn: false },
    { ...answer, id: attendanceId('run', 9), meetupId: 'run', userId: 9, isIn: true },
  ]);
  open();
  expect(await titles()).toEqual(['Own mine', 'Swim', 'Entry late']);
  expect(screen.getByText('Meetup')).toBeDefined();
  expect(screen.getByText('Just for you')).toBeDefined();
});

test('names what an entry clashes with, and the free time between entries', async () => {
  vi.useFakeTimers({ now: Date.parse(utc('09:00')), toFake: ['Date'] });
  await givenEntry('yoga', ['10:00', '11:00']);
  await givenOwn('call', ['10:30', '11:30']);
  await givenEntry('lunch', ['13:00', '14:00']);
  open();
  expect(await screen.findByText('Clashes with Own call')).toBeDefined();
  expect(screen.getByText('Clashes with Entry yoga')).toBeDefined();
  expect(screen.getByText('1 h 30 min free')).toBeDefined();
  expect(screen.getByRole('group', { name: '2 in parallel' })).toBeDefined();
});

test('takes an entry out by its star', async () => {
  await givenEntry('yoga', ['10:00', '11:00']);
  open();
  await user.click(await screen.findByRole('button', { name: 'My agenda: Entry yoga, 02.07.2026, 10:00', pressed: true }));
  expect(await screen.findByRole('heading', { name: 'Nothing in your agenda yet' })).toBeDefined();
  await expectCommands(db, [{ mutation: 'mark', args: { starred: false } }]);
});

test('adds an own entry of an hour at once as pending', async () => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Add your own entry' }));
  const form = within(await screen.findByRole('form', { name: 'Your own entry' }));
  await fillIn(form.getByLabelText('What'), 'Meet Lena');
  await fillIn(form.getByLabelText('Starts'), '2026-07-02T18:00');
  await user.click(form.getByRole('button', { name: 'Add to my agenda' }));
  const row = within(await screen.findByRole('article'));
  expect(row.getByText('Waiting to be sent')).toBeDefined();
  const args = { title: 'Meet Lena', startDate: '2026-07-02T16:00:00.000Z', endDate: '2026-07-02T17:00:00.000Z', place: '', note: '' };
  await expectCommands(db, [{ mutation: 'create', args }]);
});

test.each([
  ['no title', { What: ' ', Starts: '2026-07-02T18:00' }, 'What is it?'],
  ['no start', { What: 'Meet Lena' }, 'When does it start?'],
  [
    'an end before the start',
    { What: 'Meet Lena', Starts: '2026-07-02T18:00', 'Ends (optional)': '2026-07-02T17:00' },
    'It ends before it starts.',
  ],
])('sends nothing with %s', async (_case, filled, sentence) => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Add your own entry' }));
  const form = within(await screen.findByRole('form', { name: 'Your own entry' }));
  for (const [label, value] of Object.entries(filled)) await fillIn(form.getByLabelText(label), value);
  await user.click(form.getByRole('button', { name: 'Add to my agenda' }));
  expect(form.getByText(sentence)).toBeDefined();
  await expectCommands(db, []);
});

test('changes only the edited fields of an own entry, and deletes it with Undo', async () => {
  await givenOwn('mine', ['11:00', '12:00']);
  open('/agenda/entry/mine');
  const dialog = within(await screen.findByRole('dialog'));
  await fillIn(await dialog.findByLabelText('Where (optional)'), 'Jetty');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { place: 'Jetty' } }]);
  await user.click(dialog.getByRole('button', { name: 'Delete entry' }));
  await waitFor(async () => expect(await db.mirror('ownEntries').get('mine')).toMatchObject({ $gone: 1 }));
  await pressInToast('Undo');
  await waitFor(async () => expect(await db.mirror('ownEntries').get('mine')).toMatchObject({ place: 'Jetty' }));
});

test('stores the chosen reminder of an own entry, and an entry of an older server has the usual one', async () => {
  await givenOwn('mine', ['11:00', '12:00']);
  open('/agenda/entry/mine');
  const dialog = within(await screen.findByRole('dialog'));
  const choice = await dialog.findByLabelText<HTMLSelectElement>('Reminder');
  expect(choice.selectedOptions[0]?.text).toBe('10 min before');
  await user.selectOptions(choice, 'None');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { remindMinutes: null } }]);
});

test('keeps a chosen reminder in the draft of an own entry, and sends it', async () => {
  const typed = { title: 'Meet Lena', start: '2026-07-02T18:00', remindMinutes: 30 };
  await db.drafts.put({ id: `own-entry:${eventId}`, text: JSON.stringify({ base: null, typed }), updatedAt: 0 });
  open();
  const form = within(await screen.findByRole('form', { name: 'Your own entry' }));
  const choice = form.getByLabelText<HTMLSelectElement>('Reminder');
  await waitFor(() => expect(choice.value).toBe('30'));
  await user.selectOptions(choice, 'At the start');
  await user.click(form.getByRole('button', { name: 'Add to my agenda' }));
  await waitFor(async () => expect(await db.mirror('ownEntries').toArray()).toMatchObject([{ title: 'Meet Lena', remindMinutes: 0 }]));
});

test('shows a rejected star with the title of its entry', async () => {
  await givenEntry('yoga', ['10:00', '11:00']);
  open();
  await user.click(await screen.findByRole('button', { name: /^My agenda: Entry yoga, / }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await park(db, await db.outbox.toArray(), 'not_found');
  await screen.findByText('Your agenda couldn’t be changed');
  expect(await screen.findByText('Entry yoga')).toBeDefined();
});

test('shows on the home screen what is on and next in the agenda, and nothing without any', async () => {
  vi.useFakeTimers({ now: Date.parse(utc('10:30')), toFake: ['Date'] });
  await givenEntry('yoga', ['10:00', '11:00']);
  await givenEntry('other', ['10:00', '11:00'], null);
  await givenOwn('lunch', ['12:00', '13:00']);
  const event = (await db.mirror('events').get(eventId))!;
  show(db, <MyAgenda event={event} />);
  const section = within(await screen.findByRole('region', { name: 'My agenda' }));
  expect(section.getAllByRole('article')).toHaveLength(2);
  expect(section.getByRole('link', { name: 'Entry yoga' }).getAttribute('href')).toBe('/agenda/entry/yoga');
  await db.mirror('marks').delete(markId('yoga', userId));
  await db.mirror('ownEntries').clear();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
