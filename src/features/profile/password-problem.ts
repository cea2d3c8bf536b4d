import type { TFunction } from 'i18next';
import { errorText } from '../../i18n/errors.ts';
import { errorCodeOf, type Outcome } from '../../sync/transport.ts';

/** Why a call that took the person's password did not do what it should, in a sentence: the server's, where it has one for this. */
export function passwordProblem(t: TFunction, outcome: Outcome): string {
  if (outcome.kind === 'no-network') return t('password.no_network');
  const code = errorCodeOf(outcome);
  switch (code) {
    case 'too_many_requests':
      return outcome.retryAfter ? t('login.too_many', { minutes: Math.ceil(outcome.retryAfter / 60) }) : errorText(t, code);
    case 'wrong_password':
    case 'weak_password':
    case 'common_password':
    case 'unauthenticated':
    case 'unavailable':
    case 'storage_full':
      return errorText(t, code);
    default:
      return t('password.error_generic');
  }
}
