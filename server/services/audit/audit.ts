import { type AuditEntry, insertAuditEntry } from '../../store/accounts/audit-log.ts';
import type { Writing } from '../../store/store.ts';

/**
 * Tells what an admin does, in the transaction that does it: it is told if and only if it is done. `now` is in milliseconds since the epoch.
 * Commands on resources whose descriptor says `audited` are told by the writer.
 */
export async function audit(trx: Writing, now: number, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(trx, entry, now);
}
