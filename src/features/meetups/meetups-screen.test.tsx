import { render, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Attendance } from '#contract/resources/attendances.ts';
import { attendanceId } from '#contract/rules/own-rows.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import { clientOf, expectCommands, givenDevice, recordToasts, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { toWallClock } from '#i18n/wall-clock.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { park } from '#sync/outbox/outbox.ts';
import { MeetupsScreen } from './meetups-screen.tsx';
import { useMeetupDraft } from './form/new-meetup.tsx';

const toasts = recordToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
});
afterEach(() => tearDown(db));

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const form = async () => within(await screen.findByRole('form', { name: 'New meetup' }));
const type = (field: HTMLElement, value: string) => fillIn(field, value);

const pressDelete = async () => {
  await user.click(await button('More actions: Canoe tour'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
};

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const meetup = (part: Partial<Meetup> = {}): Meetup => ({
  id: v7(),
  version: 1,
  eventId,
  authorId: userId,
  title: 'Canoe tour',
  description: 'Boathouse',
  startDate: inAnHour(),
  ...part,
});

test('separates upcoming from past meetups, which it folds, and names the author', async () => {
  await db.mirror('participants').put(participant(9, 'Ben'));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await db.mirror('meetups').bulkPut([meetup({ authorId: 9 }), meetup({ title: 'Breakfast', startDate: yesterday, authorId: 9 })]);
  show(db, <MeetupsScreen />);
  const coming = within(await screen.findByRole('region', { name: 'Now and next' }));
  expect(coming.getAllByRole('article')).toHaveLength(1);
  expect(within(coming.getByRole('article', { name: 'Canoe tour' })).getByText('by Ben')).toBeDefined();
  const past = within(screen.getByRole('region', { name: 'Past' }));
  // Without a layout, the rows of a closed element count as visible.
  const details = past.getByRole('article', { name: 'Breakfast' }).closest('details')!;
  expect(details.open).toBe(false);
  await user.click(past.getByRole('heading', { name: 'Past' }));
  expect(details.open).toBe(true);
  await user.click(await past.findByRole('button', { name: 'More actions: Breakfast' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Report']);
});

test('shows past meetups at once if there are no others', async () => {
  await db.mirror('meetups').put(meetup({ startDate: '2026-07-02T10:00:00.000Z' }));
  show(db, <MeetupsScreen />);
  expect((await screen.findByRole('article', { name: 'Canoe tour' })).closest('details')!.open).toBe(true);
});

test('describes an empty list only while the form is closed', async () => {
  show(db, <MeetupsScreen />);
  await screen.findByRole('heading', { name: 'No meetups yet' });
  await user.click(await button('Suggest a meetup'));
  await form();
  expect(screen.queryByText('No meetups yet')).toBeNull();
});

test.each([
  ['What', { What: ' ' }],
  ['What’s the plan?', { 'What’s the plan?': '' }],
  ['When', { When: '' }],
])('sends nothing without “%s”', async (missing, blank) => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  const filled = { What: 'Canoe tour', 'What’s the plan?': 'Boathouse', When: '2026-07-03T09:30', ...blank };
  for (const [label, value] of Object.entries(filled)) await type(fields.getByLabelText(label), value);
  expect(fields.getByLabelText<HTMLInputElement>(missing).required).toBe(true);
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  expect(fields.getByText('Fill in all three fields.')).toBeDefined();
  expect(document.activeElement).toBe(fields.getByLabelText(missing));
  await expectCommands(db, []);
});

test('marks all missing values at once', async () => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  expect(fields.getAllByText('Fill this in.')).toHaveLength(3);
});

test('asks about a start in the past', async () => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  const filled = { What: 'Canoe tour', 'What’s the plan?': 'Boathouse', When: '2020-07-03T09:30' };
  for (const [label, value] of Object.entries(filled)) await type(fields.getByLabelText(label), value);
  const submit = fields.getByRole('button', { name: 'Suggest meetup' });
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Check the time' }));
  await user.click(submit);
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await expectCommands(db, []);
  await user.click(submit);
  await user.click((await question()).getByRole('button', { name: 'Suggest meetup' }));
  await expectCommands(db, [
    { mutation: 'create', args: { title: 'Canoe tour', description: 'Boathouse', startDate: '2020-07-03T07:30:00.000Z' } },
    { mutation: 'join', args: {} },
  ]);
});

test('does not ask about a meetup that would be running', async () => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  const aMomentAgo = toWallClock(new Date(Date.now() - 60_000).toISOString(), 'Europe/Berlin');
  const filled = { What: 'Canoe tour', 'What’s the plan?': 'Boathouse', When: aMomentAgo };
  for (const [label, value] of Object.entries(filled)) await type(fields.getByLabelText(label), value);
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  await waitFor(async () => expect(await db.outbox.where('entities').startsWith('meetups:').count()).toBeGreaterThan(0));
});

test('marks a running meetup', async () => {
  const aMomentAgo = new Date(Date.now() - 60_000).toISOString();
  await db.mirror('meetups').bulkPut([meetup(), meetup({ title: 'Breakfast', startDate: aMomentAgo })]);
  show(db, <MeetupsScreen />);
  expect(within(await screen.findByRole('article', { name: 'Breakfast' })).getByText('Now')).toBeDefined();
  expect(within(screen.getByRole('article', { name: 'Canoe tour' })).queryByText('Now')).toBeNull();
});

test.each([
  ['that clocks skip', '2027-03-28T02:30', /this time doesn’t exist/],
  ['of a year that is cut short', '0026-07-18T14:00', /year with four digits/],
])('refuses a time %s', async (_case, time, sentence) => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  const filled = { What: 'Canoe tour', 'What’s the plan?': 'Boathouse', When: time };
  for (const [label, value] of Object.entries(filled)) await type(fields.getByLabelText(label), value);
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  expect(fields.getByText(sentence)).toBeDefined();
  await expectCommands(db, []);
});

test('shows a new meetup at once as pending in the zone of the event, and closes the form', async () => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  await type(fields.getByLabelText('What'), 'Canoe tour');
  await type(fields.getByLabelText('What’s the plan?'), 'From the boathouse');
  await type(fields.getByLabelText('When'), '2130-07-03T09:30');
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  const article = within(await screen.findByRole('article', { name: 'Canoe tour' }));
  expect(article.getByText('Waiting to be sent')).toBeDefined();
  const args = { title: 'Canoe tour', description: 'From the boathouse', startDate: '2130-07-03T07:30:00.000Z' };
  await expectCommands(db, [
    { mutation: 'create', args },
    { mutation: 'join', args: {} },
  ]);
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(await db.drafts.count()).toBe(0);
});

test('restores a draft, and keeps it if the device cannot store the command', async () => {
  await db.drafts.put({ id: `meetup:${eventId}`, text: JSON.stringify({ base: null, typed: { title: 'Half a ti' } }), updatedAt: 0 });
  show(db, <MeetupsScreen />);
  const fields = await form();
  await waitFor(() => expect(fields.getByLabelText<HTMLInputElement>('What').value).toBe('Half a ti'));
  await type(fields.getByLabelText('What’s the plan?'), 'From the boathouse');
  await type(fields.getByLabelText('When'), '2130-07-03T09:30');
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t save your meetup on this device');
  expect(fields.getByLabelText<HTMLInputElement>('What').value).toBe('Half a ti');
});

test('keeps a form that a draft opened when its text is cleared, but closes it in another event', async () => {
  const camp = await db.mirror('events').get(eventId);
  await db.mirror('events').put({ ...camp!, id: 2, title: 'Mill' });
  await db.drafts.put({ id: `meetup:${eventId}`, text: JSON.stringify({ base: null, typed: { title: 'Half a ti' } }), updatedAt: 0 });
  const client = show(db, <MeetupsScreen />);
  const fields = await form();
  // Renders after the same change of the draft as the button of the form.
  const Heard = () => <output>{useMeetupDraft(eventId) === false && 'no draft'}</output>;
  render(<Heard />, { wrapper: ({ children }) => <SyncProvider client={client}>{children}</SyncProvider> });
  await waitFor(() => expect(fields.getByLabelText<HTMLInputElement>('What').value).toBe('Half a ti'));
  await type(fields.getByLabelText('What'), '');
  await screen.findByText('no draft');
  expect(screen.queryByRole('form', { name: 'New meetup' })).not.toBeNull();
  await changeRemotely(() => db.mirror('me').update(userId, { activeEventId: 2 }));
  await button('Suggest a meetup');
  expect(screen.queryByRole('form')).toBeNull();
});

test('deletes a meetup of the author after a confirmation, and reports a full device', async () => {
  await db.mirror('meetups').put(meetup());
  show(db, <MeetupsScreen />);
  await pressDelete();
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete “Canoe tour”?' }));
  const full = vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Couldn’t save the deletion on this device. Try again.'));
  full.mockRestore();
  await pressDelete();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  expect(await screen.findByText('No meetups yet')).toBeDefined();
});

test('lets an event admin delete meetups of others', async () => {
  await tearDown(db);
  db = await givenDevice('admin');
  await db.mirror('meetups').put(meetup({ authorId: 9 }));
  show(db, <MeetupsScreen />);
  await pressDelete();
  expect(await screen.findByRole('alertdialog', { name: 'Delete “Canoe tour”?' })).toBeDefined();
});

test('shows a refused meetup with its content, and resends it edited', async () => {
  const args = { title: 'Canoe tour', description: 'Boathouse', startDate: '2130-07-03T07:30:00.000Z' };
  await (await clientOf(db).engine()).execute('meetups', 'create', args, { eventId });
  await park(db, await db.outbox.toArray(), 'forbidden');
  show(db, <MeetupsScreen />);
  expect(await screen.findByText('Your meetup wasn’t accepted')).toBeDefined();
  await user.click(await button('Edit and send again'));
  const fields = await form();
  expect(fields.getByLabelText<HTMLInputElement>('When').value).toBe('2130-07-03T09:30');
  await type(fields.getByLabelText('What’s the plan?'), 'Barn');
  await user.click(fields.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'create', args: { ...args, description: 'Barn' } }]);
  expect(await screen.findByText('Barn')).toBeDefined();
});

const answer = (meetupId: string, person: number, part: Partial<Attendance> = {}) =>
  db.mirror('attendances').put({ id: attendanceId(meetupId, person), version: 1, eventId, meetupId, userId: person, isIn: true, ...part });

test('joins a meetup and leaves it, with the names of those who come', async () => {
  await db.mirror('participants').bulkPut([participant(9, 'Ben'), participant(userId, 'Orga')]);
  const canoe = meetup({ authorId: 9, place: 'Jetty', capacity: 3 });
  await db.mirror('meetups').put(canoe);
  await answer(canoe.id, 9);
  show(db, <MeetupsScreen />);
  const row = within(await screen.findByRole('article', { name: 'Canoe tour' }));
  expect(row.getByText('Jetty')).toBeDefined();
  expect(await row.findByText('1 of 3 places taken')).toBeDefined();
  await user.click(row.getByRole('button', { name: 'I’m in: Canoe tour', pressed: false }));
  expect(await row.findByText('2 of 3 places taken')).toBeDefined();
  expect(row.getByText('Ben, Orga')).toBeDefined();
  await user.click(row.getByRole('button', { name: 'I’m in: Canoe tour', pressed: true }));
  expect(await row.findByText('1 of 3 places taken')).toBeDefined();
});

test('offers no place in a full meetup, and a rejected answer names the meetup', async () => {
  await db.mirror('participants').put(participant(9, 'Ben'));
  const canoe = meetup({ authorId: 9, capacity: 1 });
  await db.mirror('meetups').put(canoe);
  show(db, <MeetupsScreen />);
  const row = within(await screen.findByRole('article', { name: 'Canoe tour' }));
  await user.click(await row.findByRole('button', { name: 'I’m in: Canoe tour' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await park(db, await db.outbox.toArray(), 'meetup_full');
  await changeRemotely(() => answer(canoe.id, 9));
  expect(await screen.findByText('This meetup is full.')).toBeDefined();
  await waitFor(() => expect(row.getByRole<HTMLButtonElement>('button', { name: 'I’m in: Canoe tour' }).disabled).toBe(true));
});

test('offers a reminder of a meetup to a person who comes, until it begins', async () => {
  const [canoe, swim] = [meetup({ authorId: 9 }), meetup({ title: 'Swim', startDate: new Date(Date.now() - 60_000).toISOString() })];
  await db.mirror('meetups').bulkPut([canoe, swim]);
  await answer(swim.id, userId);
  show(db, <MeetupsScreen />);
  const row = within(await screen.findByRole('article', { name: 'Canoe tour' }));
  await user.click(await row.findByRole('button', { name: 'I’m in: Canoe tour' }));
  const choice = await row.findByRole<HTMLSelectElement>('combobox', { name: 'Reminder: Canoe tour' });
  expect(choice.selectedOptions[0]?.text).toBe('10 min before');
  await user.selectOptions(choice, 'No reminder');
  await expectCommands(db, [
    { mutation: 'join', args: {} },
    { mutation: 'remind', args: { remindMinutes: null } },
  ]);
  await waitFor(() => expect(choice.selectedOptions[0]?.text).toBe('No reminder'));
  expect(screen.getAllByRole('combobox')).toEqual([choice]);
  await user.click(row.getByRole('button', { name: 'I’m in: Canoe tour', pressed: true }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('shows a reminder that another version of the app has chosen, and the usual one of an older server', async () => {
  const [canoe, swim] = [meetup(), meetup({ title: 'Swim' })];
  await db.mirror('meetups').bulkPut([canoe, swim]);
  await answer(canoe.id, userId, { remindMinutes: 45 });
  await answer(swim.id, userId);
  show(db, <MeetupsScreen />);
  const chosen = async (title: string) =>
    (await screen.findByRole<HTMLSelectElement>('combobox', { name: `Reminder: ${title}` })).selectedOptions[0]?.text;
  expect([await chosen('Canoe tour'), await chosen('Swim')]).toEqual(['45 min before', '10 min before']);
});

test('lets the author alone edit a meetup, and sends only the changed fields', async () => {
  await db.mirror('meetups').put(meetup({ place: 'Jetty', capacity: 3 }));
  show(db, <MeetupsScreen />);
  await user.click(await button('More actions: Canoe tour'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const fields = await form();
  await type(fields.getByLabelText('Where exactly (optional)'), 'North beach');
  await type(fields.getByLabelText('How many can come (optional)'), '');
  await user.click(fields.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { place: 'North beach', capacity: null } }]);
  expect(await screen.findByText('North beach')).toBeDefined();
});

test.each(['0', '1.5', '10001'])('refuses room for %s people', async (capacity) => {
  show(db, <MeetupsScreen />);
  await user.click(await button('Suggest a meetup'));
  const fields = await form();
  const filled = {
    What: 'Canoe tour',
    'What’s the plan?': 'Lake',
    When: '2130-07-03T09:30',
    'How many can come (optional)': capacity,
  };
  for (const [label, value] of Object.entries(filled)) await type(fields.getByLabelText(label), value);
  await user.click(fields.getByRole('button', { name: 'Suggest meetup' }));
  expect(fields.getByText('Enter a whole number from 1 to 10,000.')).toBeDefined();
  await expectCommands(db, []);
});
