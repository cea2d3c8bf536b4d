import { Refusal } from '../../../contract/errors.ts';
import type { Me } from '../../../contract/resources/me.ts';
import { type Actor, type EventRole, may } from '../../../contract/roles.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Clock } from '../../lib/clock.ts';
import { countEventAdmins } from '../../store/accounts/admins.ts';
import { findEvent } from '../../store/repositories/lists.ts';
import { roleIn } from '../../store/repositories/memberships.ts';
import { readRow } from '../../store/repositories/rows.ts';
import type { Reading, Store, Writing } from '../../store/store.ts';
import { audit } from '../audit/audit.ts';
import { type Office, refuseOthers, writeAsAdmin } from '../auth/write-as.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import type { RemovedMembers } from './removed-members.ts';
import { renewCodes } from './renew-codes.ts';
import { endMembership, giveMembership } from './add-member.ts';

/** Who of an event is meant. */
export interface Member {
  readonly eventId: number;
  readonly userId: number;
}

/** What people are in events, as admins have it. All throw `not_found` for who is not there. */
export interface EventRoles {
  /** For admins of the event: of somebody who is in it. */
  read(caller: Caller, member: Member): Promise<EventRole>;
  /** By an admin of the event: of somebody who is in it; null takes them out. Throws `last_event_admin` where only a global admin may. */
  change(caller: Caller, member: Member, role: EventRole | null): Promise<void>;
  /** By a global admin: of anybody, who is taken in where they are not. */
  give(caller: Caller, member: Member, role: EventRole | null): Promise<void>;
  /** By an admin of the event: takes somebody out, if they are in it, and in the same step gives the event new codes where that is wanted. Throws `not_oneself`. */
  remove(caller: Caller, member: Member, withNewCodes: boolean): Promise<void>;
}

interface EventRolesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly removedMembers: Pick<RemovedMembers, 'note' | 'forget'>;
}

const officeIn = (eventId: number): Office => ({ access: 'event-admin', eventId });

export function createEventRoles({ store, clock, removedMembers }: EventRolesDeps): EventRoles {
  const set = async (caller: Caller, office: Office, member: Member, role: EventRole | null): Promise<void> => {
    const given = { ...member, role, now: clock.now(), removedMembers };
    await writeAsAdmin({ store, clock }, caller, office, async (trx, admin) =>
      recordChanges(trx, await place(trx, admin, office, given), given.now),
    );
  };
  return {
    async read(caller, { eventId, userId }) {
      await refuseOthers(store.reading, caller, officeIn(eventId));
      return presentRole(store.reading, { eventId, userId });
    },
    change: (caller, member, role) => set(caller, officeIn(member.eventId), member, role),
    async remove(caller, member, withNewCodes) {
      const office = officeIn(member.eventId);
      const given = { ...member, role: null, now: clock.now(), removedMembers };
      await writeAsAdmin({ store, clock }, caller, office, async (trx, admin) => {
        if (member.userId === admin.userId) throw new Refusal('not_oneself');
        const isThere = (await roleIn(trx, member.userId, member.eventId)) !== null;
        const left = isThere ? await place(trx, admin, office, given) : [];
        const renewed = withNewCodes ? await renewCodes(trx, admin, member.eventId, given.now) : [];
        await recordChanges(trx, [...left, ...renewed], given.now);
      });
    },
    give: (caller, member, role) => set(caller, { access: 'global-admin' }, member, role),
  };
}

async function presentRole(db: Reading, { eventId, userId }: Member): Promise<EventRole> {
  const role = await roleIn(db, userId, eventId);
  if (role === null) throw new Refusal('not_found');
  return role;
}

interface Placing extends Member {
  readonly role: EventRole | null;
  readonly now: number;
  readonly removedMembers: Pick<RemovedMembers, 'note' | 'forget'>;
}

/** Gives what changed. */
async function place(
  trx: Writing,
  admin: Actor,
  { access }: Office,
  { eventId, userId, role, now, removedMembers }: Placing,
): Promise<RowChange[]> {
  const me = (await readRow(trx, 'me', userId)) as Me | null;
  if (!me || !(await findEvent(trx, eventId))) throw new Refusal('not_found');
  const before = access === 'event-admin' ? await presentRole(trx, { eventId, userId }) : await roleIn(trx, userId, eventId);
  if (role !== null) await removedMembers.forget(trx, eventId, me);
  if (before === role) return [];
  if (before === 'admin' && !may(admin, 'global-admin') && (await countEventAdmins(trx, eventId)) === 1)
    throw new Refusal('last_event_admin');
  // One who takes themselves out leaves, and may come back.
  if (role === null && userId !== admin.userId) await removedMembers.note(trx, eventId, me, now);
  const changes = role === null ? await endMembership(trx, me, eventId, now) : await giveMembership(trx, me, eventId, role);
  await audit(trx, now, {
    kind: 'memberships.changed',
    actorId: admin.userId,
    personId: userId,
    eventId,
    details: { from: before, to: role },
  });
  return changes;
}
