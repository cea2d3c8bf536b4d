import { expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { freshDatabase, quietPorts, writePosts } from '#tests/fixtures/device.ts';
import { inFlightNotes } from '../outbox/in-flight.ts';
import { claimDue, dueCommands } from './due-commands.ts';

test('a claim marks the commands as in flight in the same transaction', async () => {
  const db = freshDatabase();
  const ports = quietPorts();
  await writePosts(db, ports, ['hello']);
  const claimed = claimDue(db, ports, 10);
  // Another tab deletes it at that moment.
  const note = await db.transaction('rw', [db.outbox, db.meta], async () => {
    await db.outbox.clear();
    return db.meta.get(inFlightNotes.text);
  });
  expect([(await claimed).length, note !== undefined]).toEqual([1, true]);
  db.close();
});

test('no command expires by a time from before the server sent the right one', async () => {
  const db = freshDatabase();
  const right = quietPorts();
  await writePosts(db, right, ['hello']);
  await db.outbox.toCollection().modify({ triedAt: right.now() });
  let heard = false;
  // A year ahead until the first read.
  const now = (): number => {
    const time = right.now() + (heard ? 0 : 365 * times.day);
    heard = true;
    return time;
  };
  await dueCommands(db, { ...right, now, hasServerTime: () => heard }, { size: 1 });
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting' }]);
  db.close();
});

test('a claim returns nothing if the clock was set during it', async () => {
  const db = freshDatabase();
  const right = quietPorts();
  await writePosts(db, right, ['hello']);
  let isSet = false;
  db.outbox.hook('reading', (entry) => {
    isSet = true;
    return entry;
  });
  const ports = { ...right, now: () => right.now() - (isSet ? 365 * times.day : 0), hasServerTime: () => !isSet };
  expect(await claimDue(db, ports, 1)).toEqual([]);
  expect(await db.meta.get(inFlightNotes.text)).toBeUndefined();
  // A server that never sends the time receives them anyway.
  expect(await claimDue(db, ports, 1, true)).toHaveLength(1);
  db.close();
});
