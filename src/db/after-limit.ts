/**
 * Over a connection of Firefox that has met the limit of the storage, the next transaction can only delete: it answers a write as a connection
 * that is lost does. An empty one takes its place, so that the next write fails for want of room, if at all.
 */
export function spendNextAtLimit(transaction: IDBTransaction): void {
  transaction.addEventListener('abort', () => {
    if (transaction.error?.name !== 'QuotaExceededError') return;
    try {
      transaction.db.transaction(transaction.objectStoreNames[0]!, 'readwrite');
    } catch {
      // The connection is closed: the next one is new.
    }
  });
}
