import type { EventDatabase } from '../../db/database.ts';
import type { Ports } from '../device/ports.ts';
import type { SyncClient } from '../engine/client.ts';
import { wipeMirror, wipeUnsent } from '../outbox/wipe.ts';
import { forgetUnsentEntries } from '../outbox/loss-journal.ts';
import { clearTraces } from './clear-traces.ts';
import { personOf } from './end-session.ts';
import type { DeviceAccounts } from './device-accounts.ts';

/**
 * Ends the client and takes off the device what it holds of its person: with `discard` all, unless more waits than is `agreed` to, else all but
 * what waits. Gives how many commands waited. Throws what the storage throws: then the person is still here.
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
  // Until now the worker took pictures for those of somebody who is here.
  await clearTraces(ports);
  if (discarded) await forgetPerson(db, people, ports);
  else db.close();
  return unsent;
}

/** Nothing of that person is to be found here any more. */
export async function forgetPerson(db: EventDatabase, people: DeviceAccounts, { store }: Ports): Promise<void> {
  await forgetUnsentEntries(store, db.userId);
  await people.forget(db.userId);
  db.close();
  await people.giveUp(db);
}
