import { argon2Sync } from 'node:crypto';
import type { EventRole, Role } from '../../contract/roles.ts';
import { recordChanges } from '../../server/services/change-log.ts';
import { loadRows } from '../../server/store/rows.ts';
import type { Store } from '../../server/store/store.ts';
import type { SimulatedClock } from './clock.ts';

export const eventId = 1;
export const password = 'Simulated-1';

export interface Person {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null for who runs the server and is in no event. */
  readonly eventRole: EventRole | null;
}

const anna: Person = { userId: 1, email: 'anna@simulated.example', name: 'Anna', role: 'user', eventRole: 'participant' };
const ben: Person = { userId: 2, email: 'ben@simulated.example', name: 'Ben', role: 'user', eventRole: 'participant' };
export const orga: Person = { userId: 3, email: 'orga@simulated.example', name: 'Orga', role: 'user', eventRole: 'admin' };
export const chief: Person = { userId: 4, email: 'chief@simulated.example', name: 'Chief', role: 'admin', eventRole: null };

/** Who chats, and who organises: two of them may change the event, one for the event and one for the whole server. */
export const chatters = [anna, ben, orga] as const;
export const organisers = [anna, ben, orga, chief] as const;

/** The same form as the server's, at a cost that lets a run sign in many times. */
function cheapHash(): string {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 });
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`;
}

/** One event with these people around it. */
export async function seedPeople(store: Store, clock: SimulatedClock, people: readonly Person[]): Promise<void> {
  const passwordHash = cheapHash();
  const now = clock.now();
  await store.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('events')
      .values({
        id: eventId,
        title: 'Simulated camp',
        description: '',
        start_date: new Date(now - 86_400_000).toISOString(),
        end_date: new Date(now + 86_400_000).toISOString(),
        visible: 1,
        code_required: 0,
        time_zone: 'Europe/Berlin',
        date_locale: 'de-DE',
        version: 1,
      })
      .execute();
    for (const { userId, email, name, role, eventRole } of people) {
      await trx
        .insertInto('users')
        .values({
          id: userId,
          email,
          name,
          role,
          password_hash: passwordHash,
          active_event_id: eventId,
          email_verified: 1,
          version: 1,
          created_at: now,
        })
        .execute();
      if (eventRole === null) continue;
      await trx.insertInto('memberships').values({ user_id: userId, event_id: eventId, role: eventRole, version: 1 }).execute();
    }
    for (const [resource, ids] of Object.entries({
      events: [eventId],
      me: people.map(({ userId }) => userId),
      notifications: people.map(({ userId }) => userId),
      participants: people.map(({ userId }) => `${eventId}-${userId}`),
    })) {
      const rows = await loadRows(trx, resource, ids);
      await recordChanges(
        trx,
        [...rows.values()].map((row) => ({ resource, rowBefore: null, rowAfter: row })),
        now,
      );
    }
  });
}
