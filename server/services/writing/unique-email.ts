import { Refusal } from '../../../contract/errors.ts';
import { canonicalEmail } from '../../../contract/fields.ts';
import { times } from '../../../contract/times.ts';
import type { Clock } from '../../context.ts';
import { ownersOfEmails } from '../../store/people/accounts.ts';
import type { Call } from './call.ts';
import type { Constraint } from './constraint.ts';

/** How often within the window somebody may hit on an address that is another's: who goes on learns nothing more. */
const hits = 10;
const window = times.hour;

/** Refuses to give a person the address of another, in the same words as to who has asked too often. */
export function uniqueEmail(clock: Clock): Constraint {
  const hitsOf = new Map<number, number[]>();

  const recent = (userId: number): number[] => (hitsOf.get(userId) ?? []).filter((at) => at > clock.now() - window);

  return async (trx, calls) => {
    const owners = await ownersOfEmails(
      trx,
      calls.flatMap((call) => wantedEmail(call) ?? []),
    );
    return (call) => {
      const email = wantedEmail(call);
      if (email === null) return null;
      const { userId } = call.caller;
      const before = recent(userId);
      const owner = owners.get(email);
      if (owner !== undefined && owner !== userId) hitsOf.set(userId, [...before, clock.now()].slice(-hits));
      if (before.length >= hits || (owner !== undefined && owner !== userId)) return new Refusal('email_unusable');
      owners.set(email, userId);
      return null;
    };
  };
}

/** The address that a call would give its caller; null where it is about something else. */
function wantedEmail({ action }: Call): string | null {
  if (action instanceof Refusal || action.resource.name !== 'me') return null;
  const { email } = action.args as { email?: string };
  return email === undefined ? null : canonicalEmail(email);
}
