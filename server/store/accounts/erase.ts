import { scopeOf } from '#contract/scope.ts';
import type { PersonalTable } from './personal-tables.ts';
import { anyTableOf, type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

/** The account id of the author of shared rows whose author left for good. Nobody can sign in as this user. */
export const erasedAccountId = 0;

/** Creates the row of `erasedAccountId`, so that other rows may refer to it. */
export async function ensureErasedAccount(trx: WriteHandle): Promise<void> {
  await sqlOf(trx)
    .insertInto('users')
    .values({ id: erasedAccountId, email: '', name: '', role: 'user', password_hash: '!', email_verified: 0, version: 1, created_at: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function deleteRowsOf(trx: WriteHandle, { table, column }: PersonalTable, userId: number): Promise<void> {
  await anyTableOf(trx).deleteFrom(table).where(column, '=', userId).execute();
}

export async function removePersonFrom(trx: WriteHandle, { table, column }: PersonalTable, userId: number): Promise<void> {
  await anyTableOf(trx)
    .updateTable(table)
    .set({ [column]: null })
    .where(column, '=', userId)
    .execute();
}

interface RowsOf {
  readonly parts: readonly PersonalTable[];
  readonly userId: number;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Returns a page of the rows that name a user in any of the table's columns, without secret columns. Rows are ordered by key: the order of
 * storage would reveal changes by others.
 */
export async function readRowsOf(db: ReadHandle, { parts, userId, offset, limit }: RowsOf): Promise<Record<string, unknown>[]> {
  const secret = parts.flatMap((part) => part.secret ?? []);
  const { table, key = ['id'] } = parts[0]!;
  const rows = (await key
    .reduce((query, column) => query.orderBy(column), anyTableOf(db).selectFrom(table).selectAll())
    .where((is) => is.or(parts.map(({ column }) => is(column, '=', userId))))
    .offset(offset)
    .limit(limit)
    .execute()) as Record<string, unknown>[];
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name))));
}

/** Deletes a user's own part of the change log. */
export async function deleteFeedOf(trx: WriteHandle, userId: number): Promise<void> {
  const scope = scopeOf.user(userId);
  await sqlOf(trx).deleteFrom('change_log').where('scope', '=', scope).execute();
  await sqlOf(trx).deleteFrom('scope_counters').where('scope', '=', scope).execute();
}

export interface Erasure {
  readonly userId: number;
  readonly keepsShared: boolean;
  readonly erasedAt: number;
}

export async function insertErasure(trx: WriteHandle, { userId, keepsShared, erasedAt }: Erasure): Promise<void> {
  await sqlOf(trx)
    .insertInto('erasures')
    .values({ user_id: userId, keeps_shared: keepsShared ? 1 : 0, erased_at: erasedAt, scrubbed: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function findErasure(db: ReadHandle, userId: number): Promise<boolean> {
  return (await sqlOf(db).selectFrom('erasures').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

export async function readErasures(db: ReadHandle): Promise<Erasure[]> {
  const records = await sqlOf(db).selectFrom('erasures').selectAll().execute();
  return records.map(({ user_id, keeps_shared, erased_at }) => ({
    userId: user_id,
    keepsShared: keeps_shared === 1,
    erasedAt: erased_at,
  }));
}
