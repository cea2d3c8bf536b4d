import { type AuditEntry, insertAuditEntry } from '../../store/accounts/audit-log.ts';
import type { Writing } from '../../store/store.ts';

/**
 * Writes an audit entry in the transaction of the action, so that it is stored if and only if the action is. `now` is in milliseconds since
 * the epoch. Commands on audited resources are recorded by the audit hook.
 */
export async function audit(trx: Writing, now: number, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(trx, entry, now);
}
