import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeedChange } from '../endpoints/core.ts';
import { fromTables, lineOfPage, pageOfLine, toTables } from './feed-tables.ts';

const id = fc.oneof(fc.integer(), fc.string());
const value = fc.oneof(fc.constantFrom(null, 1, true, 'a', ''), fc.string(), fc.array(fc.string(), { maxLength: 2 }));
const fields = fc.dictionary(fc.constantFrom('title', 'place', 'authorId', 'all'), value);
const row = fc.record({ id, version: fc.nat(), fields }).map((each) => ({ ...each.fields, id: each.id, version: each.version }));
const change: fc.Arbitrary<FeedChange> = fc
  .record({ resource: fc.constantFrom('posts', 'photos'), row, isGone: fc.boolean(), key: fc.option(fc.uuid(), { nil: undefined }) })
  .map((each) => ({
    resource: each.resource,
    id: each.row.id,
    version: each.row.version,
    row: each.isGone ? null : each.row,
    ...(each.key !== undefined && { key: each.key }),
  }));

const sorted = (changes: readonly FeedChange[]): string[] =>
  changes
    .map(({ row: own, ...rest }) => JSON.stringify([rest, own && Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .toSorted();

test('returns the changes that were put into tables, through JSON too', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const line = JSON.parse(JSON.stringify(toTables(changes))) as ReturnType<typeof toTables>;
      expect(sorted([...line.changes, ...fromTables(line.tables)])).toEqual(sorted(changes));
    }),
  );
});

const posts = (count: number): FeedChange[] =>
  Array.from({ length: count }, (_, place) => ({
    resource: 'posts',
    id: place,
    version: 1,
    row: { id: place, version: 1, eventId: 7, content: `Post ${place}` },
  }));

test('writes a value that all rows share once', () => {
  const { changes, tables } = toTables(posts(20));
  expect(changes).toEqual([]);
  expect(tables).toMatchObject([{ resource: 'posts', count: 20, columns: { version: { all: 1 }, eventId: { all: 7 } } }]);
});

test('leaves few rows, tombstones and answered commands as they are', () => {
  expect(toTables(posts(9))).toEqual({ changes: posts(9), tables: [] });
  const answered = posts(12).map((each) => ({ ...each, key: crypto.randomUUID() }));
  const gone = posts(12).map((each) => ({ ...each, row: null }));
  expect(toTables([...answered, ...gone])).toEqual({ changes: [...answered, ...gone], tables: [] });
});

test('keeps an absent field apart from an empty one', () => {
  const changes = posts(40).map((each, place) => ({
    ...each,
    row: { ...each.row!, ...(place % 2 === 0 && { place: place % 4 ? null : undefined }) },
  }));
  const rows = fromTables(toTables(changes).tables).map(({ row: own }) => own!);
  expect(rows.filter((own) => 'place' in own)).toHaveLength(10);
});

test.each([
  ['a column that is too short', { id: ['a'], version: { all: 1 } }],
  ['no version', { id: ['a', 'b'] }],
  ['an id that is no id', { id: { all: null }, version: { all: 1 } }],
])('rejects a table with %s', (_name, columns) => {
  expect(() => fromTables([{ resource: 'posts', count: 2, columns }])).toThrow(RangeError);
});

test('a line has the page that it was made of, with the rows of a window', () => {
  const window = { scope: 'event:1', epoch: 'e', number: 4, floors: { posts: 3 }, counts: { posts: 30 }, at: 5 };
  const page = { cursor: 'c', reset: false, more: true, with: posts(20), windows: [window], changes: posts(12) };
  const line = JSON.parse(JSON.stringify(lineOfPage(page))) as { with: unknown[] };
  expect(line.with).toEqual([]);
  expect(pageOfLine(line)).toEqual(page);
});
