import type { TFunction } from 'i18next';
import type { ErrorCode } from '#contract/errors.ts';
import { reasonText, unreachedText } from '#i18n/errors.ts';
import type { Wrong } from '#ui/forms/reading.ts';
import type { Refused } from '#sync/session/sign-in.ts';
import type { RegisterField } from './register-form.tsx';

const fields: Partial<Record<ErrorCode, RegisterField>> = {
  code_unknown: 'code',
  code_spent: 'code',
  event_over: 'code',
  email_unusable: 'email',
  weak_password: 'password',
  common_password: 'password',
};

/** Returns the reason why a registration failed as a sentence at its field. */
export function registerProblem(t: TFunction, result: Refused): Wrong<RegisterField> {
  if (result.kind === 'no-network') return { form: unreachedText(t, result, t('register.no_network')) };
  if (result.code === 'too_many_requests' && result.retryAfter !== undefined)
    return { form: t('register.too_many', { minutes: Math.ceil(result.retryAfter / 60) }) };
  const text = reasonText(t, result.code, t('register_error_generic'), result.retryAfter);
  return { [fields[result.code] ?? 'form']: text };
}
