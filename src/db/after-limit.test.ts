import { expect, test, vi } from 'vitest';
import { spendNextAtLimit } from './after-limit.ts';

/** Aborts a transaction with this error on a connection with the given `transaction` method. */
function abort(reason: string, open: IDBDatabase['transaction']): void {
  const transaction = Object.assign(new EventTarget(), {
    error: new DOMException('', reason),
    objectStoreNames: ['first', 'second'],
    db: { transaction: open },
  });
  spendNextAtLimit(transaction as unknown as IDBTransaction);
  transaction.dispatchEvent(new Event('abort'));
}

test('the connection opens an empty transaction after one that met the storage limit', () => {
  const open = vi.fn<IDBDatabase['transaction']>();
  abort('QuotaExceededError', open);
  expect(open.mock.calls).toEqual([['first', 'readwrite']]);
});

test('the connection opens no transaction after another error', () => {
  const open = vi.fn<IDBDatabase['transaction']>();
  abort('AbortError', open);
  expect(open).not.toHaveBeenCalled();
});

test('no error is thrown if the connection is closed at the limit', () => {
  const onError = vi.fn<(event: Event) => void>();
  process.on('uncaughtException', onError);
  abort('QuotaExceededError', () => {
    throw new DOMException('closed', 'InvalidStateError');
  });
  process.off('uncaughtException', onError);
  expect(onError).not.toHaveBeenCalled();
});
