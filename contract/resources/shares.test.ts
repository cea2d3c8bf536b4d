import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import { type Share, shares, unlimited } from './shares.ts';

const { create, edit, count } = shares.mutations;
const context = { id: 'a', eventId: 1, userId: 2, now: '2026-07-01T12:00:00.000Z', order: 3 };
const ride: Share = {
  ...(create.apply(null, { ...context, args: { type: 'ride', title: 'Bern', available: 2, total: 3 } }) as Share),
  version: 1,
};

/** What the rule finds wrong, as path and message; null where it takes it. */
function wrong(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    const [issue] = (error as Refusal).details.issues ?? [];
    return `${issue?.path} ${issue?.message}`;
  }
}

test('what is not said is one of one', () => {
  expect(create.apply(null, { ...context, args: { type: 'room', title: 'Hostel' } })).toMatchObject({
    available: 1,
    total: 1,
    surplus: 0,
    description: '',
    image: null,
  });
});

test.each([
  ['stuff without a word on it', { type: 'stuff', title: 'Tent', description: ' ' }, 'description blank'],
  ['a picture of a ride', { type: 'ride', title: 'Bern', image: '/images/shares/x.webp' }, 'image only_stuff'],
  ['none of nothing', { type: 'ride', title: 'Bern', available: 0, total: 0 }, 'total too_small'],
  ['more left than there are', { type: 'ride', title: 'Bern', available: 4, total: 3 }, 'available beyond_total'],
  ['as many as want of three', { type: 'ride', title: 'Bern', available: unlimited, total: 3 }, 'available beyond_total'],
] as const)('%s is refused, made so or changed to it', (_what, args, issue) => {
  expect(wrong(() => create.apply(null, { ...context, args }))).toBe(issue);
  expect(wrong(() => edit.apply(ride, { ...context, args }))).toBe(issue);
});

test('of what is unlimited so much is left, and clicks change nothing', () => {
  const free = { ...(edit.apply({ ...ride, surplus: -1 }, { ...context, args: { total: unlimited } }) as Share), version: 2 };
  expect(free).toMatchObject({ available: unlimited, total: unlimited, surplus: 0 });
  expect(count.apply(free, { ...context, args: { change: -1 } })).toBe(free);
});

test('clicks add up in whatever order they come, and what is shown stays between nothing and all', () => {
  const click = fc.constantFrom(1 as const, -1 as const);
  const after = (clicks: readonly (1 | -1)[]): Share =>
    clicks.reduce((row, change) => {
      const next = { ...(count.apply(row, { ...context, args: { change } }) as Share), version: row.version + 1 };
      expect(next.available).toBeGreaterThanOrEqual(0);
      expect(next.available).toBeLessThanOrEqual(next.total);
      return next;
    }, ride);
  fc.assert(
    fc.property(fc.array(click, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (clicks, picks) => {
      const shuffled = clicks.toSorted(() => ((picks.next().value as number) % 2 === 0 ? 1 : -1));
      const [one, other] = [after(clicks), after(shuffled)];
      expect(one).toEqual(other);
      expect(one.available + one.surplus).toBe(2 + clicks.reduce<number>((sum, each) => sum + each, 0));
    }),
  );
});

test('who says how many there are has counted them; other words leave the count as it is', () => {
  const odd = { ...ride, available: 0, surplus: -1 };
  expect(edit.apply(odd, { ...context, args: { available: 1 } })).toMatchObject({ available: 1, surplus: 0 });
  expect(edit.apply(odd, { ...context, args: { title: 'Basel' } })).toMatchObject({ title: 'Basel', available: 0, surplus: -1 });
});
