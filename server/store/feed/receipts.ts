import { sql } from 'kysely';
import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';
import { idIn, pairsOf, valuesOf } from '../core/dialect.ts';
import { type Given, statement } from '../core/statement.ts';

/** The answer to a command as it was sent, apart from texts redacted since. `createdAt` is in milliseconds since the epoch. */
export interface Receipt {
  readonly userId: number;
  readonly key: string;
  readonly hash: string;
  readonly status: number;
  readonly body: string | null;
  readonly createdAt: number;
}

export function receiptName({ userId, key }: Pick<Receipt, 'userId' | 'key'>): string {
  return `${userId}:${key}`;
}

const receiptsOf = statement((db, given: Given<{ names: string }>) =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where(sql<boolean>`(user_id, key) in ${pairsOf(db, given('names'), ['number', 'text'])}`),
);

const insertAll = insertMany({ table: 'receipts', columns: ['user_id', 'key', 'hash', 'status', 'body', 'created_at'] });

export async function readReceipts(db: ReadHandle, commands: readonly Pick<Receipt, 'userId' | 'key'>[]): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  if (commands.length === 0) return receipts;
  const names = commands.map(({ userId, key }) => [userId, key]);
  for (const { user_id: userId, key, hash, status, body, created_at: createdAt } of await receiptsOf(db, {
    names: JSON.stringify(names),
  })) {
    receipts.set(receiptName({ userId, key }), { userId, key, hash, status, body, createdAt });
  }
  return receipts;
}

export async function insertReceipts(trx: WriteHandle, receipts: readonly Receipt[]): Promise<void> {
  await insertAll(
    trx,
    receipts.map(({ userId, key, hash, status, body, createdAt }) => ({ user_id: userId, key, hash, status, body, created_at: createdAt })),
  );
}

/** A receipt whose body describes a row, or shows the current one as `current`. */
export interface ReceiptOfRow extends Pick<Receipt, 'userId' | 'key'> {
  readonly body: string;
}

/** Returns the receipts that describe rows with these ids, of any resource. Reads every receipt. */
export async function receiptsOfRows(db: ReadHandle, ids: readonly string[]): Promise<ReceiptOfRow[]> {
  if (ids.length === 0) return [];
  const isOne = (...path: string[]) =>
    sql<boolean>`${idIn(sqlOf(db), 'body', ...path)} in ${valuesOf(sqlOf(db), JSON.stringify(ids), 'text')}`;
  const records = await sqlOf(db)
    .selectFrom('receipts')
    .select(['user_id', 'key', 'body'])
    .where((is) => is.or([isOne('id'), isOne('current', 'id')]))
    .execute();
  return records.map(({ user_id: userId, key, body }) => ({ userId, key, body: String(body) }));
}

export async function replaceReceipt(trx: WriteHandle, { userId, key, body }: ReceiptOfRow): Promise<void> {
  await sqlOf(trx).updateTable('receipts').set({ body }).where('user_id', '=', userId).where('key', '=', key).execute();
}
