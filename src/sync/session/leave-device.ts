import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import type { SyncClient } from '../engine/client.ts';
import { wipeMirror, wipeUnsent } from '../outbox/wipe.ts';
import { forgetUnsentEntries } from '../outbox/loss-journal.ts';
import { clearTraces } from './clear-traces.ts';
import { personOf } from './end-session.ts';
import type { DeviceAccounts } from './device-accounts.ts';

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
  await people.forget(db.userId);
  db.close();
  await people.giveUp(db);
}
