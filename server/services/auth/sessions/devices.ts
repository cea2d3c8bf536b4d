import type { Device } from '#contract/endpoints/devices.ts';
import { limits } from '#contract/limits.ts';
import { Refusal } from '#contract/errors.ts';
import { countOpenSessions, openSessionsOf, revokeSessionsOf } from '#server/store/accounts/sessions.ts';
import type { Store } from '#server/store/store.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { writeAs } from '../write-as.ts';

export interface Devices {
  /** Returns the session of the caller first, then the most recently used ones, up to the limit of an answer, and the total. */
  list(caller: Caller): Promise<{ items: Device[]; total: number }>;
  /** Throws `not_found` for a session that has ended or belongs to another person. */
  signOut(caller: Caller, sessionId: string): Promise<void>;
  signOutOthers(caller: Caller): Promise<void>;
}

interface DevicesDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export function createDevices({ store, clock }: DevicesDeps): Devices {
  const end = (caller: Caller, which: Parameters<typeof revokeSessionsOf>[2]): Promise<number> =>
    writeAs({ store, clock }, caller, [], (trx) => revokeSessionsOf(trx, caller.userId, which, clock.now()));
  return {
    async list({ userId, sessionId }) {
      const now = clock.now();
      const sessions = await openSessionsOf(store.reading, userId, { now, current: sessionId });
      const items = sessions.map(({ id, deviceName, createdAt, handedOutAt }) => ({
        id,
        name: deviceName,
        createdAt: new Date(createdAt).toISOString(),
        // A device in use requests a new token whenever its own expires.
        lastSeenAt: new Date(handedOutAt).toISOString(),
        current: id === sessionId,
      }));
      if (items.length < limits.listRows) return { items, total: items.length };
      return { items, total: await countOpenSessions(store.reading, userId, now) };
    },
    async signOut(caller, only) {
      if ((await end(caller, { only })) === 0) throw new Refusal('not_found');
    },
    signOutOthers: async (caller) => void (await end(caller, { except: caller.sessionId })),
  };
}
