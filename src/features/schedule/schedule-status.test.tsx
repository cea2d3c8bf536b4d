import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventId } from '../../../tests/fixtures/device.ts';
import { givenDevice, scheduleEntry, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { ScheduleStatus } from './schedule-status.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(() => tearDown(db));

const open = async (): Promise<void> => void show(db, <ScheduleStatus event={(await db.mirror('events').get(eventId))!} />);

test('before there is a schedule the home screen says that one will come, not that nothing is on', async () => {
  await open();
  expect(await screen.findByText('As soon as the program is set, it is here, without network too.')).toBeDefined();
});

test('after its last entry it says that it is over', async () => {
  await db.mirror('schedule').put(scheduleEntry('a', { startDate: '2020-07-02T12:00:00.000Z', endDate: '2020-07-02T13:00:00.000Z' }));
  await open();
  expect(await screen.findByText('That was all. Nothing more is planned.')).toBeDefined();
});
