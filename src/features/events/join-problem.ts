import type { TFunction } from 'i18next';
import { reasonText, unreachedText } from '#i18n/errors.ts';
import type { FoundByCode, SwitchResult } from '#sync/session/joining.ts';
import type { Refused } from '#sync/session/sign-in.ts';

function reason(t: TFunction, { code, retryAfter }: Extract<Refused, { kind: 'refused' }>): string {
  return ` ${reasonText(t, code, t('sync.server_failed_now'), retryAfter)}`;
}

/** Returns whether the server refuses the code itself. */
export const isAboutCode = (result: Refused): boolean =>
  result.kind === 'refused' && ['code_unknown', 'code_spent', 'event_over'].includes(result.code);

/** Returns whether another try with the same code may succeed. */
export const mayPass = ({ code }: Extract<FoundByCode, { kind: 'refused' }>): boolean =>
  code === 'too_many_requests' || code === 'unavailable' || code === 'internal';

export const unreached = (t: TFunction, result: Extract<FoundByCode, { kind: 'no-network' }>): string =>
  unreachedText(t, result, t('switch_overlay.no_network'));

export function loadProblem(t: TFunction, result: Extract<FoundByCode, { kind: 'refused' }>): string {
  return t('switch_overlay.error_loading_event') + reason(t, result);
}

export function listProblem(t: TFunction, result: Refused, failed: string): string {
  return result.kind === 'no-network' ? unreachedText(t, result, t('switchCard.no_network')) : failed + reason(t, result);
}

export function joinProblem(t: TFunction, result: Exclude<SwitchResult, { kind: 'switched' }>): string {
  if (result.kind === 'no-network') return unreached(t, result);
  return result.kind === 'wrong-code' ? t('switch_overlay.incorrect_code') : t('switch_overlay.join_error') + reason(t, result);
}
