import { expect, test } from 'vitest';
import type { OutboxEntry } from '#db/records.ts';
import { commandGroups, waitingReason } from './groups.ts';

const entry = (key: string, lane: string, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
  seq: Number(key),
  key,
  userId: 1,
  eventId: 1,
  resource: 'posts',
  mutation: 'create',
  id: key,
  args: { content: key },
  lane,
  entities: [`posts:${key}`],
  base: null,
  baseVersion: null,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: 0,
  lastError: null,
  createdAt: 0,
  contractVersion: 1,
  ...part,
});

test('groups commands by lane, with those that need the person first', () => {
  const groups = commandGroups([entry('1', 'a'), entry('2', 'b', { state: 'refused' }), entry('3', 'a'), entry('4', 'b')]);
  expect(groups.map(({ entries }) => entries.map(({ key }) => key))).toEqual([
    ['2', '4'],
    ['1', '3'],
  ]);
});

test('returns the reason why a command is pending', () => {
  const [group] = commandGroups([entry('1', 'a', { state: 'refused' }), entry('2', 'a')]);
  const [free] = commandGroups([entry('3', 'b'), entry('4', 'b', { attempts: 2 })]);
  if (!group || !free) throw new Error('no groups');
  expect(waitingReason(group.entries[1] as OutboxEntry, group, 'offline')).toBe('behind');
  expect(waitingReason(free.entries[0] as OutboxEntry, free, 'offline')).toBe('offline');
  expect(waitingReason(free.entries[0] as OutboxEntry, free, null)).toBe('sending');
  expect(waitingReason(free.entries[1] as OutboxEntry, free, null)).toBe('retry');
  const full = entry('5', 'b', { attempts: 1, lastError: { code: 'storage_full' } });
  expect(waitingReason(full, { ...free, entries: [full] }, null)).toBe('no_room');
  const early = entry('7', 'b', { attempts: 1, lastError: { code: 'hourly_quota' } });
  expect(waitingReason(early, { ...free, entries: [early] }, null)).toBe('hourly_quota');
  const newer = entry('6', 'c', { resource: 'dragons', attempts: 1 });
  expect(waitingReason(newer, { ...free, entries: [newer] }, 'offline')).toBe('newer');
});
