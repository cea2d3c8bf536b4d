import type { TFunction } from 'i18next';
import { reasonText, unreachedText } from '#i18n/errors.ts';
import type { Refused } from '#sync/session/sign-in.ts';

export function loginProblem(t: TFunction, result: Refused): string {
  if (result.kind === 'no-network') return unreachedText(t, result, t('login.no_network'));
  switch (result.code) {
    case 'wrong_credentials':
      return t('login_error_username_password');
    case 'wrong_second_factor':
      return t('login_error_tfa');
    default:
      return reasonText(t, result.code, t('sync.server_failed_now'), result.retryAfter);
  }
}
