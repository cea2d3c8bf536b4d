import { sql } from 'kysely';
import type { BaseRow } from '../../../contract/resource.ts';
import { chunksOf } from '../engine/chunks.ts';
import { type Reading, sqlOf, type Writing } from '../engine/handles.ts';

/** The answer to a command, as it was given, but for the words of what is gone since. `createdAt` in milliseconds since the epoch. */
export interface Receipt {
  readonly userId: number;
  readonly key: string;
  readonly hash: string;
  readonly status: number;
  /** JSON text. */
  readonly body: string | null;
  readonly createdAt: number;
}

export function receiptName({ userId, key }: Pick<Receipt, 'userId' | 'key'>): string {
  return `${userId}:${key}`;
}

/** The receipts that are there for these commands, by `receiptName`. */
export async function readReceipts(db: Reading, commands: readonly Pick<Receipt, 'userId' | 'key'>[]): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (const chunk of chunksOf(commands)) {
    const records = await sqlOf(db)
      .selectFrom('receipts')
      .selectAll()
      .where('user_id', 'in', [...new Set(chunk.map(({ userId }) => userId))])
      .where(
        'key',
        'in',
        chunk.map(({ key }) => key),
      )
      .execute();
    for (const { user_id: userId, key, hash, status, body, created_at: createdAt } of records) {
      receipts.set(receiptName({ userId, key }), { userId, key, hash, status, body, createdAt });
    }
  }
  return receipts;
}

export async function insertReceipts(trx: Writing, receipts: readonly Receipt[]): Promise<void> {
  for (const chunk of chunksOf(receipts)) {
    await sqlOf(trx)
      .insertInto('receipts')
      .values(
        chunk.map(({ userId, key, hash, status, body, createdAt }) => ({
          user_id: userId,
          key,
          hash,
          status,
          body,
          created_at: createdAt,
        })),
      )
      .execute();
  }
}

/** In answers that tell of this row it stands as it is now, or, where an answer only showed it, not at all. `field` is a text that its kind alone has. */
export async function replaceAnswersOf(trx: Writing, row: BaseRow, field: string): Promise<void> {
  const tells = (path: string) =>
    sql<boolean>`json_extract(body, ${`${path}.id`}) = ${row.id} and json_type(body, ${`${path}.${field}`}) = 'text'`;
  await sqlOf(trx)
    .updateTable('receipts')
    .set({ body: JSON.stringify(row) })
    .where(tells('$'))
    .execute();
  await sqlOf(trx)
    .updateTable('receipts')
    .set({ body: sql`json_remove(body, '$.current')` })
    .where(tells('$.current'))
    .execute();
}
