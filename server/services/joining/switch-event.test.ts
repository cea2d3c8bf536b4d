import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../contract/errors.ts';
import { away, buildCamp, callerOf, codeOf, insertRows } from '../../../tests/fixtures/camp.ts';
import { readingBy, sqlOf } from '../../store/engine/handles.ts';
import { openStore, type Store } from '../../store/store.ts';
import { createThrottle } from '../auth/throttle.ts';
import { createSwitchEvent } from './switch-event.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 12) };
let store: Store;

beforeEach(async () => {
  store = await openStore({ path: ':memory:' });
  await buildCamp(store, clock);
  await insertRows(store, clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-ONCE', reusable: false })]);
});
afterEach(() => store.close());

/** A store whose transactions begin only when so many have looked for a code: whoever writes then does so after all have read. */
function readBeforeWriting(readers: number): Store {
  let looks = 0;
  let open: () => void;
  const all = new Promise<void>((resolve) => void (open = resolve));
  const db = sqlOf(store.reading);
  const selectFrom = (table: 'event_codes') => {
    if (table === 'event_codes' && (looks += 1) === readers) open();
    return db.selectFrom(table);
  };
  const write: Store['write'] = async (scopes, work) => {
    await all;
    return store.write(scopes, work);
  };
  return { ...store, reading: readingBy({ selectFrom } as unknown as typeof db), write };
}

test('of two who have both found a code unspent, one joins, and the other hears that it is spent and is no member', async () => {
  const switchEvent = createSwitchEvent({
    store: readBeforeWriting(2),
    clock,
    throttle: createThrottle(clock),
    onCommitted: () => undefined,
  });
  const results = await Promise.allSettled(
    (['participant', 'author'] as const).map((who) =>
      switchEvent(callerOf(who), { eventId: away, code: 'AWAY-ONCE', address: '192.0.2.1' }),
    ),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toEqual(new Refusal('switch_code_spent'));
  const members = await sqlOf(store.reading).selectFrom('memberships').select('user_id').where('event_id', '=', away).execute();
  const [code] = await sqlOf(store.reading).selectFrom('event_codes').selectAll().where('code', '=', 'AWAY-ONCE').execute();
  expect(members).toHaveLength(3);
  expect(members.map(({ user_id }) => user_id)).toContain(code?.used_by);
});
