import { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { drain } from '../exchange/drain.ts';
import { endSession } from './end-session.ts';
import { isWiped } from '../outbox/wipe.ts';
import { migrateOutbox } from '../outbox/migrate.ts';
import { type OpenDatabase, DeviceAccounts } from './device-accounts.ts';
import type { Ports } from '../device/ports.ts';
import { byServerClock } from '../device/server-clock.ts';
import { dropBackOff } from '../exchange/retry.ts';
import { drainPictures } from '../exchange/upload.ts';

/**
 * Drains in the service worker for the signed-in user, with a token of its own. If the server has ended the session, it also ends it on the
 * device, as no tab may do so before the phone is in other hands. Returns whether commands are left that another wake-up could send.
 */
export async function drainInWorker(
  devicePorts: Ports,
  openDatabase: OpenDatabase = (userId, life = 0) => new EventDatabase(userId, { life }),
): Promise<{ left: boolean }> {
  const { ports, clock } = byServerClock(devicePorts);
  await clock.load();
  const people = new DeviceAccounts(ports, openDatabase);
  const userId = await people.signedIn();
  if (userId === null) return { left: false };
  const db = await people.databaseOf(userId);
  let refused = false;
  try {
    // Without pending commands no token is requested, as its answer could get lost.
    if ((await isWiped(db)) || (await db.outbox.count()) === 0) return { left: false };
    await migrateOutbox(db, ports);
    const onRefused = (): void => {
      refused = true;
    };
    const api = new ApiClient({ ports, connection: new Connection(), userId, onRefused });
    // Before the drain's lock is taken: on a network that never answers, an open tab must not wait for this worker.
    const token = await api.token();
    if (token.kind !== 'token') return { left: token.kind !== 'refused' };
    await dropBackOff(db);
    // A text may wait behind a picture of its lane, and a picture behind a text.
    let [left, before] = [await countWaiting(db), Infinity];
    while (left > 0 && left < before) {
      await Promise.all([drain(db, ports, api), drainPictures(db, ports, api)]);
      [left, before] = [await countWaiting(db), left];
    }
    return { left: left > 0 && !refused };
  } finally {
    // Another account may have signed in; then this one was already signed out.
    if (refused && (await people.signedIn()) === userId) await endSession(db, people, ports);
    db.close();
  }
}

const countWaiting = (db: EventDatabase): Promise<number> => db.outbox.where('state').equals('waiting').count();
