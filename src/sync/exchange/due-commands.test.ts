import { expect, test } from 'vitest';
import { times } from '../../../contract/times.ts';
import { freshDatabase, quietPorts, writePosts } from '../../../tests/fixtures/device.ts';
import { inFlightNotes } from '../outbox/in-flight.ts';
import { claimDue, dueCommands } from './due-commands.ts';

test('what is taken is noted as under way before anybody else finds it in the outbox', async () => {
  const db = freshDatabase();
  const ports = quietPorts();
  await writePosts(db, ports, ['hello']);
  const claimed = claimDue(db, ports, 10);
  // Somebody throws it away at that moment.
  const note = await db.transaction('rw', [db.outbox, db.meta], async () => {
    await db.outbox.clear();
    return db.meta.get(inFlightNotes.text);
  });
  expect([(await claimed).length, note !== undefined]).toEqual([1, true]);
  db.close();
});

test('nothing is called old by a time from before the server said the right one, while it was looked at', async () => {
  const db = freshDatabase();
  const right = quietPorts();
  await writePosts(db, right, ['hello']);
  await db.outbox.toCollection().modify({ triedAt: right.now() });
  let heard = false;
  // A year ahead until the next turn.
  const now = (): number => {
    const time = right.now() + (heard ? 0 : 365 * times.day);
    heard = true;
    return time;
  };
  await dueCommands(db, { ...right, now, hasHeardTime: () => heard }, 1);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting' }]);
  db.close();
});

test('nothing is taken by a clock that was set while it was looked at', async () => {
  const db = freshDatabase();
  const right = quietPorts();
  await writePosts(db, right, ['hello']);
  let isSet = false;
  db.outbox.hook('reading', (entry) => {
    isSet = true;
    return entry;
  });
  const ports = { ...right, now: () => right.now() - (isSet ? 365 * times.day : 0), hasHeardTime: () => !isSet };
  expect(await claimDue(db, ports, 1)).toEqual([]);
  expect(await db.meta.get(inFlightNotes.text)).toBeUndefined();
  // Of a server that never says the time it goes all the same.
  expect(await claimDue(db, ports, 1, true)).toHaveLength(1);
  db.close();
});
