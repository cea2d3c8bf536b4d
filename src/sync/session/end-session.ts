import type { EventDatabase } from '#db/database.ts';
import { within } from '#lib/timeout.ts';
import type { SyncClient } from '../engine/client.ts';
import { forgetUnsentEntries } from '../outbox/loss-journal.ts';
import { wipeMirror, wipeUnsent } from '../outbox/wipe.ts';
import type { DeviceAccounts, Person } from './device-accounts.ts';
import type { Ports } from '../device/ports.ts';
import { forgetReceived } from '../device/received-content.ts';

/** Returns the account of a database with the name that is stored on the device. */
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

/** How long (ms) the browser may take to end the push subscription; the worker ends a remaining one later. */
const patience = 2_000;

/** Deletes everything on the device that identifies its last person. Needs no network and never rejects. */
export async function clearTraces(ports: Ports): Promise<void> {
  await Promise.allSettled([within(ports, patience, ports.forgetNotifications(), undefined), ports.forgetTraces()]);
}

/**
 * Stops the client and deletes its person's data, pending commands and drafts only with `discard` and if no other command than `agreed` is
 * pending. Returns the number of pending commands. Throws storage errors; then the person is still signed in.
 */
export async function leaveDevice(
  client: SyncClient,
  people: DeviceAccounts,
  ports: Ports,
  { discard, agreed }: { readonly discard: boolean; readonly agreed?: ReadonlySet<string> | undefined },
): Promise<number> {
  const { db } = client;
  client.stop();
  const person = await personOf(db, people);
  await wipeMirror(db);
  await ports.forgetPictures().catch(() => undefined);
  const unsent = await db.outbox.count();
  const discarded = discard && (await wipeUnsent(db, agreed));
  if (!discarded) await people.keep(person);
  await people.leave();
  // After the sign-out, as the worker stores pictures until then.
  await clearTraces(ports);
  if (discarded) await forgetPerson(db, people, ports);
  else db.close();
  return unsent;
}

/** Deletes the account from this device. */
export async function forgetPerson(db: EventDatabase, people: DeviceAccounts, { store }: Ports): Promise<void> {
  await forgetUnsentEntries(store, db.userId);
  await forgetReceived(store, db.userId);
  await people.forget(db.userId);
  db.close();
  await people.replaceDatabase(db);
}
