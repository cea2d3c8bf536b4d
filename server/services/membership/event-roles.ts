import { Refusal } from '#contract/errors.ts';
import type { Me } from '#contract/resources/me.ts';
import { type Actor, type EventRole, may } from '#contract/roles.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { countEventAdmins } from '#server/store/accounts/admins.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import { roleIn } from '#server/store/repositories/events/memberships.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store, WriteHandle } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { eventAdminOf, type RequiredRole, requireRole, writeAsAdmin } from '../auth/write-as.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import type { RemovedMembers } from './removed-members.ts';
import { renewCodes } from './event-codes.ts';
import { endMembership, giveMembership } from './add-member.ts';

export interface Member {
  readonly eventId: number;
  readonly userId: number;
}

/** Roles of people in events. All methods throw `not_found` for an unknown person or event. */
export interface EventRoles {
  /** For event admins: returns the role of a member. */
  read(caller: Caller, member: Member): Promise<EventRole>;
  /** For event admins: changes the role of a member; null removes them. Throws `last_event_admin` if only a global admin may do that. */
  change(caller: Caller, member: Member, role: EventRole | null): Promise<void>;
  /** For global admins: sets the role of anybody, who becomes a member if they are none. */
  give(caller: Caller, member: Member, role: EventRole | null): Promise<void>;
  /** For event admins: removes a member, if there is one, and renews the codes in the same transaction if wanted. Throws `not_oneself`. */
  remove(caller: Caller, member: Member, withNewCodes: boolean): Promise<void>;
}

interface EventRolesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly removedMembers: Pick<RemovedMembers, 'note' | 'forget'>;
}

export function createEventRoles({ store, clock, removedMembers }: EventRolesDeps): EventRoles {
  const change = async (caller: Caller, required: RequiredRole, member: Member, role: EventRole | null): Promise<void> => {
    const given = { ...member, role, now: clock.now(), removedMembers };
    await writeAsAdmin({ store, clock }, caller, required, async (trx, admin) =>
      recordChanges(trx, await setRole(trx, admin, required, given), given.now),
    );
  };
  return {
    async read(caller, { eventId, userId }) {
      await requireRole(store.reading, caller, eventAdminOf(eventId));
      return presentRole(store.reading, { eventId, userId });
    },
    change: (caller, member, role) => change(caller, eventAdminOf(member.eventId), member, role),
    async remove(caller, member, withNewCodes) {
      const required = eventAdminOf(member.eventId);
      const given = { ...member, role: null, now: clock.now(), removedMembers };
      await writeAsAdmin({ store, clock }, caller, required, async (trx, admin) => {
        if (member.userId === admin.userId) throw new Refusal('not_oneself');
        const isThere = (await roleIn(trx, member.userId, member.eventId)) !== null;
        const left = isThere ? await setRole(trx, admin, required, given) : [];
        const renewed = withNewCodes ? await renewCodes(trx, admin, member.eventId, given.now) : [];
        await recordChanges(trx, [...left, ...renewed], given.now);
      });
    },
    give: (caller, member, role) => change(caller, { access: 'global-admin' }, member, role),
  };
}

async function presentRole(db: ReadHandle, { eventId, userId }: Member): Promise<EventRole> {
  const role = await roleIn(db, userId, eventId);
  if (role === null) throw new Refusal('not_found');
  return role;
}

interface RoleSetting extends Member {
  readonly role: EventRole | null;
  readonly now: number;
  readonly removedMembers: Pick<RemovedMembers, 'note' | 'forget'>;
}

async function setRole(
  trx: WriteHandle,
  admin: Actor,
  { access }: RequiredRole,
  { eventId, userId, role, now, removedMembers }: RoleSetting,
): Promise<RowChange[]> {
  const me = (await readRow(trx, 'me', userId)) as Me | null;
  if (!me || !(await findEvent(trx, eventId))) throw new Refusal('not_found');
  const before = access === 'event-admin' ? await presentRole(trx, { eventId, userId }) : await roleIn(trx, userId, eventId);
  if (role !== null) await removedMembers.forget(trx, eventId, me);
  if (before === role) return [];
  if (before === 'admin' && !may(admin, 'global-admin') && (await countEventAdmins(trx, eventId)) === 1)
    throw new Refusal('last_event_admin');
  // An admin who removes themselves leaves and may join again.
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
