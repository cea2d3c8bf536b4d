import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventId } from '#tests/fixtures/device.ts';
import { givenDevice, scheduleEntry, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { ScheduleStatus } from './schedule-status.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(async () => {
  await tearDown(db);
  vi.useRealTimers();
});

const open = async (): Promise<void> => void show(db, <ScheduleStatus event={(await db.mirror('events').get(eventId))!} />);

test('announces the schedule on the home screen while it is empty', async () => {
  await open();
  expect(await screen.findByText('The schedule will appear here, and works offline.')).toBeDefined();
});

test('states after the last entry that the schedule is over', async () => {
  await db.mirror('schedule').put(scheduleEntry('a', { startDate: '2020-07-02T12:00:00.000Z', endDate: '2020-07-02T13:00:00.000Z' }));
  await open();
  expect(await screen.findByText('That’s all. Nothing more is planned.')).toBeDefined();
});

test('shows what is on with the time that is left, and leads to its detail', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-02T12:45:00Z'), toFake: ['Date'] });
  await db
    .mirror('schedule')
    .bulkPut([
      scheduleEntry('short', { endDate: '2026-07-02T13:00:00.000Z' }),
      scheduleEntry('long', { locationName: 'Barn', endDate: '2026-07-02T14:00:00.000Z' }),
      scheduleEntry('later', { startDate: '2026-07-02T16:00:00.000Z', endDate: '2026-07-02T17:00:00.000Z' }),
    ]);
  await open();
  const texts = (await screen.findAllByRole('article')).map(({ textContent }) => textContent);
  expect(texts.toSorted()).toEqual([
    '1 h 15 min leftEntry longBarn',
    '15 min leftEntry shortMeadow',
    'Entry later18:00 – 19:0016:00 your time · Meadow',
  ]);
  expect(screen.getByRole('link', { name: 'Entry long' }).getAttribute('href')).toBe('/schedule/entry/long');
  // The copy for the next start hides what has aged until then.
  expect(screen.getByText('15 min left').closest('[data-ages]')).not.toBeNull();
  expect(document.querySelector('section')?.dataset['until']).toBe(String(Date.parse('2026-07-02T13:00:00Z')));
});

test.each([
  ['23:00 on the evening before, its day stands with it', '2026-07-01T21:00:00Z', '2 Thu 14:00'],
  ['01:00 on its day it has its time alone', '2026-07-01T23:00:00Z', '14:00'],
])('shows the next start in the zone of the event, at %s', async (_case, now, time) => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  await db.mirror('schedule').put(scheduleEntry('a'));
  await open();
  const [start] = within(await screen.findByRole('article')).getAllByRole('time');
  expect(start?.textContent).toBe(time);
});
