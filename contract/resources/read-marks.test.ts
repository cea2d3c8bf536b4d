import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { threadList } from '../rules/read-lists.ts';
import { type ReadMark, readMarks, readMarksId, type ReadMarks } from './read-marks.ts';

const { read } = readMarks.mutations;
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
