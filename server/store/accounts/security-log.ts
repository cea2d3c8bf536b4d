import { v7 as orderedId } from 'uuid';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';

export interface SecurityRecord {
  readonly at: number;
  readonly kind: string;
  /** Null if the account is unknown. */
  readonly userId: number | null;
  /** A hash of the network that changes daily; null if the network is unknown. */
  readonly network: string | null;
  /** Occurrences within the same second or two. */
  readonly count: number;
}

const insert = insertMany({ table: 'security_log', columns: ['id', 'at', 'kind', 'user_id', 'network', 'count'] });

export async function insertSecurityRecords(trx: WriteHandle, records: readonly SecurityRecord[]): Promise<void> {
  await insert(
    trx,
    records.map(({ userId: user_id, ...record }) => ({ id: orderedId(), user_id, ...record })),
  );
}

/** Returns the latest records since a time (ms since the epoch), oldest first. */
export async function listSecurityRecords(
  db: ReadHandle,
  { since, userId, limit }: { readonly since: number; readonly userId?: number | undefined; readonly limit: number },
): Promise<SecurityRecord[]> {
  const found = sqlOf(db)
    .selectFrom('security_log')
    .select(['at', 'kind', 'user_id as userId', 'network', 'count'])
    .where('at', '>=', since);
  const latest = userId === undefined ? found : found.where('user_id', '=', userId);
  return (await latest.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()).toReversed();
}

export async function deleteSecurityBefore(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('security_log').where('at', '<', time).execute();
}
