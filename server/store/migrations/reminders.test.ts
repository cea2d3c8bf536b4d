import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attendanceOf, insertRows, meetupOf, ownEntryOf } from '#tests/fixtures/camp.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { sqlOf } from '../core/handles.ts';
import { readRow } from '../repositories/rows.ts';
import { reminders } from './091-reminders.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

test('own entries and answers from before the choice keep the usual reminder', async () => {
  const { store, clock } = world;
  const meetup = meetupOf('author');
  const [own, answer] = [ownEntryOf('author'), attendanceOf('author', meetup.id)];
  await insertRows(store, clock, 'meetups', [meetup]);
  await insertRows(store, clock, 'ownEntries', [own]);
  await insertRows(store, clock, 'attendances', [answer]);
  // Migrations do not use the types of the current schema.
  const db = sqlOf(store.reading) as unknown as Kysely<unknown>;
  for (const table of ['own_entries', 'attendances']) await db.schema.alterTable(table).dropColumn('remind_minutes').execute();
  await reminders.up(db);
  expect(await readRow(store.reading, 'ownEntries', own.id)).toEqual({ ...own, remindMinutes: 10 });
  expect(await readRow(store.reading, 'attendances', answer.id)).toEqual({ ...answer, remindMinutes: 10 });
});
