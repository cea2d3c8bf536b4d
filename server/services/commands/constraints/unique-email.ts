import { Refusal } from '#contract/errors.ts';
import { canonicalEmail } from '#contract/fields.ts';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ownersOfEmails } from '#server/store/accounts/accounts.ts';
import { replaceTimes, timesOf } from '#server/store/accounts/counted-times.ts';
import { limitFor } from '#server/lib/caller.ts';
import type { Call } from '../call.ts';
import type { Constraint } from '../hooks.ts';

/** Tries per hour with addresses of other people. After that all addresses are refused, so that nobody learns which ones exist. */
const hits = 10;
/** How long (ms) a hit counts. */
export const hitLife = times.hour;

/** Refuses the address of another person with the same code as too many tries. */
export function uniqueEmail(clock: Clock): Constraint {
  return async (trx, calls, onDecided) => {
    const requests = calls.flatMap((call) => {
      const email = wantedEmail(call);
      return email === null ? [] : [{ email, userId: call.caller.userId }];
    });
    if (requests.length === 0) return () => null;
    const now = clock.now();
    const owners = await ownersOfEmails(
      trx,
      requests.map(({ email }) => email),
    );
    const hitsOf = await timesOf(
      trx,
      'email_hits',
      requests.map(({ userId }) => userId),
      now - hitLife,
    );
    const newTimes = new Map<number, readonly number[]>();
    onDecided(() => replaceTimes(trx, 'email_hits', newTimes));
    return (call) => {
      const email = wantedEmail(call);
      if (email === null) return null;
      const { userId } = call.caller;
      const before = newTimes.get(userId) ?? hitsOf.get(userId) ?? [];
      const owner = owners.get(email);
      const isHit = owner !== undefined && owner !== userId;
      const most = limitFor(call.caller, hits);
      if (isHit) newTimes.set(userId, [...before, now].slice(-hits));
      if (before.length >= most || isHit) return new Refusal('email_unusable');
      owners.set(email, userId);
      return null;
    };
  };
}

function wantedEmail({ action }: Call): string | null {
  if (action instanceof Refusal || action.resource.name !== 'me') return null;
  const { email } = action.args as { email?: string };
  return email === undefined ? null : canonicalEmail(email);
}
