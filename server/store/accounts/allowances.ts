import { type LockName, type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { type Given, statement } from '../core/statement.ts';

/** The lock of a write that spends from this allowance. */
export const allowanceLockOf = (key: string): LockName => `lock allowance ${key}`;

const fullAtOf = statement((db, given: Given<{ key: string }>) =>
  db.selectFrom('allowances').select('full_at').where('key', '=', given('key')),
);

/** Returns when (ms since the epoch) the allowance is full again; null if nothing was spent. */
export async function readFullAt(db: ReadHandle, key: string): Promise<number | null> {
  const [row] = await fullAtOf(db, { key });
  return row?.full_at ?? null;
}

export async function writeFullAt(trx: WriteHandle, key: string, fullAt: number): Promise<void> {
  await sqlOf(trx)
    .insertInto('allowances')
    .values({ key, full_at: fullAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ full_at: fullAt }))
    .execute();
}

/** Deletes the allowances that are full at `time` (ms since the epoch). */
export async function deleteFullAllowances(trx: WriteHandle, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('allowances').where('full_at', '<=', time).execute();
}
