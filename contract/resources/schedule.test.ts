import { expect, test } from 'vitest';
import { schedule, type ScheduleEntry } from './schedule.ts';

const { create, edit } = schedule.mutations;
const context = { id: '0190f1de-0000-7000-8000-00000000000a', eventId: 1, userId: 1, now: '2026-07-01T00:00:00.000Z', order: 1 };
const needed = { title: 'Swim', startDate: '2026-07-02T12:00:00Z', endDate: '2026-07-02T13:00:00Z', locationName: 'Lake' };

test.each(['', '  ', null, undefined])('takes the link %j of a place as none, in a new entry and in a changed one', (locationUrl) => {
  const created = create.apply(null, { ...context, args: create.args.parse({ ...needed, locationUrl }) }) as ScheduleEntry;
  expect(created.locationUrl).toBeNull();
  const linked = { ...created, locationUrl: 'https://camp.example/' };
  const changed = edit.apply(linked, { ...context, args: edit.args.parse({ title: 'Dive', locationUrl }) }) as ScheduleEntry;
  expect(changed.locationUrl).toBe(locationUrl === undefined ? 'https://camp.example/' : null);
});

test('refuses a link of a place that is no web address', () => {
  expect(create.args.safeParse({ ...needed, locationUrl: 'javascript:alert(1)' }).success).toBe(false);
});
