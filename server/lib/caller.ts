import { Refusal } from '../../contract/errors.ts';
import { type Access, type Actor, type Subject, whyNot } from '../../contract/roles.ts';

/** The sender of a request, as the database describes them at this moment. */
export interface Caller extends Actor {
  readonly sessionId: string;
  /** The installation requires a second factor of its admins. */
  readonly adminsNeedFactor: boolean;
  readonly lacksFactor: boolean;
  /** True with a confirmed address, for admins of the server, or if nobody can confirm one there. All others have small budgets. */
  readonly isTrusted: boolean;
  readonly activeEventId: number | null;
  /** The events where they have opted in to dating. */
  readonly datingIn: readonly number[];
}

/** Throws `forbidden`, or `second_factor_required` for an admin who lacks it. The server checks every right here. */
export function demand(actor: Actor, access: Access, subject: Subject = {}): void {
  const reason = whyNot(actor, access, subject);
  if (reason) throw new Refusal(reason);
}

/** Returns whether a person lacks the second factor that the installation requires of admins. */
export const lacksFactor = (
  { adminsNeedFactor }: { readonly adminsNeedFactor: boolean },
  { secondFactor }: { readonly secondFactor: boolean },
): boolean => adminsNeedFactor && !secondFactor;

/** An unconfirmed account costs next to nothing, so it has a fifth of the budget of a person. */
const unconfirmedShare = 1 / 5;

/** Returns the budget of a person if others have `most`. `least` is the amount a person cannot do without. */
export const mostFor = ({ isTrusted }: Pick<Caller, 'isTrusted'>, most: number, least = 1): number =>
  isTrusted ? most : Math.max(least, Math.ceil(most * unconfirmedShare));
