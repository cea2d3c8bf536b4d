import { type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';

/** A job's lease among the processes on this database. Times are milliseconds since the epoch. */
export interface Lease {
  /** Null while no process has it. */
  readonly holder: string | null;
  readonly heldUntil: number;
  readonly doneAt: number | null;
}

export async function readLease(db: ReadHandle, name: string): Promise<Lease | null> {
  const turn = await sqlOf(db).selectFrom('turns').selectAll().where('name', '=', name).executeTakeFirst();
  return turn ? { holder: turn.holder, heldUntil: turn.held_until, doneAt: turn.done_at } : null;
}

export async function readLeases(db: ReadHandle): Promise<(Pick<Lease, 'doneAt'> & { readonly name: string })[]> {
  return sqlOf(db).selectFrom('turns').select(['name', 'done_at as doneAt']).orderBy('name').execute();
}

/** Gives the lease to `holder`. If two writes collide, one runs again and reads the result of the other. */
export async function grantLease(trx: WriteHandle, name: string, holder: string, heldUntil: number): Promise<void> {
  const given = { holder, held_until: heldUntil };
  await sqlOf(trx)
    .insertInto('turns')
    .values({ name, done_at: null, ...given })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(given))
    .execute();
}

/** Prolongs a lease; returns false if `holder` has lost it. */
export async function prolongLease(trx: WriteHandle, name: string, holder: string, heldUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(trx)
    .updateTable('turns')
    .set({ held_until: heldUntil })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Releases the lease if `holder` still has it. `doneAt` is null if the job was not done. */
export async function endLease(trx: WriteHandle, name: string, holder: string, doneAt: number | null): Promise<void> {
  await sqlOf(trx)
    .updateTable('turns')
    .set({ holder: null, held_until: 0, ...(doneAt === null ? {} : { done_at: doneAt }) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}
