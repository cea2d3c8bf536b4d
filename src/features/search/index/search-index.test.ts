import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { breakfast, eventId, participant, storedPost } from '#tests/fixtures/device.ts';
import { type Kind, kindNames } from './kinds.ts';
import { type Group, type Query, SearchIndex } from './search-index.ts';

const now = Date.parse('2026-07-02T12:00:00Z');

function search(index: SearchIndex, text: string, part: Partial<Query> = {}): Group[] {
  return index.search({ text, kinds: kindNames, most: {}, now, ...part });
}

/** Returns the ids of all hits. */
const idsOf = (groups: readonly Group[]): string[] => groups.flatMap(({ hits }) => hits.map(({ row }) => row.id));

function indexOf(rows: Partial<Record<Kind, readonly object[]>>): SearchIndex {
  const index = new SearchIndex();
  for (const [kind, own] of Object.entries(rows)) index.load(kind as Kind, own as never);
  return index;
}

const isFound = (query: string, content: string): boolean => search(indexOf({ posts: [storedPost('a', { content })] }), query).length > 0;

test.each([
  ['strasse', 'Die Straße ist gesperrt', 'a sharp s'],
  ['STRASSE', 'DIE STRAẞE', 'capital letters'],
  ['Straße', 'Hauptstrasse 5', 'a part of a word'],
  ['cafe', 'Café am See', 'an accent'],
  ['café', 'Das Cafe', 'an accent in the query'],
  ['cafe', 'Cafe\u0301 am See', 'a combining accent'],
  ['koln', 'Zug nach Köln', 'an umlaut without its dots'],
  ['koeln', 'Zug nach Köln', 'an umlaut as a pair'],
  ['Köln', 'Zug nach Koeln', 'a pair for an umlaut'],
  ['Outdoorkueche', 'Outdoorküchenzelt', 'a pair in a compound'],
  ['smorrebrod', 'Smørrebrød', 'a letter with a stroke'],
  ['zelt', 'Wir bauen das Küchenzelt auf', 'the end of a compound'],
  ['gitarre', 'E-Gitarre', 'a word after a hyphen'],
  ['c', 'Chor am Abend', 'one letter at the beginning'],
  ['istanbul', 'Zug nach İstanbul', 'a dotted capital i'],
  ['ISTANBUL', 'istanbul', 'a capital i'],
  ['ilgaz', 'Ilgaz und ılgaz', 'a dotless i'],
  ['σοφος', 'ΣΟΦΟΣ', 'a final sigma'],
  ['שלום', 'שָׁלוֹם לכולם', 'Hebrew with vowel marks'],
  ['مرحبا', 'مَرْحَبًا بكم', 'Arabic with vowel marks'],
  ['会议', '明天会议室见', 'two letters of a script without spaces'],
  ['한', '한국어 모임', 'a syllable'],
  ['하', '한국어 모임', 'the beginning of a syllable that is typed'],
  ['🎉', 'Party🎉 heute', 'an emoji next to a word'],
  ['party', '🎉Party', 'a word next to an emoji'],
  ['👋', 'Hallo 👋🏽', 'an emoji with a skin tone'],
  ['🇨🇭', 'Aus der 🇨🇭', 'a flag'],
  ['küchenzelt', 'Kü\u00adchen\u00adzelt', 'soft hyphens'],
  ['essen morgen', 'Morgen gibt es Essen', 'words in another order'],
  ['10 uhr', 'Um 10:30 Uhr', 'numbers'],
])('finds %j in %j (%s)', (query, content) => {
  expect(isFound(query, content)).toBe(true);
});

test.each([
  ['elt', 'Küchenzelt', 'three letters inside of a word'],
  ['poet', 'Pottery', 'a pair where the text has no umlaut'],
  ['blue', 'Blumen', 'a pair at the end'],
  ['essen abend', 'Morgen gibt es Essen', 'a word that is missing'],
  ['', 'Morgen', 'an empty query'],
  [' .,-– ', 'Morgen – bald', 'a query without words'],
  ['\u0301', 'Café', 'an accent alone'],
])('does not find %j in %j (%s)', (query, content) => {
  expect(isFound(query, content)).toBe(false);
});

test('looks only at the beginning of a query that is longer than allowed', () => {
  const long = 'ab '.repeat(limits.searchLength);
  expect(isFound(`${long}missing`, 'ab')).toBe(true);
  expect(isFound('a'.repeat(1_000_000), 'a'.repeat(limits.searchLength))).toBe(true);
});

test('ranks title before text, beginning before part, exact before longer words', () => {
  const entry = (id: string, title: string, details = '') => ({ ...breakfast, id, title, details });
  const index = indexOf({
    schedule: [
      entry('part of the text', 'A', 'Großzelt'),
      entry('beginning in the text', 'A', 'Zeltplatz'),
      entry('word of the text', 'A', 'im Zelt'),
      entry('part of the title', 'Großzelt'),
      entry('beginning in the title', 'Zeltplatz'),
      entry('word of the title', 'Im Zelt'),
    ],
  });
  expect(idsOf(search(index, 'zelt', { most: { schedule: 10 } }))).toEqual([
    'word of the title',
    'beginning in the title',
    'part of the title',
    'word of the text',
    'beginning in the text',
    'part of the text',
  ]);
});

test('ranks equal entries by their distance from now, and equal posts by their age', () => {
  const entry = (id: string, startDate: string, endDate: string) => ({ ...breakfast, id, startDate, endDate });
  const index = indexOf({
    schedule: [
      entry('yesterday', '2026-07-01T08:00:00Z', '2026-07-01T09:00:00Z'),
      entry('now', '2026-07-02T11:00:00Z', '2026-07-02T13:00:00Z'),
      entry('in an hour', '2026-07-02T13:00:00Z', '2026-07-02T14:00:00Z'),
      entry('tomorrow', '2026-07-03T08:00:00Z', '2026-07-03T09:00:00Z'),
    ],
    posts: [storedPost('old', { content: 'breakfast', order: 1 }), storedPost('new', { content: 'breakfast', order: 2 })],
  });
  expect(idsOf(search(index, 'breakfast'))).toEqual(['now', 'in an hour', 'tomorrow', 'yesterday', 'new', 'old']);
});

test('places the kind with the best hit first, and returns the count of hits that are not listed', () => {
  const index = indexOf({
    schedule: [{ ...breakfast, details: 'with Anna' }],
    participants: [participant(8, 'Anna')],
    posts: Array.from({ length: 30 }, (_, order) => storedPost(`p${order}`, { content: 'Hi Anna', order })),
  });
  const groups = search(index, 'anna');
  expect(groups.map(({ kind, count, hits }) => [kind, count, hits.length])).toEqual([
    ['participants', 1, 1],
    ['schedule', 1, 1],
    ['posts', 30, 4],
  ]);
  expect(search(index, 'anna', { most: { posts: 25 } }).at(-1)?.hits).toHaveLength(25);
  expect(search(index, 'anna', { kinds: ['posts'] }).map(({ kind }) => kind)).toEqual(['posts']);
});

test('finds entries and meetups by their place', () => {
  const meetup = {
    id: 'm',
    version: 1,
    eventId,
    authorId: 8,
    title: 'Chess',
    description: 'Bring a board',
    startDate: '2026-07-02T12:00:00Z',
  };
  const index = indexOf({
    schedule: [breakfast],
    meetups: [
      { ...meetup, place: 'Kitchen tent' },
      { ...meetup, id: 'n' },
    ],
  });
  const places = search(index, 'kitchen').flatMap(({ hits }) => hits.map(({ row, place }) => [row.id, place]));
  expect(places).toEqual([
    ['a', ['', 'Kitchen', '']],
    ['m', ['', 'Kitchen', ' tent']],
  ]);
});

test('excludes rows of hidden people, and names the authors of others', () => {
  const index = indexOf({
    participants: [participant(8, 'Ben Zeltner'), participant(9, 'Cem')],
    posts: [storedPost('b', { content: 'Zelt', authorId: 8 }), storedPost('c', { content: 'Zelt', authorId: 9 })],
  });
  index.hide(new Set([8]));
  const [group, ...others] = search(index, 'zelt');
  expect(others).toEqual([]);
  expect(group).toMatchObject({ count: 1, hits: [{ row: { id: 'c' }, author: { name: 'Cem' } }] });
});

test('follows single changes of rows', () => {
  const index = indexOf({ posts: [storedPost('a', { content: 'Zelt' })] });
  index.put('posts', { ...storedPost('b', { content: 'Zelt' }), eventId });
  index.put('posts', storedPost('a', { content: 'Haus', version: 2 }));
  expect(idsOf(search(index, 'zelt'))).toEqual(['b']);
  index.remove('posts', 'b');
  expect(search(index, 'zelt')).toEqual([]);
  index.load('posts', [storedPost('a', { content: 'Zelt', version: 3 })]);
  expect(idsOf(search(index, 'zelt'))).toEqual(['a']);
});

test('finds posts by the present names of mentioned people, and shows them', () => {
  const posts = [storedPost('a', { content: 'Ask @[7] or @[8]' }), storedPost('b', { content: 'Ask 7' })];
  const index = indexOf({ participants: [participant(7, 'Anna')], posts });
  const snippets = (text: string) =>
    search(index, text, { former: 'Gone' }).flatMap(({ kind, hits }) =>
      (kind === 'posts' ? hits : []).map(({ snippet }) => snippet?.join('')),
    );
  expect(snippets('anna')).toEqual(['Ask @Anna or @Gone']);
  expect(snippets('7')).toEqual(['Ask 7']);
  index.put('participants', { ...participant(7, 'Berta'), version: 2 });
  expect([snippets('anna'), snippets('berta')]).toEqual([[], ['Ask @Berta or @Gone']]);
  index.remove('participants', participant(7, 'Berta').id);
  expect([snippets('berta'), snippets('ask')]).toEqual([[], ['Ask 7', 'Ask @Gone or @Gone']]);
});
