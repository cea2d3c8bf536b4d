import type { KeyValueStore } from '../device/ports.ts';

export const signedInKey = 'signed-in';
/** Who logged out here without the server's having heard of it yet, and who left something. */
export const owedKey = 'owes-revocation';
export const leftKey = 'left-something';

/** How often a person's database was given up here for a new one. */
export const livesOf = (userId: number): string => `lives-of-${userId}`;

/** Who is signed in on this device, by their id; null where nobody is. */
export async function signedIn(store: KeyValueStore): Promise<number | null> {
  return (await store.get<number>(signedInKey)) ?? null;
}

/** Whether nobody has ever been here, as far as this store knows. */
export async function isNew(store: KeyValueStore): Promise<boolean> {
  const known = await Promise.all([signedInKey, owedKey, leftKey].map((key) => store.get(key)));
  return known.every((value) => value === undefined);
}
