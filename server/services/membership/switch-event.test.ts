import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { away, callerOf, codeOf, insertRows, replaceRow } from '#tests/fixtures/camp.ts';
import { readHandleOn, sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { secretOf } from '../auth/secret.ts';
import { createThrottle } from '../auth/throttle.ts';
import { createTryCode } from './code-guesses.ts';
import { createSwitchEvent } from './switch-event.ts';

const clock = { now: () => campTime };
const secret = secretOf(Buffer.alloc(32, 1));
let store: Store;

/** Nobody was removed. */
const removedMembers = { refuse: async () => {} };

beforeEach(async () => {
  store = await openCamp();
  await insertRows(store, clock, 'codes', [codeOf({ eventId: away, code: 'AWAY-ONCE', reusable: false })]);
});
afterEach(() => store.close());

/** A store whose transactions begin only after so many reads of codes: every write follows all reads. */
function readBeforeWriting(readers: number): Store {
  let reads = 0;
  let open: () => void;
  const all = new Promise<void>((resolve) => void (open = resolve));
  const db = sqlOf(store.reading);
  const selectFrom = (table: 'event_codes') => {
    if (table === 'event_codes' && (reads += 1) === readers) open();
    return db.selectFrom(table);
  };
  const write: Store['write'] = async (scopes, work) => {
    await all;
    return store.write(scopes, work);
  };
  return {
    ...store,
    reading: readHandleOn({
      selectFrom,
      executeQuery: db.executeQuery.bind(db),
      getExecutor: () => db.getExecutor(),
    } as unknown as typeof db),
    write,
  };
}

test('one of two people who found the same unspent code joins, and the other is refused as spent', async () => {
  const switchEvent = createSwitchEvent({
    store: readBeforeWriting(2),
    clock,
    tryCode: createTryCode(createThrottle({ store, clock, secret })),
    removedMembers,
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

test.each([
  ['reusable', { reusable: true }, 'fulfilled', { used: 0 }],
  ['usable once', { reusable: false }, 'fulfilled', { used: 1 }],
] as const)('a code that becomes %s during a switch counts in its new form', async (_what, change, status, expected) => {
  const row = codeOf({ eventId: away, code: 'AWAY-TURNED', reusable: !change.reusable });
  await insertRows(store, clock, 'codes', [row]);
  const changed: Store = {
    ...store,
    write: async (scopes, work) => {
      await replaceRow(store, clock, 'codes', row, { ...row, ...change, version: 2 });
      return store.write(scopes, work);
    },
  };
  const switchEvent = createSwitchEvent({
    store: changed,
    clock,
    tryCode: createTryCode(createThrottle({ store, clock, secret })),
    removedMembers,
  });
  const [result] = await Promise.allSettled([
    switchEvent(callerOf('participant'), { eventId: away, code: 'AWAY-TURNED', address: '192.0.2.1' }),
  ]);
  expect(result.status).toBe(status);
  const [code] = await sqlOf(store.reading).selectFrom('event_codes').selectAll().where('code', '=', 'AWAY-TURNED').execute();
  expect(code).toMatchObject(expected);
});

test('a code that is deleted during a switch is refused', async () => {
  const row = codeOf({ eventId: away, code: 'AWAY-GONE', reusable: true });
  await insertRows(store, clock, 'codes', [row]);
  const changed: Store = {
    ...store,
    write: async (scopes, work) => {
      await sqlOf(store.reading).deleteFrom('event_codes').where('id', '=', row.id).execute();
      return store.write(scopes, work);
    },
  };
  const switchEvent = createSwitchEvent({
    store: changed,
    clock,
    tryCode: createTryCode(createThrottle({ store, clock, secret })),
    removedMembers,
  });
  await expect(switchEvent(callerOf('participant'), { eventId: away, code: 'AWAY-GONE', address: '192.0.2.1' })).rejects.toEqual(
    new Refusal('switch_code_spent'),
  );
});
