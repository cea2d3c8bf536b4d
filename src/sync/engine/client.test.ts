import { expect, test, vi } from 'vitest';
import { freshDatabase, quietPorts } from '#tests/fixtures/device.ts';
import { SyncClient } from './client.ts';

test('a note without changes does not notify the subscribers of the status', () => {
  const db = freshDatabase();
  const client = new SyncClient({ db, ports: quietPorts() });
  const heard = vi.fn();
  client.status.subscribe(heard);
  client.note({ waiting: 0, upToDateAt: null, storageProblem: null });
  expect(heard).not.toHaveBeenCalled();
  client.note({ waiting: 0, upToDateAt: 1 });
  expect(heard).toHaveBeenCalledOnce();
  expect(client.status.get()).toMatchObject({ waiting: 0, upToDateAt: 1 });
  db.close();
});
