import type { EventDatabase } from '../../db/database.ts';
import { clearTraces } from './clear-traces.ts';
import { wipeMirror } from '../outbox/wipe.ts';
import type { DeviceAccounts, Person } from './device-accounts.ts';
import type { Ports } from '../device/ports.ts';

/** Whose database this is, by the name that the device knows. */
export async function personOf(db: EventDatabase, people: DeviceAccounts): Promise<Person> {
  // It may have been closed by another tab's sign-out.
  const me = await db
    .mirror('me')
    .get(db.userId)
    .catch(() => undefined);
  return { userId: db.userId, name: me?.name ?? (await people.nameOf(db.userId)) };
}

/** The server ended the session, which `onNoted` hears when the device knows it for good: what waits stays in that person's database, what others wrote does not. */
export async function endSession(
  db: EventDatabase,
  people: DeviceAccounts,
  ports: Ports,
  onNoted: () => void = () => undefined,
): Promise<void> {
  const person = await personOf(db, people);
  if ((await people.signedIn()) === db.userId) await people.ended(person);
  onNoted();
  // Where this fails, the list of those who left something is read next, and tries again.
  await wipeMirror(db).catch(() => undefined);
  await clearTraces(ports);
  ports.announceSession();
}
