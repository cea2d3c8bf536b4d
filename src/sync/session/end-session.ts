import type { EventDatabase } from '#db/database.ts';
import { clearTraces } from './clear-traces.ts';
import { wipeMirror } from '../outbox/wipe.ts';
import type { DeviceAccounts, Person } from './device-accounts.ts';
import type { Ports } from '../device/ports.ts';

/** Returns the account of a database with the name that the device knows. */
export async function personOf(db: EventDatabase, people: DeviceAccounts): Promise<Person> {
  // Another tab's sign-out may have closed the database.
  const me = await db
    .mirror('me')
    .get(db.userId)
    .catch(() => undefined);
  return { userId: db.userId, name: me?.name ?? (await people.nameOf(db.userId)) };
}

/**
 * Ends the session on the device because the server did: pending commands stay in the person's database, the mirror does not. `onNoted` is
 * called as soon as the end is stored.
 */
export async function endSession(
  db: EventDatabase,
  people: DeviceAccounts,
  ports: Ports,
  onNoted: () => void = () => undefined,
): Promise<void> {
  const person = await personOf(db, people);
  if ((await people.signedIn()) === db.userId) await people.ended(person);
  onNoted();
  // If it fails, the next count of unsent commands wipes the mirror.
  await wipeMirror(db).catch(() => undefined);
  await clearTraces(ports);
  ports.announceSession();
}
