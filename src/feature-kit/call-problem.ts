import type { TFunction } from 'i18next';
import { reasonText, unreachedText } from '../i18n/errors.ts';
import { errorCodeOf, type Outcome } from '../sync/wire/transport.ts';

/** How long (ms) a call may take for which the server hashes passwords, in one queue with all who sign in just then. */
export const hashTimeout = 20_000;

/** How long (ms) a call may take that deletes thousands of rows. */
export const removalTimeout = 60_000;

/** Why a call for the person's own account did not do what it should, in a sentence: the server's, where it has one for this, or `otherwise`. */
export function callProblem(t: TFunction, outcome: Outcome, otherwise: string, offline = t('password.no_network')): string {
  if (outcome.kind === 'no-network') return unreachedText(t, outcome, offline);
  return reasonText(t, errorCodeOf(outcome), otherwise, outcome.retryAfter);
}
