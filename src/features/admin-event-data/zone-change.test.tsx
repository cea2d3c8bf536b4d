import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { expectCommands, loadAnew, changeRemotely, scheduleEntry, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { EventDataScreen } from './event-data-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

async function open(...rows: ScheduleEntry[]) {
  await db.mirror('schedule').bulkPut(rows);
  const client = show(db, <EventDataScreen />, { online: true });
  return { client, form: within(await screen.findByRole('form', { name: 'Event' })) };
}
type Form = Awaited<ReturnType<typeof open>>['form'];
const type = (form: Form, label: string, value: string) => fillIn(form.getByLabelText(label), value);
const keep = 'Keep the times shown in the schedule';
const london = { timeZone: 'Europe/London', startDate: '2026-07-01T01:00:00.000Z', endDate: '2026-07-09T01:00:00.000Z' };
const anHourLater = { startDate: '2026-07-02T13:00:00.000Z', endDate: '2026-07-02T14:00:00.000Z' };

test('states how many entries will read another time, and keeps their instants by default', async () => {
  const { form } = await open(scheduleEntry('a'), scheduleEntry('b'));
  expect(form.queryByRole('switch', { name: keep })).toBeNull();
  await type(form, 'Time zone', 'Europe/London');
  expect(form.getByText(/^2 schedule entries/).textContent).toBe(
    '2 schedule entries will show different times, for example “Entry a” at Thu, Jul 2, 13:00 – 14:00 instead of Thu, Jul 2, 14:00 – 15:00.',
  );
  expect(form.getByRole<HTMLInputElement>('switch', { name: keep }).checked).toBe(false);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: london }]);
});

test('changes entries that keep their times by the clock after the zone and before other fields', async () => {
  const { form } = await open(scheduleEntry('a'), scheduleEntry('b'));
  await type(form, 'Name', 'Lake camp');
  await type(form, 'Time zone', 'Europe/London');
  await user.click(form.getByRole('switch', { name: keep }));
  expect(form.getByText('2 schedule entries move along and show the same times as before.')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await expectCommands(
    db,
    [london, anHourLater, anHourLater, { title: 'Lake camp' }].map((args) => ({ mutation: 'edit', args })),
  );
  const sent = await db.outbox.orderBy('seq').toArray();
  expect(sent.map(({ resource, id }) => [resource, id])).toEqual([
    ['events', 1],
    ['schedule', 'a'],
    ['schedule', 'b'],
    ['events', 1],
  ]);
});

test('asks again for each zone, and not for a zone in which all times read the same', async () => {
  const { form } = await open(scheduleEntry('a'));
  await type(form, 'Time zone', 'Europe/London');
  await user.click(form.getByRole('switch', { name: keep }));
  await type(form, 'Time zone', 'Europe/Paris');
  expect(form.queryByRole('switch', { name: keep })).toBeNull();
  await type(form, 'Time zone', 'Europe/Lisbon');
  expect(form.getByRole<HTMLInputElement>('switch', { name: keep }).checked).toBe(false);
  await type(form, 'Time zone', 'Europe/Berlin');
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
});

test('refuses a zone in which an entry has no such time, and sends nothing', async () => {
  const { form } = await open(scheduleEntry('a', { startDate: '2027-03-14T01:30:00.000Z', endDate: '2027-03-14T05:00:00.000Z' }));
  await type(form, 'Time zone', 'America/New_York');
  await user.click(form.getByRole('switch', { name: keep }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect((await form.findByRole('alert')).textContent).toMatch(/^“Entry a” can’t keep its times in this time zone/);
  await expectCommands(db, []);
});

test('sends nothing during a first load, when entries may be missing', async () => {
  const { client, form } = await open(scheduleEntry('a'));
  await type(form, 'Time zone', 'Europe/London');
  await user.click(form.getByRole('switch', { name: keep }));
  await loadAnew(db);
  client.start();
  await waitFor(() => expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true'));
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('b')));
  await form.findByText(/^2 schedule entries/);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await expectCommands(db, []);
  client.stop();
});
