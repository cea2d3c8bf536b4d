import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { apiAnswer, userId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '#sync/device/ports.ts';
import type { PushDevice } from './push-device.ts';
import { useKeptPush } from './kept-push.ts';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

test('registers the device with the server at the start, and again when the network is back', async () => {
  const keep = vi.fn<PushDevice['keep']>(async () => {});
  const device = { keep } as unknown as PushDevice;
  const Kept = () => {
    useKeptPush(device);
    return null;
  };
  let online = false;
  const fetch: Ports['fetch'] = async (path) => {
    if (!online) throw new TypeError('no network');
    if (path === '/api/users/refresh') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
    return apiAnswer(200, { cursor: 'level', reset: false, more: false, changes: [] });
  };
  const client = show(db, <Kept />, { fetch });
  await act(async () => {
    client.start();
    await (await client.engine()).pull();
  });
  expect([client.status.get().connection, keep.mock.calls.length]).toEqual(['offline', 0]);
  online = true;
  await act(async () => (await client.engine()).pull());
  expect([client.status.get().connection, keep.mock.calls.length]).toEqual(['online', 1]);
  expect(keep).toHaveBeenLastCalledWith(client, 'en');
  client.stop();
});
