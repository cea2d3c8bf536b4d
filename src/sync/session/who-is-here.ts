import type { KeyValueStore } from '../device/ports.ts';

export const signedInKey = 'signed-in';

/** How often a person's database was given up here for a new one. */
export const livesOf = (userId: number): string => `lives-of-${userId}`;

/** Who is signed in on this device, by their id; null where nobody is. */
export async function signedIn(store: KeyValueStore): Promise<number | null> {
  return (await store.get<number>(signedInKey)) ?? null;
}
