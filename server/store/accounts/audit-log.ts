import type { AuditKind, AuditSubject } from '#contract/endpoints/audit.ts';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

/** An audited action. `actorId` is null for the operator at the server itself. */
export interface AuditEntry {
  readonly kind: AuditKind;
  readonly actorId: number | null;
  readonly personId?: number | null;
  readonly eventId?: number | null;
  /** The row, such as `codes:0192…`. */
  readonly subject?: string | null;
  /** Stored as JSON; contains neither names nor texts that people wrote. */
  readonly details?: object;
}

export interface AuditRecord extends Required<Omit<AuditEntry, 'kind' | 'details'>> {
  readonly id: number;
  /** Milliseconds since the epoch, like all times here. */
  readonly at: number;
  readonly kind: string;
  readonly details: Record<string, unknown>;
}

export interface AuditFilter {
  readonly subject?: AuditSubject | undefined;
  readonly eventId?: number | undefined;
  /** The actor or the person concerned. */
  readonly userId?: number | undefined;
  readonly from?: number | undefined;
  /** Exclusive end. */
  readonly to?: number | undefined;
}

export async function insertAuditEntry(trx: WriteHandle, entry: AuditEntry, at: number): Promise<void> {
  const { kind, actorId, personId = null, eventId = null, subject = null, details = {} } = entry;
  await sqlOf(trx)
    .insertInto('audit_log')
    .values({ at, kind, actor_id: actorId, person_id: personId, event_id: eventId, subject, details: JSON.stringify(details) })
    .execute();
}

/** Returns the entries, latest first. */
export async function listAudit(db: ReadHandle, filter: AuditFilter, page: { offset: number; limit: number }): Promise<AuditRecord[]> {
  const records = await filtered(db, filter).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return records.map(({ actor_id: actorId, person_id: personId, event_id: eventId, details, ...record }) => ({
    ...record,
    actorId,
    personId,
    eventId,
    details: JSON.parse(details) as Record<string, unknown>,
  }));
}

export async function countAudit(db: ReadHandle, filter: AuditFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(db: ReadHandle, { subject, eventId, userId, from, to }: AuditFilter) {
  let query = sqlOf(db).selectFrom('audit_log');
  if (subject !== undefined) query = query.where('kind', 'like', `${subject}.%`);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (userId !== undefined) query = query.where((is) => is.or([is('actor_id', '=', userId), is('person_id', '=', userId)]));
  if (from !== undefined) query = query.where('at', '>=', from);
  return to === undefined ? query : query.where('at', '<', to);
}

/** Deletes the entries before `time` (ms since the epoch). */
export async function deleteAuditBefore(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('audit_log').where('at', '<', time).execute();
}
