import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchRoundTrips, watchStatements } from '#tests/fixtures/databases/statements.ts';
import { openSharedStores } from '#tests/fixtures/databases/test-store.ts';
import { storeFailureOf } from '../core/failures.ts';
import { type ReadHandle, sqlOf } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';
import { readCounters, writeCounters } from '../feed/changes.ts';
import { readEpoch, type Store, type WriteHandle } from '../store.ts';

let stores: Store[];
let store: Store;
let other: Store;
beforeEach(async () => {
  stores = await openSharedStores(2);
  [store, other] = stores as [Store, Store];
});
afterEach(() => Promise.all(stores.map((each) => each.close())));

const insert = insertMany({ table: 'meta', columns: ['name', 'value'] });
const add = (trx: WriteHandle, name: string) => insert(trx, [{ name, value: '' }]);
const namesIn = async (db: ReadHandle): Promise<string[]> =>
  (await sqlOf(db).selectFrom('meta').select('name').where('value', '=', '').orderBy('name').execute()).map(({ name }) => name);

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  // The first run compiles the statements and opens connections.
  await work();
  const watching = watchRoundTrips();
  await work();
  watching.stop();
  return watching.count;
}

describe('round trips', () => {
  test('a write takes one to begin, one for its parallel reads, and one for its writes with the commit', async () => {
    const write = () =>
      store.write(['event:1', 'event:2'], async (trx) => {
        const [counters] = await Promise.all([readCounters(trx, ['event:1']), readEpoch(trx)]);
        await add(trx, crypto.randomUUID());
        await writeCounters(trx, new Map([['event:1', (counters.get('event:1')?.number ?? 0) + 1]]));
      });
    expect(await tripsOf(write)).toBe(3);
  });

  test('a read transaction takes none to begin', async () => {
    expect(await tripsOf(() => store.read((db) => readEpoch(db)))).toBe(1);
  });

  test('many combined reads take one if they send their queries at once', async () => {
    expect(await tripsOf(() => Promise.all(Array.from({ length: 50 }, () => store.readTogether((db) => readEpoch(db)))))).toBe(1);
  });

  test('many concurrent requests for the state take one', async () => {
    expect(await tripsOf(() => Promise.all(Array.from({ length: 50 }, () => store.state(store.reading))))).toBe(1);
  });
});

describe('an unawaited statement', () => {
  test('rejects the write with its own error, commits nothing, and does not count as a failed commit', async () => {
    await store.write([], (trx) => add(trx, 'there'));
    let runs = 0;
    let committing = 0;
    const write = store.write(
      [],
      async (trx) => {
        runs += 1;
        await add(trx, 'new');
        await add(trx, 'there');
        await add(trx, 'newer');
      },
      () => (committing += 1),
    );
    expect(storeFailureOf(await write.catch((error: unknown) => error))).toBe('constraint');
    // 23505 may be caused by a concurrent write, so the write is repeated.
    expect([runs, committing]).toEqual([8, 0]);
    expect(await namesIn(store.reading)).toEqual(['there']);
    await store.write([], (trx) => add(trx, 'later'));
    expect(await namesIn(store.reading)).toEqual(['later', 'there']);
  });

  test('determines the error, also if a later statement is awaited', async () => {
    await store.write([], (trx) => add(trx, 'there'));
    const write = store.write([], async (trx) => {
      await add(trx, 'there');
      await namesIn(trx);
    });
    expect(storeFailureOf(await write.catch((error: unknown) => error))).toBe('constraint');
  });

  test('is visible to later statements', async () => {
    const seen = await store.write([], async (trx) => {
      await add(trx, 'one');
      return namesIn(trx);
    });
    expect(seen).toEqual(['one']);
  });
});

test('reports a failed commit as such, and commits nothing after an ignored failure', async () => {
  let committing = 0;
  const watching = watchStatements((text) => (text === 'commit' ? 'broken' : null));
  const write = (work: (trx: WriteHandle) => Promise<unknown>) => store.write([], work, () => (committing += 1));
  expect(storeFailureOf(await write((trx) => add(trx, 'one')).catch((error: unknown) => error))).toBe('broken');
  expect(committing).toBe(1);
  watching.stop();
  const swallowed = write(async (trx) => {
    await sql`select 1 / 0`.execute(sqlOf(trx)).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('the write went on');
  expect(await namesIn(store.reading)).toEqual([]);
});

test('releases locks with the commit and after a failed write', async () => {
  const failing = store.write(['event:1'], async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await other.write(['event:1'], (trx) => add(trx, 'one'));
  await store.write(['event:1'], (trx) => add(trx, 'two'));
  expect(await namesIn(other.reading)).toEqual(['one', 'two']);
});

test('rejects the use of a connection after its work has ended', async () => {
  let kept: ReadHandle | undefined;
  await store.read(async (db) => void (kept = db));
  await expect(readEpoch(kept as ReadHandle)).rejects.toThrow('released already');
});

describe('combined reads', () => {
  test('see one snapshot that is not older than their call', async () => {
    await store.write([], (trx) => add(trx, 'one'));
    const seen = await Promise.all([1, 2].map(() => store.readTogether((db) => namesIn(db))));
    expect(seen).toEqual([['one'], ['one']]);
    const first = store.readTogether(async (db) => {
      const before = await namesIn(db);
      await other.write([], (trx) => add(trx, 'two'));
      return [before, await namesIn(db)];
    });
    expect(await first).toEqual([['one'], ['one']]);
    expect(await store.readTogether((db) => namesIn(db))).toEqual(['one', 'two']);
  });

  test('are not affected by the failure of another read, which receives its own error', async () => {
    const wrong = store.readTogether((db) => sql`select 1 / 0`.execute(sqlOf(db)));
    const right = store.readTogether(async (db) => {
      await readEpoch(db);
      return namesIn(db);
    });
    expect((await wrong.catch((error: unknown) => error)) as Error).toMatchObject({ code: '22012' });
    expect(await right).toEqual([]);
  });

  test('are rejected when the connection is closed', async () => {
    await store.close();
    const reads = await Promise.allSettled([1, 2].map(() => store.readTogether((db) => namesIn(db))));
    expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
