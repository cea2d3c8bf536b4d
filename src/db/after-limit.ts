/**
 * Opens an empty transaction after one that met the storage limit. In Firefox the next transaction on such a connection can only delete and
 * answers a write like a lost connection; the empty one takes its place.
 */
export function spendNextAtLimit(transaction: IDBTransaction): void {
  transaction.addEventListener('abort', () => {
    if (transaction.error?.name !== 'QuotaExceededError') return;
    try {
      transaction.db.transaction(transaction.objectStoreNames[0]!, 'readwrite');
    } catch {
      // The connection is closed, so the next one is new.
    }
  });
}
