import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ownersOfEmails } from '#server/store/accounts/accounts.ts';
import { findLinkToken, spendLinkToken, revokeLinkTokens } from '#server/store/accounts/link-tokens.ts';
import { insertSecurityRecords } from '#server/store/accounts/security-log.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { revokeSessionsOf } from '#server/store/accounts/sessions.ts';
import {
  openByShownAddress,
  peopleWithPendingAddress,
  pendingAddressOf,
  proveAddress,
  restoreAddress,
} from '#server/store/accounts/sign-in-addresses.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import { hashOfLinkToken } from '../auth/password/link-tokens.ts';
import { writeAs } from '../auth/write-as.ts';
import { recordChanges, type RowChange } from '../feed/change-log.ts';
import { logSecurity, type SecurityRecorder, recordOf } from '../security/security-log.ts';
import { derivedChanges } from '../commands/derived-changes.ts';

/** How long (ms) after its change a confirmed address becomes the sign-in address without the password. The old address was notified. */
const waitWithoutProof = times.day;

/** The sign-in address of an account. It stays the same when the thief of a session changes the shown address. */
export interface SignInAddress {
  /** Notes that the caller has just proved the password for a changed address. Returns whether it is the sign-in address now. */
  adopt(caller: Caller): Promise<boolean>;
  /** Undoes a change by the token of a mailed link, ends every session and returns the person's id. Throws `link_over`. */
  revert(token: string): Promise<number>;
}

interface SignInAddressDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: SecurityRecorder;
  /** False if this server sends no mails: then no address can be confirmed, and the password alone suffices. */
  readonly sendsMail: boolean;
  readonly onMail: () => void;
}

export function createSignInAddress({ store, clock, log, sendsMail, onMail }: SignInAddressDeps): SignInAddress {
  return {
    async adopt(caller) {
      const { userId } = caller;
      const now = clock.now();
      const { changes, counts } = await writeAs({ store, clock }, caller, dynamicScopes(), async (trx) => {
        await proveAddress(trx, userId);
        const settled = await settleAddress(trx, userId, now, !sendsMail);
        await recordChanges(trx, settled, now);
        return { changes: settled, counts: (await pendingAddressOf(trx, userId)) === null };
      });
      logAdoption(log, changes, userId, now);
      return counts;
    },

    async revert(token) {
      const hash = hashOfLinkToken(token);
      const now = clock.now();
      const reverted = await store.write(dynamicScopes(), async (trx) => {
        const found = await findLinkToken(trx, { hash, use: 'revert', now });
        if (!found || found.address === null) throw new Refusal('link_over');
        const { userId, address } = found;
        // A client that lost the answer repeats the request.
        if (!(await spendLinkToken(trx, hash, now))) return userId;
        const owner = (await ownersOfEmails(trx, [address])).get(address);
        const before = (await readRow(trx, 'me', userId)) as Me | null;
        if (!before || (owner !== undefined && owner !== userId)) throw new Refusal('link_over');
        await restoreAddress(trx, userId, address);
        await revokeLinkTokens(trx, userId);
        await revokeSessionsOf(trx, userId, { except: null }, now);
        await insertMail(trx, { kind: 'reset', address, userId: null, language: null }, now);
        await recordChanges(trx, await changesOf(trx, before, now), now);
        return userId;
      });
      onMail();
      return reverted;
    },
  };
}

/**
 * Makes a changed address the sign-in address if it is confirmed and proved, or old enough, and writes the security record. Returns the
 * changes, for the feed and for `logAdoption` after the commit.
 */
export async function settleAddress(trx: WriteHandle, userId: number, now: number, isConfirmedAnyway = false): Promise<RowChange[]> {
  const pending = await pendingAddressOf(trx, userId);
  if (!pending) return [];
  const isConfirmed = pending.isVerified || (isConfirmedAnyway && pending.isProved);
  if (!isConfirmed || (!pending.isProved && now < pending.changedAt + waitWithoutProof)) return [];
  const before = (await readRow(trx, 'me', userId)) as Me;
  // Reset links were mailed to the old address.
  await revokeLinkTokens(trx, userId, 'reset');
  await openByShownAddress(trx, userId);
  // Stored here and not by a route, because the purge settles addresses too.
  await insertSecurityRecords(trx, [recordOf('address_adopted', userId, now)]);
  return changesOf(trx, before, now);
}

export function logAdoption(log: SecurityRecorder | undefined, settled: readonly RowChange[], userId: number, now: number): void {
  if (log && settled.length > 0) logSecurity(log, recordOf('address_adopted', userId, now));
}

/** Settles every address that is confirmed and has waited long enough at `now` (ms since the epoch). */
export async function settleOldAddresses(store: Store, now: number, log?: SecurityRecorder): Promise<void> {
  for (const userId of await peopleWithPendingAddress(store.reading, now - waitWithoutProof)) {
    const settled = await store.write(dynamicScopes(), async (trx) => {
      const changes = await settleAddress(trx, userId, now);
      await recordChanges(trx, changes, now);
      return changes;
    });
    logAdoption(log, settled, userId, now);
  }
}

async function changesOf(trx: WriteHandle, before: Me, now: number): Promise<RowChange[]> {
  const own = { resource: 'me', rowBefore: before, rowAfter: await readRow(trx, 'me', before.id) };
  return [own, ...(await derivedChanges(trx, [own], now))];
}
