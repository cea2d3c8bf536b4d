import { Refusal } from '../contract/errors.ts';
import { type Access, type Actor, type Subject, whyNot } from '../contract/roles.ts';

/** Throws `forbidden`, or `second_factor_required` for an admin who lacks it. Everything that asks for a right on the server asks here. */
export function demand(actor: Actor, access: Access, subject: Subject = {}): void {
  const reason = whyNot(actor, access, subject);
  if (reason) throw new Refusal(reason);
}

/** Returns whether a person lacks the second factor that the installation requires of admins. */
export const lacksFactor = (
  { adminsNeedFactor }: { readonly adminsNeedFactor: boolean },
  { secondFactor }: { readonly secondFactor: boolean },
): boolean => adminsNeedFactor && !secondFactor;
