import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { scheduleEntry, seeElsewhere, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ScheduleScreen } from '../schedule-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const heard = (rowId: string, before: ScheduleEntry | null, after: ScheduleEntry | null) =>
  db.news.add({ resource: 'schedule', rowId, before, after, at: 0 });

test('lists new, moved and cancelled entries in order, and marks them until they are seen', async () => {
  const moved = scheduleEntry('moved', { startDate: '2026-07-02T14:00:00.000Z', endDate: '2026-07-02T15:00:00.000Z' });
  const fresh = scheduleEntry('fresh', { startDate: '2026-07-03T08:00:00.000Z', endDate: '2026-07-03T09:00:00.000Z' });
  await db.mirror('schedule').bulkPut([moved, fresh]);
  await heard('moved', scheduleEntry('moved', { locationName: 'Barn' }), moved);
  await heard('fresh', null, fresh);
  await heard('off', scheduleEntry('off'), null);
  show(db, <ScheduleScreen />);
  const list = within(await screen.findByRole('region', { name: 'What changed' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.match(/^\w+/)?.[0])).toEqual(['Cancelled', 'Moved', 'New']);
  const row = within(document.querySelector<HTMLElement>('[data-entry="moved"]') as HTMLElement);
  expect(row.getByText('Moved')).toBeDefined();
  // Screen readers get the text that the line through it replaces.
  expect(row.getByText('Barn').parentElement?.textContent).toBe('Before: Barn');
  expect(row.getByText('Thu, Jul 2, 14:00 – 15:00').parentElement?.textContent).toBe('Before: Thu, Jul 2, 14:00 – 15:00');
  expect(row.getByText('Barn').tagName).toBe('S');

  await user.click(list.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull());
  await waitFor(() => expect(screen.queryByText('Moved')).toBeNull());
  await waitFor(async () => expect(await db.news.count()).toBe(0));
});

test('shows no change that the person has seen on another device, and each later one', async () => {
  const [seen, later] = [scheduleEntry('seen', { version: 2 }), scheduleEntry('later', { version: 3 })];
  await db.mirror('schedule').bulkPut([seen, later]);
  for (const row of [seen, later])
    await db.news.add({ resource: 'schedule', rowId: row.id, before: null, after: row, version: row.version, at: 0 });
  show(db, <ScheduleScreen />);
  const list = within(await screen.findByRole('region', { name: 'What changed' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await seeElsewhere(db, 'schedule', 'seen', 2);
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  await seeElsewhere(db, 'schedule', 'later', 2);
  expect(within(document.querySelector<HTMLElement>('[data-entry="seen"]')!).queryByText('New')).toBeNull();
  expect(within(document.querySelector<HTMLElement>('[data-entry="later"]')!).getByText('New')).toBeDefined();
});

test('ignores changes of another event', async () => {
  await db.mirror('schedule').put(scheduleEntry('a'));
  await heard('x', null, scheduleEntry('x', { eventId: 2 }));
  await heard('a', null, scheduleEntry('a'));
  show(db, <ScheduleScreen />);
  const list = within(await screen.findByRole('region', { name: 'What changed' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Entry a')]);
});

test('moves the focus to the entry or day of a pressed button', async () => {
  Element.prototype.scrollIntoView = () => {};
  const later = scheduleEntry('b', { startDate: '2026-07-03T12:00:00.000Z', endDate: '2026-07-03T13:00:00.000Z' });
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), later]);
  await heard('b', null, later);
  show(db, <ScheduleScreen />);
  const list = within(await screen.findByRole('region', { name: 'What changed' }));
  await user.click(list.getByRole('button', { name: /Entry b/ }));
  expect(document.activeElement).toBe(document.querySelector('[data-entry="b"]'));
  await user.click(screen.getByRole('button', { name: '2 Thu' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /July 2, 2026/ }));
});
