import { describe, expect, test } from 'vitest';
import { flaws, play } from '#tests/fixtures/window-model.ts';
import { findResource, resourceNamed, resources } from '../resources.ts';
import { isInside, keeps, keepsOf, listOf, mergeFloors, peopleOf, windows } from './windows.ts';

const post = { id: 'a', version: 1, eventId: 7, authorId: 2, content: 'hello @[3]', replyToId: null, order: 50, createdAt: '' };
const reply = { ...post, id: 'b', replyToId: 'a', order: 60 };

const named = Object.entries(windows).map(([name, window]) => ({ name, window: window! }));

describe('the declaration of a window', () => {
  test.each(named)('of $name is sound', ({ name, window }) => {
    const resource = resourceNamed(name);
    const row = { id: 'a', eventId: 7 };
    expect(resource.scopes(row)).toEqual(['event:7']);
    expect(resource.watched).toBeUndefined();
    // A merge needs rows that stay.
    expect(Object.values(resource.mutations).filter(({ versioned }) => versioned)).toEqual([]);
    const { shape } = resource.row as unknown as { shape: object };
    if (window.kind === 'newest') {
      expect(Object.keys(shape)).toEqual(expect.arrayContaining(['order', 'eventId', ...(window.parent ? [window.parent] : [])]));
      expect(resource.indexes).toContain('[eventId+order]');
    }
    // A number is stored after the row that it belongs to, and names before the rows that show them.
    const places = resources.map((one) => one.name as string);
    if (window.kind === 'with') expect(places.indexOf(name)).toBeGreaterThan(places.indexOf(window.resource));
    if (window.kind === 'named') expect(places.indexOf(name)).toBeLessThan(places.indexOf('posts'));
  });

  test('covers every resource with a field of a person', () => {
    const fields = ['subjectId', 'otherId', 'authorId'];
    const silent = ['ownEntries', 'feedback'];
    for (const { name, row } of resources as readonly { name: string; row: unknown }[]) {
      const { shape } = row as { shape: object };
      const field = fields.find((one) => one in shape);
      if (field && !silent.includes(name)) expect(peopleOf(name, { content: '', decidedBy: null, [field]: 5 }), name).toContain(5);
    }
  });

  test('names only resources that exist', () => {
    for (const { name } of named) expect(findResource(name)).toBeDefined();
  });
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
  test('has no hole, half thread, removed row or missing name in 300 schedules', () => {
    for (let seed = 1; seed <= 300; seed += 1) expect(play(seed)).toBeNull();
  });

  test.each(flaws)('breaks with the flaw %s', (flaw) => {
    let fault: string | null = null;
    for (let seed = 1; seed <= 2_000 && fault === null; seed += 1) fault = play(seed, flaw);
    expect(fault).not.toBeNull();
  });
});
