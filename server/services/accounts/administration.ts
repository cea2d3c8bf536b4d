import { Refusal } from '#contract/errors.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Role } from '#contract/roles.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { countAdmins, setRole } from '#server/store/accounts/admins.ts';
import { revokeSessionsOf } from '#server/store/accounts/sessions.ts';
import { touchPerson } from '#server/store/repositories/events/memberships.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { issueResetToken, linkWith } from '../auth/password/link-tokens.ts';
import { writeAsAdmin } from '../auth/write-as.ts';
import { recordChanges } from '../feed/change-log.ts';

/** Account administration by global admins. All methods throw `not_found` for an unknown person. */
export interface Administration {
  /** Throws `last_admin` if no global admin would be left. */
  setRole(caller: Caller, userId: number, role: Role): Promise<void>;
  /** Ends all sessions of another person and returns their number. Throws `not_oneself`. */
  endSessions(caller: Caller, userId: number): Promise<number>;
  /** Returns a reset link; `expiresAt` is in milliseconds since the epoch. */
  makeResetLink(caller: Caller, userId: number): Promise<{ url: string; expiresAt: number }>;
}

interface AdministrationDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly origin: () => string;
}

export function createAdministration({ store, clock, origin }: AdministrationDeps): Administration {
  const write = <T>(caller: Caller, userId: number, work: (trx: WriteHandle, person: Me) => Promise<T>): Promise<T> =>
    writeAsAdmin({ store, clock }, caller, { access: 'global-admin' }, async (trx) => work(trx, await requirePerson(trx, userId)));
  return {
    async setRole(caller, userId, role) {
      await write(caller, userId, async (trx, me) => {
        if (me.role === role) return;
        if (role === 'user' && (await countAdmins(trx)) === 1) throw new Refusal('last_admin');
        await setRole(trx, userId, role);
        await touchPerson(trx, userId);
        await audit(trx, clock.now(), { kind: 'roles.changed', actorId: caller.userId, personId: userId, details: { to: role } });
        await recordChanges(trx, [{ resource: 'me', rowBefore: me, rowAfter: await readRow(trx, 'me', userId) }], clock.now());
      });
    },

    async endSessions(caller, userId) {
      if (userId === caller.userId) throw new Refusal('not_oneself');
      return write(caller, userId, async (trx) => {
        const count = await revokeSessionsOf(trx, userId, { except: null }, clock.now());
        const details = { count };
        const entry = { kind: 'sessions.ended', actorId: caller.userId, personId: userId, details } as const;
        if (count > 0) await audit(trx, clock.now(), entry);
        return count;
      });
    },

    async makeResetLink(caller, userId) {
      const { token, expiresAt } = await write(caller, userId, async (trx) => {
        await audit(trx, clock.now(), { kind: 'resetLinks.made', actorId: caller.userId, personId: userId });
        return issueResetToken(trx, userId, clock.now());
      });
      return { url: linkWith(origin(), 'reset', token), expiresAt };
    },
  };
}

export async function requirePerson(trx: WriteHandle, userId: number): Promise<Me> {
  const me = userId > 0 ? ((await readRow(trx, 'me', userId)) as Me | null) : null;
  if (!me) throw new Refusal('not_found');
  return me;
}
