import { expect, test } from 'vitest';
import { quietPorts, userId } from '#tests/fixtures/device.ts';
import { ApiClient } from './api-client.ts';
import { Connection } from './connection.ts';
import { listen } from './pokes.ts';

test('a stream without a token, whatever the reason, can be opened again', async () => {
  const ports = quietPorts({ withLock: () => Promise.reject(new DOMException('The lock manager is gone', 'InvalidStateError')) });
  const api = new ApiClient({ ports, connection: new Connection(), userId, onRefused: () => {} });
  const hear = { onOpen: () => {}, onPoke: () => {} };
  expect(await listen(ports, api, new AbortController().signal, hear)).toBe(false);
});
