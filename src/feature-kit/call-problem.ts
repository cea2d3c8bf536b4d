import type { TFunction } from 'i18next';
import { reasonText, unreachedText } from '#i18n/errors.ts';
import { errorCodeOf, type Outcome } from '#sync/wire/transport.ts';

/** The timeout (ms) of a call for which the server hashes passwords, in one queue with all sign-ins. */
export const hashTimeout = 20_000;

/** The timeout (ms) of a call that deletes thousands of rows. */
export const removalTimeout = 60_000;

/** Returns the text of a failed call for the own account: the server's reason if there is one, or `otherwise`. */
export function callProblem(t: TFunction, outcome: Outcome, otherwise: string, offline = t('password.no_network')): string {
  if (outcome.kind === 'no-network') return unreachedText(t, outcome, offline);
  return reasonText(t, errorCodeOf(outcome), otherwise, outcome.retryAfter);
}
