import { type AuditEntry, insertAuditEntry } from '#server/store/accounts/audit-log.ts';
import type { WriteHandle } from '#server/store/store.ts';

/** Writes an audit entry in the transaction of the action. The audit hook records commands. `now` is in ms since the epoch. */
export async function audit(trx: WriteHandle, now: number, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(trx, entry, now);
}
