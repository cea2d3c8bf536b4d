import { describe, expect, test } from 'vitest';
import { flaws, play } from '#tests/fixtures/window-model.ts';
import { resourceNamed, resources } from '../resources.ts';
import { isInside, keeps, keepsOf, listOf, mergeFloors, peopleOf, windows } from './windows.ts';

const post = { id: 'a', version: 1, eventId: 7, authorId: 2, content: 'hello @[3]', replyToId: null, order: 50, createdAt: '' };
const reply = { ...post, id: 'b', replyToId: 'a', order: 60 };

const named = Object.keys(windows).map((name) => ({ name }));
const newest = Object.entries(windows).flatMap(([name, window]) =>
  window?.kind === 'newest' ? [{ name, parent: window.parent, lists: window.lists }] : [],
);

const shapeOf = (name: string): object => (resourceNamed(name).row as unknown as { shape: object }).shape;

const personFields = {
  posts: 'authorId',
  photos: 'authorId',
  meetups: 'authorId',
  shares: 'authorId',
  evidence: 'authorId',
  datingMatches: 'otherId',
  hiddenPeople: 'otherId',
  ownReports: 'subjectId',
  reports: 'subjectId',
};

describe('a resource with a window', () => {
  test.each(named)('has a sound declaration: $name', ({ name }) => {
    const { scopes, watched, mutations } = resourceNamed(name);
    expect(scopes({ id: 'a', version: 1, eventId: 7 })).toEqual(['event:7']);
    expect(watched).toBeUndefined();
    // A merge needs rows that stay.
    expect(Object.values(mutations).filter(({ versioned }) => versioned)).toEqual([]);
  });

  test.each(newest)('has an order, and an index by it: $name', ({ name, parent = 'order', lists }) => {
    expect(Object.keys(shapeOf(name))).toEqual(expect.arrayContaining(['order', 'eventId', parent]));
    expect(resourceNamed(name).indexes).toEqual(expect.arrayContaining(['[eventId+order]', lists]));
  });

  test('is loaded before the rows that name it', () => {
    const places = resources.map(({ name }) => name as string).filter((name) => windows[name]);
    expect(places).toEqual(['participants', 'posts', 'photos', 'reactionCounts']);
  });
});

test.each(Object.entries(personFields))('rows of %s name the person in %s', (name, field) => {
  expect(peopleOf(name, { content: '', decidedBy: null, [field]: 5 })).toContain(5);
});

test('rows of every resource with the field of a person name that person, except private ones', () => {
  const fields = ['subjectId', 'otherId', 'authorId'];
  const withPerson = resources.map(({ name }) => name as string).filter((name) => fields.some((field) => field in shapeOf(name)));
  expect(withPerson.toSorted()).toEqual([...Object.keys(personFields), 'ownEntries', 'feedback'].toSorted());
});

describe('a list', () => {
  test('has the rows of one parent, or of none', () => {
    expect([listOf('posts', post), listOf('posts', reply), listOf('photos', { id: 'c' })]).toEqual(['posts', 'posts/a', 'photos']);
  });

  test('takes rows from its floor on, and those that are held', () => {
    const held = (ids: string[], floors: Record<string, number>) => ({
      isHeld: (resource: string, id: string | number) => ids.includes(`${resource}:${id}`),
      floors,
    });
    expect(isInside('posts', post, held([], { posts: 51 }))).toBe(false);
    expect(isInside('posts', post, held([], { posts: 50 }))).toBe(true);
    expect(isInside('posts', post, held([], {}))).toBe(true);
    expect(isInside('posts', post, held(['posts:a'], { posts: 51 }))).toBe(true);
    expect(isInside('posts', reply, held([], {}))).toBe(false);
    expect(isInside('posts', reply, held(['posts:a'], { 'posts/a': 61 }))).toBe(false);
    expect(isInside('participants', { id: '7-2', version: 1 }, held([], {}))).toBe(false);
    expect(isInside('reactionCounts', { id: 'a', version: 1 }, held([], {}))).toBe(false);
    expect(isInside('reactionCounts', { id: 'a', version: 1 }, held(['posts:a'], {}))).toBe(true);
    expect(isInside('meetups', { id: 'a', version: 1 }, held([], {}))).toBe(true);
  });

  test('keeps the lower floor, unless it is new', () => {
    const was = { posts: 40, 'posts/a': 20 };
    expect(mergeFloors(was, { posts: 60, 'posts/a': 10, 'posts/c': 5 }, (list) => list !== 'posts/c')).toEqual({
      posts: 40,
      'posts/a': 10,
      'posts/c': 5,
    });
    expect(mergeFloors({}, { 'posts/a': 10 }, () => true)).toEqual({ 'posts/a': 0 });
  });
});

test('a post keeps itself for its author and the mentioned, and a followed thread its post', () => {
  expect([1, 2, 3].map((userId) => keeps('posts', post, userId))).toEqual([false, true, true]);
  expect(keepsOf('threadFollows', { postId: 'a', state: 'followed' })).toEqual({ resource: 'posts', id: 'a' });
  expect(keepsOf('threadFollows', { postId: 'a', state: 'muted' })).toBeNull();
});

describe('a model of the rules', () => {
  test('has no hole, half thread, removed row or missing name in 300 schedules', async () => {
    const faults = (await Promise.all(Array.from({ length: 300 }, (_, seed) => play(seed)))).filter((fault) => fault !== null);
    expect(faults).toEqual([]);
  });

  test.each(flaws)('breaks with the flaw %s', async (flaw) => {
    let fault: string | null = null;
    for (let seed = 1; seed <= 2_000 && fault === null; seed += 1) fault = await play(seed, flaw);
    expect(fault).not.toBeNull();
  });
});
