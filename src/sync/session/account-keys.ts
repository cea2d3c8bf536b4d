import type { KeyValueStore } from '../device/ports.ts';

export const signedInKey = 'signed-in';
/** A logout that the server has not received yet, and the people with unsent commands. */
export const revocationKey = 'owes-revocation';
export const leftKey = 'left-something';

/** Key of the number of an account's current database. */
export const databaseNumberKey = (userId: number): string => `lives-of-${userId}`;

/** Returns the id of the signed-in user, or null. */
export async function signedInUserId(store: KeyValueStore): Promise<number | null> {
  return (await store.get<number>(signedInKey)) ?? null;
}

/** Returns whether this store has never had an account. */
export async function isUnusedStore(store: KeyValueStore): Promise<boolean> {
  const known = await Promise.all([signedInKey, revocationKey, leftKey].map((key) => store.get(key)));
  return known.every((value) => value === undefined);
}
