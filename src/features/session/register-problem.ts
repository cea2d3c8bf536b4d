import type { TFunction } from 'i18next';
import { errorText } from '../../i18n/errors.ts';
import type { RegisterResult } from '../../sync/session.ts';

/** Why somebody could not register, in a sentence: the server's, where it has one for this. */
export function registerProblem(t: TFunction, result: Extract<RegisterResult, { kind: 'refused' | 'no-network' }>): string {
  if (result.kind === 'no-network') return t('register.no_network');
  switch (result.code) {
    case 'too_many_requests':
      return result.retryAfter ? t('login.too_many', { minutes: Math.ceil(result.retryAfter / 60) }) : errorText(t, result.code);
    case 'weak_password':
    case 'common_password':
    case 'code_unknown':
    case 'code_spent':
    case 'event_over':
    case 'unavailable':
    case 'storage_full':
      return errorText(t, result.code);
    default:
      return t('register_error_generic');
  }
}
