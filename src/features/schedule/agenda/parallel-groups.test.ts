import { expect, test } from 'vitest';
import { parallelGroups } from './parallel-groups.ts';

const at = (id: string, start: string, end: string) => ({ id, startDate: `2026-07-17T${start}:00Z`, endDate: `2026-07-17T${end}:00Z` });
const groups = (...entries: ReturnType<typeof at>[]) => parallelGroups(entries).map((group) => group.map(({ id }) => id).join('+'));

test('groups entries with the same start, also if one of them takes no time', () => {
  expect(groups(at('canoe', '09:30', '09:30'), at('print', '09:30', '12:30'))).toEqual(['canoe+print']);
});

test('groups entries that begin while another one runs, and separates those that follow each other', () => {
  expect(groups(at('swim', '06:45', '07:45'), at('breakfast', '07:30', '09:00'), at('round', '09:00', '09:30'))).toEqual([
    'swim+breakfast',
    'round',
  ]);
});

test('begins another group when the first entry of a group has ended, also during a long one', () => {
  const [open, yoga, lunch] = [at('open', '09:00', '18:00'), at('yoga', '09:00', '10:00'), at('lunch', '12:00', '13:00')];
  expect(groups(open, yoga, lunch)).toEqual(['open+yoga', 'lunch']);
});
