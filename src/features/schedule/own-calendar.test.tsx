import { screen, waitFor, within } from '@testing-library/react';
import ICAL from 'ical.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calendarLinkId } from '#contract/resources/calendars.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { givenDevice, recordToasts, scheduleEntry, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { type SavedFile, savedFiles } from '#tests/fixtures/saved-files.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ScheduleScreen } from './schedule-screen.tsx';

let db: EventDatabase;
const toasts = recordToasts();
let files: readonly SavedFile[];
beforeEach(async () => {
  files = savedFiles();
  await startTexts('en');
  db = await givenDevice('participant');
  await db
    .mirror('schedule')
    .put(scheduleEntry('a', { title: 'Bread & butter / 2', startDate: '2099-07-01T10:00:00.000Z', endDate: '2099-07-01T11:00:00.000Z' }));
});
afterEach(() => tearDown(db));

const link = async () => (await db.mirror('calendarLinks').get(calendarLinkId(eventId, userId)))?.secret;
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const openDialog = async () => {
  show(db, <ScheduleScreen />);
  await user.click(await screen.findByRole('button', { name: 'Subscribe in your calendar' }));
  return within(await screen.findByRole('dialog', { name: 'The schedule in your calendar' }));
};

test('saves an entry as a file without network', async () => {
  show(db, <ScheduleScreen open="a" />);
  const detail = within(await screen.findByRole('dialog', { name: 'Bread & butter / 2' }));
  await user.click(detail.getByRole('button', { name: 'Add to my calendar' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [{ name, content }] = files as [SavedFile];
  expect([name, content.type]).toEqual(['Bread butter 2.ics', 'text/calendar;charset=utf-8']);
  const [event] = new ICAL.Component(ICAL.parse(await content.text()) as unknown[]).getAllSubcomponents('vevent');
  expect(event?.getFirstPropertyValue('summary')).toBe('Bread & butter / 2');
  expect(String(event?.getFirstPropertyValue('dtstart'))).toBe('2099-07-01T10:00:00Z');
});

test('creates, renews and ends the link without network, and asks before it ends one', async () => {
  const dialog = await openDialog();
  await user.click(await dialog.findByRole('button', { name: 'Create link' }));
  await dialog.findByText('The link works once it’s been sent.');
  const first = await link();
  expect(first).toMatch(/^[\w-]{22}$/);
  const shown = () => dialog.queryByText(/schedule-feed/)?.textContent;
  expect(shown()).toBe(`${location.origin}/api/schedule-feed/${eventId}-${userId}/${first}.ics`);
  await press('Create new link');
  const question = within(await screen.findByRole('alertdialog', { name: 'Create a new link?' }));
  expect(await link()).toBe(first);
  await user.click(question.getByRole('button', { name: 'Create new link' }));
  await waitFor(async () => expect(await link()).not.toBe(first));
  await press('Delete link');
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Delete link?' })).getByRole('button', { name: 'Delete link' }));
  await waitFor(() => expect(shown()).toBeUndefined());
  expect(await link()).toBeNull();
  expect(toasts.mock.calls.flat()).toEqual(Array.from({ length: 3 }, () => 'Saved on this device. It’ll be sent as soon as possible.'));
});

test('opens an existing link in the calendar app', async () => {
  await db.mirror('calendarLinks').put({ id: calendarLinkId(eventId, userId), version: 1, eventId, userId, secret: 'A'.repeat(22) });
  const dialog = await openDialog();
  const open = await dialog.findByRole('link', { name: 'Open in calendar app' });
  expect(open.getAttribute('href')).toMatch(/^webcal:\/\/.*\/api\/schedule-feed\/1-7\/A{22}\.ics$/);
});
