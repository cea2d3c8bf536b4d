import { type Reading, sqlOf, type Writing } from '../core/handles.ts';

/** Who does a piece of work for all processes on this database, and when it was done. Times are milliseconds since the epoch. */
export interface Lease {
  /** Null while nobody does it. */
  readonly holder: string | null;
  /** When the holder is taken to be gone. */
  readonly heldUntil: number;
  /** Null for never. */
  readonly doneAt: number | null;
}

/** Null where nobody has ever had it. */
export async function readLease(db: Reading, name: string): Promise<Lease | null> {
  const turn = await sqlOf(db).selectFrom('turns').selectAll().where('name', '=', name).executeTakeFirst();
  return turn ? { holder: turn.holder, heldUntil: turn.held_until, doneAt: turn.done_at } : null;
}

/** Returns all pieces of work and when each was done last. */
export async function readLeases(db: Reading): Promise<(Pick<Lease, 'doneAt'> & { readonly name: string })[]> {
  return sqlOf(db).selectFrom('turns').select(['name', 'done_at as doneAt']).orderBy('name').execute();
}

/** Of two who give it to different holders at the same time one is done again, and reads what the other has done. */
export async function grantLease(trx: Writing, name: string, holder: string, heldUntil: number): Promise<void> {
  const given = { holder, held_until: heldUntil };
  await sqlOf(trx)
    .insertInto('turns')
    .values({ name, done_at: null, ...given })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(given))
    .execute();
}

/** Whether the holder has it still, until then. */
export async function prolongLease(trx: Writing, name: string, holder: string, heldUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('turns')
    .set({ held_until: heldUntil })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Where the holder has it still, nobody has it any more; `doneAt` is null where the work is not done. */
export async function endLease(trx: Writing, name: string, holder: string, doneAt: number | null): Promise<void> {
  await sqlOf(trx)
    .updateTable('turns')
    .set({ holder: null, held_until: 0, ...(doneAt === null ? {} : { done_at: doneAt }) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}
