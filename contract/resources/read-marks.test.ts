import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import type { AnyResource } from '../resource.ts';
import { resources } from '../resources.ts';
import { changedResources, changeList } from '../rules/change-lists.ts';
import { threadList } from '../rules/read-lists.ts';
import { type ReadMark, readMarks, readMarksId, type ReadMarks, seenChangesId } from './read-marks.ts';

const { read, see } = readMarks.mutations;
const context = { id: readMarksId(1, 7), eventId: 1, userId: 7, now: '2026-07-04T08:00:00.000Z', order: 0 };

function marksAfter(...steps: ReadMark[][]): ReadMark[] {
  let row: ReadMarks | null = null;
  for (const marks of steps) row = { ...(read.apply(row, { ...context, args: { marks } }) as ReadMarks), version: 1 };
  return row?.marks ?? [];
}

const thread = (index: number): string => threadList(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);

test('keeps the higher mark in any order of the devices', () => {
  const [early, late] = [[{ list: 'chat', order: 4 }], [{ list: 'chat', order: 9 }]];
  expect(marksAfter(early, late)).toEqual(late);
  expect(marksAfter(late, early)).toEqual(late);
});

test('keeps lists apart', () => {
  expect(marksAfter([{ list: 'chat', order: 4 }], [{ list: 'photos', order: 2 }])).toEqual([
    { list: 'chat', order: 4 },
    { list: 'photos', order: 2 },
  ]);
});

test('drops the mark of a thread that the mark of the chat covers', () => {
  const marks = [
    { list: thread(1), order: 5 },
    { list: thread(2), order: 8 },
  ];
  expect(marksAfter(marks, [{ list: 'chat', order: 5 }])).toEqual([
    { list: 'chat', order: 5 },
    { list: thread(2), order: 8 },
  ]);
});

test('keeps the marks of the lists and of the newest threads up to the limit', () => {
  const threads = Array.from({ length: limits.readMarks }, (_, index) => ({ list: thread(index), order: index + 1 }));
  const marks = marksAfter(threads, [{ list: 'photos', order: 1 }]);
  expect(marks).toHaveLength(limits.readMarks);
  expect(marks[0]).toEqual({ list: 'photos', order: 1 });
  expect(marks.at(-1)).toEqual({ list: thread(1), order: 2 });
});

test.each(['shares', 'thread-1', `${thread(1)}0`])('rejects the list %s', (list) => {
  expect(read.args.safeParse({ marks: [{ list, order: 1 }] }).success).toBe(false);
});

describe('marks of seen changes', () => {
  const id = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const entry = (index: number): string => changeList('schedule', id(index));

  function seenAfter(...steps: ReadMark[][]): ReadMark[] {
    let row: ReadMarks | null = null;
    for (const marks of steps)
      row = { ...(see.apply(row, { ...context, id: seenChangesId(1, 7), args: { marks } }) as ReadMarks), version: 1 };
    return row?.marks ?? [];
  }

  test('keep the higher version in any order of the devices', () => {
    const [early, late] = [[{ list: entry(1), order: 2 }], [{ list: entry(1), order: 3 }]];
    expect(seenAfter(early, late)).toEqual(late);
    expect(seenAfter(late, early)).toEqual(late);
  });

  test('are those of the newest rows, in any order of the devices', () => {
    const marks = Array.from({ length: limits.seenChanges + 1 }, (_, index) => ({ list: entry(index), order: 1 }));
    const kept = seenAfter(marks.slice(1), marks.slice(0, 1));
    expect(kept).toHaveLength(limits.seenChanges);
    expect(kept.at(-1)).toEqual(marks[1]);
    expect(seenAfter(marks.slice(0, 1), marks.slice(1))).toEqual(kept);
  });

  test('are stored in a row of their own for the same event and person', () => {
    expect(seenChangesId(1, 7)).not.toBe(readMarksId(1, 7));
    expect(see.ownOf?.nameIn(seenChangesId(1, 7))).toBe(1);
  });

  test.each(['chat', 'posts', 'schedule-1'])('reject the list %s', (list) => {
    expect(see.args.safeParse({ marks: [{ list, order: 1 }] }).success).toBe(false);
  });

  test('accept every resource whose changes are listed', () => {
    expect(changedResources).toEqual(
      (resources as readonly AnyResource[])
        .filter(({ watched }) => watched)
        .map(({ name }) => name)
        .toSorted(),
    );
    for (const resource of changedResources)
      expect(see.args.safeParse({ marks: [{ list: changeList(resource, id(1)), order: 1 }] }).success).toBe(true);
  });
});
