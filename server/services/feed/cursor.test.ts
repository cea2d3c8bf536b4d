import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { resources } from '#contract/resources.ts';
import { windows } from '#contract/rules/windows.ts';
import { type Scope, scopeOf } from '#contract/scope.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import { component, menuEntry } from '#server/resources/definition/module-definition.ts';
import { beginLoad, type Cursor, epochOf, isStillOf, marksOf, readCursor, writeCursor } from './cursor.ts';

const added = { id: 99, name: 'lost_items', optional: true, menu_entries: [menuEntry('menu.lost', 'lost', '/lost')], home_components: [] };

test('marksOf keeps the earlier mark when a module is added at any place', () => {
  const [today] = marksOf(catalogue).slice(-1);
  for (const more of [[added, ...catalogue], [...catalogue, added], catalogue.toReversed()]) expect(marksOf(more)).toContain(today);
  expect(marksOf([...catalogue, added]).at(-1)).not.toBe(today);
});

test('marksOf changes every mark when a module is changed or deleted', () => {
  const [today] = marksOf(catalogue).slice(-1);
  const [first, ...rest] = catalogue;
  const changed = { ...first!, home_components: [...first!.home_components, component('clock')] };
  expect(marksOf([changed, ...rest, added])).not.toContain(today);
  expect(marksOf([...rest, added])).not.toContain(today);
});

test('isStillOf rejects epochs of another database history and of unknown catalogues', () => {
  expect(isStillOf(epochOf('today'), 'today')).toBe(true);
  // Epochs from before the younger modules were added.
  for (const mark of marksOf(catalogue)) expect(isStillOf(`today.${mark}`, 'today')).toBe(true);
  expect(isStillOf(epochOf('restored'), 'today')).toBe(false);
  expect(isStillOf('today.12345678', 'today')).toBe(false);
});

const id = fc.integer({ min: 1, max: 2 ** 31 });
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant(scopeOf.all),
  ...[scopeOf.member, scopeOf.event, scopeOf.eventAdmin, scopeOf.dating, scopeOf.user].map((of) => id.map(of)),
);
const numbers = fc.uniqueArray(fc.tuple(scope, fc.maxSafeNat()), { minLength: 1, selector: ([name]) => name }).map((all) => new Map(all));
const cursor: fc.Arbitrary<Cursor> = fc
  .record({ epoch: fc.string(), numbers, picks: fc.infiniteStream(fc.boolean()), below: fc.maxSafeNat(), hasWindows: fc.boolean() })
  .chain(({ picks, below, hasWindows, ...place }) => {
    const some = () => [...place.numbers.keys()].filter(() => picks.next().value);
    const windowed = new Set(hasWindows ? some().filter((name) => name.startsWith('event:')) : []);
    const position = { ...place, ...(windowed.size > 0 && { windowed }) };
    const scopes = some();
    if (scopes.length === 0) return fc.constant(position);
    const loading = fc.record({
      scopes: fc.constant(scopes),
      resource: fc.constantFrom(...resources.map(({ name }) => name as string)),
      scope: fc.constantFrom(...scopes),
      below: fc.constant(below),
    });
    return loading.chain((at) => {
      const hasFloor = windowed.size > 0 && windows[at.resource]?.kind === 'newest';
      const floor = hasFloor ? fc.option(fc.nat(), { nil: undefined }) : fc.constant(undefined);
      return floor.map((lowest) => ({ ...position, loading: { ...at, ...(lowest !== undefined && { floor: lowest }) } }));
    });
  });

/** The order counts: the oldest parked scope is dropped first. */
const listed = (read: Cursor | null) => read && { ...read, numbers: [...read.numbers] };

test('reads every cursor that it writes', () => {
  fc.assert(
    fc.property(cursor, (written) => {
      expect(listed(readCursor(writeCursor(written), []))).toEqual(listed(written));
    }),
  );
});

test('writes a mark of windows only if a scope has one', () => {
  const numbersRead = new Map<Scope, number>([
    [scopeOf.all, 1],
    [scopeOf.user(7), 300],
    [scopeOf.event(4), 12],
  ]);
  const place = { epoch: 'e', numbers: numbersRead };
  const loading = { scopes: [scopeOf.event(4)], resource: 'posts', scope: scopeOf.event(4), below: 9 };
  // The texts of the version before windows.
  expect(writeCursor(place)).toBe('3.AWUDAAABCg6sAgQFDA');
  expect(writeCursor({ ...place, loading, windowed: new Set() })).toBe('3.AWUDAAABCg6sAgUFDAVwb3N0cwIJ');
  expect(writeCursor({ ...place, loading, windowed: new Set([scopeOf.event(4)]) })).toBe('4.AWUDAAABFA6sAgsFDAVwb3N0cwIJAA');
});

test('returns null if a scope that is no event has a window', () => {
  const windowed = new Set([scopeOf.all]);
  expect(readCursor(writeCursor({ epoch: 'e', numbers: new Map([[scopeOf.all, 1]]), windowed }), [])).toBeNull();
});

test('returns null and throws nothing if bytes are missing, added or changed', () => {
  const broken = fc.tuple(cursor, fc.nat(), fc.string()).map(([written, at, text]) => {
    const whole = writeCursor(written);
    return whole.slice(0, at % whole.length) + text;
  });
  fc.assert(fc.property(broken, (text) => void readCursor(text, [])));
  expect(readCursor(`${writeCursor({ epoch: 'today', numbers: new Map([[scopeOf.all, 1]]) })}AAAA`, [])).toBeNull();
});

test.each([1, 10, 160, 300, 1_000])('writes a cursor that the contract accepts for a person in %d events, during a load too', (count) => {
  const bits = fc.integer({ min: 0, max: 2 ** 21 - 1 });
  const memberships = fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { minLength: count, maxLength: count, size: 'max' });
  const person = fc.record({ events: memberships, number: bits, parked: fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 4 }) });
  const written = person.map(({ events, number, parked }) => {
    const read = [scopeOf.all, ...events.toSorted((a, b) => a - b).map(scopeOf.member), scopeOf.user(123_456), scopeOf.event(events[0]!)];
    const all = new Map([...parked.map(scopeOf.event), ...read].map((name) => [name, number]));
    const loading = beginLoad(all, read);
    return writeCursor({ epoch: epochOf('6b5b0a0e-5b7c-4d4e-9f0a-3c1d2e4f5a6b'), numbers: all, ...(loading && { loading }) });
  });
  fc.assert(
    fc.property(written, (text) => {
      expect(text.length).toBeLessThanOrEqual(limits.cursorLength);
      expect(readCursor(text, [])).not.toBeNull();
    }),
    { numRuns: 20 },
  );
});
