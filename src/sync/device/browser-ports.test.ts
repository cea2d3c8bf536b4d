import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { abortAtLimit } from '#tests/fixtures/at-limit.ts';
import { browserPorts } from './browser-ports.ts';

test('a device write that meets the storage limit is followed by an empty transaction', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const { store } = browserPorts();
  await store.set('first', 1);
  const { transaction } = IDBDatabase.prototype;
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  opened.mockImplementationOnce(function atLimit(this: IDBDatabase, ...options) {
    const native = transaction.apply(this, options);
    queueMicrotask(() => abortAtLimit(native));
    return native;
  });
  await expect(store.set('second', 2)).rejects.toThrow('no room');
  const write = ['device', 'readwrite'];
  await vi.waitFor(() => expect(opened.mock.calls).toEqual([write, write]));
});
