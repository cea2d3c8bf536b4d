import type { TFunction } from 'i18next';
import { reasonText } from '../../i18n/errors.ts';
import type { Refused } from '../../sync/session/sign-in.ts';

/** Why somebody could not register, in a sentence: the server's, where it has one for this. */
export function registerProblem(t: TFunction, result: Refused): string {
  if (result.kind === 'no-network') return t('register.no_network');
  return reasonText(t, result.code, t('register_error_generic'), result.retryAfter);
}
