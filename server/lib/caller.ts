import { Refusal } from '#contract/errors.ts';
import { type Access, type Actor, type Subject, accessRefusal } from '#contract/roles.ts';

/** The sender of a request, as currently stored in the database. */
export interface Caller extends Actor {
  readonly sessionId: string;
  /** The installation requires a second factor of its admins. */
  readonly adminsNeedFactor: boolean;
  readonly lacksFactor: boolean;
  /** True with a confirmed address, for global admins, or if the server cannot confirm addresses. All others have small budgets. */
  readonly isTrusted: boolean;
  readonly activeEventId: number | null;
  readonly datingIn: readonly number[];
}

/** Throws `forbidden`, or `second_factor_required` for an admin who lacks it. Every permission check of the server calls it. */
export function requireAccess(actor: Actor, access: Access, subject: Subject = {}): void {
  const reason = accessRefusal(actor, access, subject);
  if (reason) throw new Refusal(reason);
}

/** True if the person lacks the second factor that the installation requires of admins. */
export const lacksFactor = (
  { adminsNeedFactor }: { readonly adminsNeedFactor: boolean },
  { secondFactor }: { readonly secondFactor: boolean },
): boolean => adminsNeedFactor && !secondFactor;

/** An unconfirmed account costs nothing to create, so its budget is a fifth. */
const unconfirmedShare = 1 / 5;

/** Returns the person's budget if others have `most`, but at least `least`. */
export const limitFor = ({ isTrusted }: Pick<Caller, 'isTrusted'>, most: number, least = 1): number =>
  isTrusted ? most : Math.max(least, Math.ceil(most * unconfirmedShare));
