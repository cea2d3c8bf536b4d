import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { waitingBytesOf } from '#contract/pictures.ts';
import { eventId, quietPorts } from '#tests/fixtures/device.ts';
import { canDraw, chooseFile, pngOf } from '#tests/fixtures/error-cases/not-kept.tsx';
import { clash, expectCommands, changeRemotely, serverRefuses, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { clock } from '#i18n/clock.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { NotSentScreen } from '../not-sent/not-sent-screen.tsx';
import { EventDataScreen } from './event-data-screen.tsx';

const link = (letter: string) => `/images/headers/${letter.repeat(22)}-1600x600.webp`;

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

const form = async () => within(await screen.findByRole('form', { name: 'Event' }));
const field = async (label: string) => (await form()).getByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) => fillIn(await field(label), value);
const press = async (name: string) => user.click((await form()).getByRole('button', { name }));
const button = async (name: string) => (await form()).getByRole('button', { name });
/** Sources of the picture in the form and of those in the preview. */
const pictures = () => [...document.querySelectorAll('img')].map((img) => img.getAttribute('src'));
const event = async () => (await db.mirror('events').get(eventId))!;

async function choosePicture(): Promise<void> {
  canDraw();
  await chooseFile(pngOf(20));
  await waitFor(() => expect(pictures()).toEqual(['blob:picture', 'blob:picture', 'blob:picture']));
}

test('sends the changed fields with dates in the zone of the event, and reports success', async () => {
  show(db, <EventDataScreen />, { online: true });
  expect([(await field('Start')).value, (await field('End')).value]).toEqual(['2026-07-01T02:00', '2026-07-09T02:00']);
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('true');
  await type('Name', 'Lake camp');
  await type('Start', '2026-07-01T10:00');
  await user.click(await field('Visible'));
  await press('Save');
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Lake camp', startDate: '2026-07-01T08:00:00.000Z', visible: false } }]);
  expect(await db.outbox.toArray()).toMatchObject([{ resource: 'events', id: eventId, eventId }]);
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event data saved'));
});

test('shows the deletion date of personal data for the typed values', async () => {
  clock.setSkew(Date.parse('2026-07-02T00:00:00Z') - Date.now());
  show(db, <EventDataScreen />);
  const days = 'Days until personal data is deleted';
  const hint = async () => document.getElementById((await field(days)).getAttribute('aria-describedby')!)!.textContent;
  expect(await hint()).toContain('Deletion date: Wednesday, October 7, 2026. Increase the number');
  await type('End', '2026-07-10T02:00');
  await type(days, '14');
  expect(await hint()).toContain('Deletion date: Friday, July 24, 2026.');
  await type('End', '2026-06-10T02:00');
  expect(await hint()).toContain('The deletion date has passed: Wednesday, June 24, 2026.');
  await type(days, '3');
  expect(await hint()).not.toContain('2026');
});

test('stores a change without network, shows it at once, and marks it as pending', async () => {
  show(db, <EventDataScreen />);
  await type('Name', 'Lake camp');
  await press('Save');
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  expect(await (await form()).findByText('Waiting to be sent')).toBeDefined();
  expect((await event()).title).toBe('Lake camp');
});

test('requires name, start, end and a known time zone', async () => {
  show(db, <EventDataScreen />);
  for (const label of ['Name', 'Start', 'End']) await type(label, '');
  await type('Time zone', 'Europe/Bern');
  await press('Save');
  expect((await form()).getAllByText('Fill this in.')).toHaveLength(3);
  expect((await form()).getByText(/^There’s no time zone with this name/)).toBeDefined();
  expect(document.activeElement).toBe(await field('Name'));
  expect(await db.outbox.count()).toBe(0);
});

test('keeps wall-clock times in another zone, which is chosen from a full list', async () => {
  show(db, <EventDataScreen />);
  const list = document.getElementById((await field('Time zone')).getAttribute('list')!);
  expect([...list!.querySelectorAll('option')].map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Europe/Berlin', 'Europe/Lisbon', 'UTC']),
  );
  await type('Time zone', 'Europe/Lisbon');
  await user.selectOptions(await field('Date and time format'), 'en-GB');
  await press('Save');
  const moved = { startDate: '2026-07-01T01:00:00.000Z', endDate: '2026-07-09T01:00:00.000Z' };
  await expectCommands(db, [{ mutation: 'edit', args: { timeZone: 'Europe/Lisbon', dateLocale: 'en-GB', ...moved } }]);
});

test('restores typed values after a restart until they are cancelled', async () => {
  show(db, <EventDataScreen />);
  await type('Description (optional)', 'By the lake');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  cleanup();
  show(db, <EventDataScreen />);
  await waitFor(async () => expect((await field('Description (optional)')).value).toBe('By the lake'));
  await press('Cancel');
  await waitFor(async () => expect((await field('Description (optional)')).value).toBe(''));
  expect(await db.drafts.count()).toBe(0);
});

test('previews the typed values in both themes', async () => {
  show(db, <EventDataScreen />);
  await type('Name', 'Lake camp');
  await type('End', '2026-07-05T12:00');
  const preview = screen.getByRole('region', { name: 'How it looks on a phone' });
  const phones = [...preview.querySelectorAll('[data-theme]')];
  expect(phones.map((phone) => phone.getAttribute('data-theme'))).toEqual(['light', 'dark']);
  for (const phone of phones) {
    expect(phone.textContent).toContain('Lake camp');
    expect(phone.textContent).toMatch(/July 1\s*–\s*5, 2026/);
  }
});

test('shows a chosen picture at once, restores it after a restart, sends it, and shows it while it is pending', async () => {
  show(db, <EventDataScreen />);
  await form();
  await choosePicture();
  cleanup();
  show(db, <EventDataScreen />);
  await form();
  await waitFor(() => expect(pictures()).toEqual(['blob:picture', 'blob:picture', 'blob:picture']));
  await press('Save');
  await waitFor(() => expect(toasts).toHaveBeenCalledOnce());
  const [sent] = await db.outbox.toArray();
  expect(Object.keys(sent?.args as object)).toEqual(['headerImage']);
  const bytes = waitingBytesOf((sent!.args as { headerImage: string }).headerImage);
  expect([await db.blobs.toCollection().primaryKeys(), await db.drafts.count()]).toEqual([[bytes], 0]);
  await waitFor(() => expect(pictures()).toEqual(['blob:picture', 'blob:picture', 'blob:picture']));
});

test('discards a chosen picture on Cancel', async () => {
  show(db, <EventDataScreen />);
  await form();
  const before = pictures();
  await choosePicture();
  await waitFor(async () => expect(await db.blobs.count()).toBe(1));
  await press('Cancel');
  await waitFor(() => expect(pictures()).toEqual(before));
  await waitFor(async () => expect([await db.blobs.count(), await db.drafts.count()]).toEqual([0, 0]));
});

test('removes the picture on Save, and restores it on Cancel', async () => {
  await db.mirror('events').update(eventId, { headerImage: link('a') });
  show(db, <EventDataScreen />);
  await form();
  expect(pictures()).toEqual([link('a'), link('a'), link('a')]);
  await press('Remove picture');
  expect(pictures()).toEqual(['/images/logo', '/images/logo', '/images/logo']);
  await press('Cancel');
  await waitFor(() => expect(pictures()).toEqual([link('a'), link('a'), link('a')]));
  await press('Remove picture');
  await press('Save');
  await expectCommands(db, [{ mutation: 'edit', args: { headerImage: null } }]);
});

test('offers no removal for an old row without a picture field', async () => {
  show(db, <EventDataScreen />);
  expect((await form()).queryByRole('button', { name: 'Remove picture' })).toBeNull();
  expect(pictures()[0]).toBe(`/images/events/${eventId}/event-header.png`);
});

test('asks about each field that others changed, including the picture, and keeps the rest', async () => {
  await db.mirror('events').update(eventId, { headerImage: link('a') });
  show(db, <EventDataScreen />);
  await type('Name', 'Mine');
  await press('Remove picture');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await changeRemotely(() =>
    db.mirror('events').update(eventId, { version: 2, title: 'Theirs', headerImage: link('b'), description: 'New' }),
  );
  const question = within(await screen.findByRole('group', { name: /^Someone else changed this, too/ }));
  expect(question.getAllByRole('radio')).toHaveLength(4);
  await press('Save');
  expect(await db.outbox.count()).toBe(0);
  const [name, picture] = question.getAllByRole('group').map((group) => within(group).getAllByRole<HTMLInputElement>('radio'));
  await user.click(name![0]!);
  await user.click(picture![1]!);
  await press('Save');
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Mine' } }]);
});

test("reports no conflict about the person's own change", async () => {
  show(db, <EventDataScreen />, { online: true });
  await type('Name', 'Lake camp');
  await choosePicture();
  await press('Save');
  await (await form()).findByText('Waiting to be sent');
  expect(screen.queryByRole('group', { name: /^Someone else changed this, too/ })).toBeNull();
  await serverTakes(db);
  await waitFor(() => expect(toasts.mock.calls).toEqual([['Event data saved']]));
});

test('shows an end before the start at its field', async () => {
  show(db, <EventDataScreen />);
  await type('End', '2026-07-02T12:00');
  await type('Start', '2026-07-03T12:00');
  await press('Save');
  expect((await form()).getByText('The end can’t be before the start.')).toBeDefined();
  expect(document.activeElement).toBe(await field('End'));
});

test('returns refused values to the form', async () => {
  show(db, <EventDataScreen />, { online: true });
  await type('Name', 'Lake camp');
  await press('Save');
  await serverRefuses(db, 'forbidden');
  expect(await (await form()).findByRole('alert')).toBeDefined();
  expect((await field('Name')).value).toBe('Lake camp');
});

test('shows a taken name at its field', async () => {
  show(db, <EventDataScreen />, { online: true });
  await type('Name', 'Mill');
  await press('Save');
  await serverRefuses(db, 'title_taken');
  expect(await (await form()).findByText(/^There’s already an event with this name/)).toBeDefined();
  expect((await field('Name')).getAttribute('aria-invalid')).toBe('true');
});

test('shows a refused change above the form, and resends it edited', async () => {
  await enqueue(db, quietPorts(), command('events', 'edit', { title: 'Lake camp' }, { id: eventId, eventId }));
  await park(db, await db.outbox.toArray(), 'forbidden');
  show(db, <EventDataScreen />);
  expect(await screen.findByText('The event data wasn’t saved')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit and send again' }));
  const resend = within(await screen.findByRole('form', { name: 'Edit event data' }));
  expect(resend.getByLabelText<HTMLInputElement>('Name').value).toBe('Lake camp');
  await fillIn(resend.getByLabelText('Name'), 'Sea camp');
  await user.click(resend.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Sea camp' } }]);
});

test('shows both versions of a conflict in their own zones under “Not sent”', async () => {
  const before = await event();
  const london = { startDate: '2026-07-02T08:00:00.000Z', timeZone: 'Europe/London', visible: false };
  await enqueue(db, quietPorts(), command('events', 'edit', london, { id: eventId, eventId }));
  await clash(db, { ...before, version: 2, startDate: '2026-07-03T08:00:00.000Z' });
  show(db, <NotSentScreen />);
  const card = within(await screen.findByRole('article', { name: 'Conflict: Camp' }));
  const choice = within(await card.findByRole('group', { name: 'Start, end and time zone' }));
  const lines = () => choice.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent);
  // The formats of the event are read asynchronously.
  await waitFor(() =>
    expect(lines()).toEqual([
      'Yours 02.07.2026, 09:00 – 09.07.2026, 01:00\nEurope/London',
      'On the server 03.07.2026, 10:00 – 09.07.2026, 02:00\nEurope/Berlin',
    ]),
  );
});
