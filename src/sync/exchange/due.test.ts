import { expect, test } from 'vitest';
import { freshDatabase, quietPorts, writePosts } from '../../../tests/fixtures/device.ts';
import { underWay } from '../mirror/wipe.ts';
import { claimDue } from './due.ts';

test('what is taken is noted as under way before anybody else finds it in the outbox', async () => {
  const db = freshDatabase();
  const ports = quietPorts();
  await writePosts(db, ports, ['hello']);
  const claimed = claimDue(db, ports, 10);
  // Somebody throws it away at that moment.
  const note = await db.transaction('rw', [db.outbox, db.meta], async () => {
    await db.outbox.clear();
    return db.meta.get(underWay.text);
  });
  expect([(await claimed).length, note !== undefined]).toEqual([1, true]);
  db.close();
});
