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

/** Returns the issue of a refusal as path and message; null if the rule accepts. */
function wrong(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    const [issue] = (error as Refusal).details.issues ?? [];
    return `${issue?.path} ${issue?.message}`;
  }
}

test('defaults to one of one', () => {
  expect(create.apply(null, { ...context, args: { type: 'room', title: 'Hostel' } })).toMatchObject({
    available: 1,
    total: 1,
    surplus: 0,
    description: '',
    image: null,
  });
});

test.each([
  ['stuff without a description', { type: 'stuff', title: 'Tent', description: ' ' }, 'description blank'],
  ['a picture of a ride', { type: 'ride', title: 'Bern', image: '/images/shares/x.webp' }, 'image only_stuff'],
  ['a total of 0', { type: 'ride', title: 'Bern', available: 0, total: 0 }, 'total too_small'],
  ['more available than the total', { type: 'ride', title: 'Bern', available: 4, total: 3 }, 'available beyond_total'],
  ['unlimited availability of a total of three', { type: 'ride', title: 'Bern', available: unlimited, total: 3 }, 'available beyond_total'],
] as const)('refuses to create or change to %s', (_what, args, issue) => {
  expect(wrong(() => create.apply(null, { ...context, args }))).toBe(issue);
  expect(wrong(() => edit.apply(ride, { ...context, args }))).toBe(issue);
});

test('keeps an unlimited offer unlimited when it is counted', () => {
  const free = { ...(edit.apply({ ...ride, surplus: -1 }, { ...context, args: { total: unlimited } }) as Share), version: 2 };
  expect(free).toMatchObject({ available: unlimited, total: unlimited, surplus: 0 });
  expect(count.apply(free, { ...context, args: { change: -1 } })).toBe(free);
});

test('adds up clicks in any order, and shows an amount between 0 and the total', () => {
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

test('resets the surplus when the author sets the amount, and keeps it for other changes', () => {
  const odd = { ...ride, available: 0, surplus: -1 };
  expect(edit.apply(odd, { ...context, args: { available: 1 } })).toMatchObject({ available: 1, surplus: 0 });
  expect(edit.apply(odd, { ...context, args: { title: 'Basel' } })).toMatchObject({ title: 'Basel', available: 0, surplus: -1 });
});
