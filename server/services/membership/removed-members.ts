import { createHmac } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import {
  deleteRemoval,
  deleteRemovalsOf,
  insertRemoval,
  listRemovals,
  type Removable,
  type Removal,
  wasRemoved,
} from '#server/store/repositories/events/removed-members.ts';
import type { ReadHandle, Store, WriteHandle } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { mailboxOf } from '../auth/allowances.ts';
import type { Secret } from '../auth/secret.ts';
import { eventAdminOf, requireRole, writeAsAdmin } from '../auth/write-as.ts';

type Person = Pick<Me, 'id' | 'email'>;

/** People whom event admins removed: they cannot join again until an event admin lets them back in. */
export interface RemovedMembers {
  /** For event admins. */
  list(caller: Caller, eventId: number): Promise<{ items: Removal[]; total: number }>;
  /** For event admins; ignores a removal that was revoked before. */
  readmit(caller: Caller, eventId: number, id: string): Promise<void>;
  refuse(db: ReadHandle, eventId: number, person: Person): Promise<void>;
  note(trx: WriteHandle, eventId: number, me: Me, now: number): Promise<void>;
  forget(trx: WriteHandle, eventId: number, person: Person): Promise<void>;
}

interface RemovedMembersDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Keys the hashed addresses: after an erasure, nobody can find the address without it. */
  readonly secret: Secret;
}

export function createRemovedMembers({ store, clock, secret }: RemovedMembersDeps): RemovedMembers {
  const hashOf = (email: string) => createHmac('sha256', secret('removed-address')).update(mailboxOf(email)).digest('base64url');
  const asRemovable = ({ id, email }: Person): Removable => ({ userId: id, addressHash: hashOf(email) });
  return {
    async list(caller, eventId) {
      await requireRole(store.reading, caller, eventAdminOf(eventId));
      return listRemovals(store.reading, eventId);
    },
    readmit: (caller, eventId, id) =>
      writeAsAdmin({ store, clock }, caller, eventAdminOf(eventId), async (trx, admin) => {
        const removal = await deleteRemoval(trx, eventId, id);
        if (!removal) return;
        const entry = { kind: 'memberships.letBackIn', actorId: admin.userId, personId: removal.userId, eventId } as const;
        await audit(trx, clock.now(), entry);
      }),
    async refuse(db, eventId, person) {
      if (await wasRemoved(db, eventId, asRemovable(person))) throw new Refusal('removed_from_event');
    },
    // An unverified address may belong to somebody else, so it is not noted.
    note: (trx, eventId, { id, email, emailVerified }, now) =>
      insertRemoval(trx, { eventId, userId: id, addressHash: emailVerified ? hashOf(email) : null, removedAt: now }),
    forget: (trx, eventId, person) => deleteRemovalsOf(trx, eventId, asRemovable(person)),
  };
}
