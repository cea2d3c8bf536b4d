import { moduleRowId } from '#contract/resources/modules.ts';
import type { EventRole, Role } from '#contract/roles.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { cheapHash } from '#tests/fixtures/server/cheap-hash.ts';
import type { SimulatedClock } from './clock.ts';

export const eventId = 1;

/** Returns a password unique to the person, so that an address taken over from another opens no account. */
export const passwordOf = ({ userId }: Pick<Person, 'userId'>): string => `Simulated-${userId}`;

export interface Person {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null for the global admin, who is in no event. */
  readonly eventRole: EventRole | null;
}

export const anna: Person = { userId: 1, email: 'anna@simulated.example', name: 'Anna', role: 'user', eventRole: 'participant' };
const ben: Person = { userId: 2, email: 'ben@simulated.example', name: 'Ben', role: 'user', eventRole: 'participant' };
export const orga: Person = { userId: 3, email: 'orga@simulated.example', name: 'Orga', role: 'user', eventRole: 'admin' };
export const chief: Person = { userId: 4, email: 'chief@simulated.example', name: 'Chief', role: 'admin', eventRole: null };

/** The people who chat, and those who organise: two may change the event, one as event admin and one as global admin. */
export const chatters = [anna, ben, orga] as const;
export const organisers = [anna, ben, orga, chief] as const;

/** A module that event admins may turn off, and one that shows a home component. */
export const optionalModule = 10;
const requiredModule = 3;

export async function seedModules(store: Store, clock: SimulatedClock): Promise<void> {
  const ids = [requiredModule, optionalModule];
  await store.write(dynamicScopes(), async (trx) => {
    const modules = ids.map(
      (module_id) => ({ event_id: eventId, module_id, is_active: 1, active_menu_entries: '[]', version: 1 }) as const,
    );
    await sqlOf(trx).insertInto('event_modules').values(modules).execute();
    const rows = await loadRows(
      trx,
      'modules',
      ids.map((id) => moduleRowId(eventId, id)),
    );
    const changes = [...rows.values()].map((row) => ({ resource: 'modules', rowBefore: null, rowAfter: row }));
    await recordChanges(trx, changes, clock.now());
  });
}

export const statisticIds = [1, 2] as const;

export async function seedStatistics(store: Store, clock: SimulatedClock): Promise<void> {
  const rows = statisticIds.map((id) => ({ id, version: 1, eventId, nameI18N: `Statistic ${id}`, evidencePromptI18N: null }));
  await store.write(dynamicScopes(), async (trx) => {
    await rowStoreOf('statistics').insert(trx, rows);
    const changes = rows.map((row) => ({ resource: 'statistics', rowBefore: null, rowAfter: row }));
    await recordChanges(trx, changes, clock.now());
  });
}

/** Adds an event with these people. */
export async function seedPeople(store: Store, clock: SimulatedClock, people: readonly Person[]): Promise<void> {
  const now = clock.now();
  await store.write(dynamicScopes(), async (trx) => {
    await sqlOf(trx)
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
    for (const person of people) {
      const { userId, email, name, role, eventRole } = person;
      await sqlOf(trx)
        .insertInto('users')
        .values({
          id: userId,
          email,
          name,
          role,
          password_hash: cheapHash(passwordOf(person)),
          active_event_id: eventId,
          email_verified: 1,
          version: 1,
          created_at: now,
        })
        .execute();
      if (eventRole === null) continue;
      await sqlOf(trx).insertInto('memberships').values({ user_id: userId, event_id: eventId, role: eventRole, version: 1 }).execute();
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
