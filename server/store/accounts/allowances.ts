import { type LockName, type Reading, sqlOf, type Writing } from '../core/handles.ts';
import { type Given, statement } from '../core/statement.ts';

/** Taken by a write that spends of this allowance. */
export const allowanceLockOf = (key: string): LockName => `lock allowance ${key}`;

const fullAtOf = statement((db, given: Given<{ key: string }>) =>
  db.selectFrom('allowances').select('full_at').where('key', '=', given('key')),
);

/** When (ms) the allowance is whole again; null if nothing was spent of it. */
export async function readFullAt(db: Reading, key: string): Promise<number | null> {
  const [row] = await fullAtOf(db, { key });
  return row?.full_at ?? null;
}

export async function writeFullAt(trx: Writing, key: string, fullAt: number): Promise<void> {
  await sqlOf(trx)
    .insertInto('allowances')
    .values({ key, full_at: fullAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ full_at: fullAt }))
    .execute();
}

/** Forgets the allowances that are whole at `time` (ms since the epoch). */
export async function deleteFullAllowances(trx: Writing, time: number): Promise<void> {
  await sqlOf(trx).deleteFrom('allowances').where('full_at', '<=', time).execute();
}
