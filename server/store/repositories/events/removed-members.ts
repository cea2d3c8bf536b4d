import { limits } from '#contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { type ReadHandle, sqlOf, type WriteHandle } from '#server/store/core/handles.ts';

/** A person to whom a removal applies: by account, or by the keyed hash of an address. */
export interface Removable {
  readonly userId: number;
  readonly addressHash: string | null;
}

export interface Removal {
  readonly id: string;
  /** Null after the account was erased. */
  readonly userId: number | null;
  readonly name: string;
  readonly removedAt: number;
}

/** Returns the people removed from an event, latest first. */
export async function listRemovals(db: ReadHandle, eventId: number): Promise<{ items: Removal[]; total: number }> {
  const records = await sqlOf(db)
    .selectFrom('removed_members')
    .leftJoin('users', 'users.id', 'removed_members.user_id')
    .select(['removed_members.id', 'removed_members.user_id', 'users.name', 'removed_at'])
    .where('event_id', '=', eventId)
    .orderBy('removed_at', 'desc')
    .orderBy('removed_members.id', 'desc')
    .limit(limits.listRows)
    .execute();
  const items = records.map(({ id, user_id, name, removed_at }) => ({ id, userId: user_id, name: name ?? '', removedAt: removed_at }));
  if (items.length < limits.listRows) return { items, total: items.length };
  const counted = sqlOf(db)
    .selectFrom('removed_members')
    .select((is) => is.fn.countAll<number>().as('count'));
  return { items, total: (await counted.where('event_id', '=', eventId).executeTakeFirstOrThrow()).count };
}

/** Returns whether the person was removed from the event, with this account or another one with the same verified address. */
export async function wasRemoved(db: ReadHandle, eventId: number, person: Removable): Promise<boolean> {
  const found = await sqlOf(db)
    .selectFrom('removed_members')
    .select('id')
    .where('event_id', '=', eventId)
    .where((is) => is.or([is('user_id', '=', person.userId), is('address_hash', '=', person.addressHash)]))
    .limit(1)
    .execute();
  return found.length > 0;
}

export async function insertRemoval(
  trx: WriteHandle,
  { eventId, userId, addressHash, removedAt }: Removable & { readonly eventId: number; readonly removedAt: number },
): Promise<void> {
  const changed = { address_hash: addressHash, removed_at: removedAt };
  await sqlOf(trx)
    .insertInto('removed_members')
    .values({ id: uuidv7(), event_id: eventId, user_id: userId, ...changed })
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doUpdateSet(changed))
    .execute();
}

/** Returns the person of the deleted removal; undefined if the id is unknown. */
export async function deleteRemoval(
  trx: WriteHandle,
  eventId: number,
  id: string,
): Promise<{ readonly userId: number | null } | undefined> {
  const [found] = await sqlOf(trx)
    .selectFrom('removed_members')
    .select('user_id')
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute();
  if (!found) return undefined;
  await sqlOf(trx).deleteFrom('removed_members').where('id', '=', id).execute();
  return { userId: found.user_id };
}

/** Deletes the removals of this person, whatever the account. */
export async function deleteRemovalsOf(trx: WriteHandle, eventId: number, person: Removable): Promise<void> {
  await sqlOf(trx)
    .deleteFrom('removed_members')
    .where('event_id', '=', eventId)
    .where((is) => is.or([is('user_id', '=', person.userId), is('address_hash', '=', person.addressHash)]))
    .execute();
}

/** Deletes removals that match nobody after the account was erased. */
export async function deleteRemovalsWithoutAddress(trx: WriteHandle, userId: number): Promise<void> {
  await sqlOf(trx).deleteFrom('removed_members').where('user_id', '=', userId).where('address_hash', 'is', null).execute();
}
