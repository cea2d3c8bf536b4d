import type { TFunction } from 'i18next';
import { reasonText, unreachedText } from '../../i18n/errors.ts';
import type { FoundByCode, SwitchResult } from '../../sync/session/joining.ts';
import type { Refused } from '../../sync/session/sign-in.ts';

/** The reason that the server gives, after what failed. */
function reason(t: TFunction, { code, retryAfter }: Extract<Refused, { kind: 'refused' }>): string {
  return ` ${reasonText(t, code, t('sync.server_failed_now'), retryAfter)}`;
}

/** Returns whether the server refuses the code itself. */
export const isAboutCode = (result: Refused): boolean =>
  result.kind === 'refused' && ['code_unknown', 'code_spent', 'event_over'].includes(result.code);

/** Whether the same code may open its event a moment later. */
export const mayPass = ({ code }: Extract<FoundByCode, { kind: 'refused' }>): boolean =>
  code === 'too_many_requests' || code === 'unavailable' || code === 'internal';

/** Why the server was not reached. */
export const unreached = (t: TFunction, result: Extract<FoundByCode, { kind: 'no-network' }>): string =>
  unreachedText(t, result, t('switch_overlay.no_network'));

/** Why the event of a code is not shown. */
export function loadProblem(t: TFunction, result: Extract<FoundByCode, { kind: 'refused' }>): string {
  return t('switch_overlay.error_loading_event') + reason(t, result);
}

/** Why what somebody wanted from the list of events was not done; `failed` says what it was. */
export function listProblem(t: TFunction, result: Refused, failed: string): string {
  return result.kind === 'no-network' ? unreachedText(t, result, t('switchCard.no_network')) : failed + reason(t, result);
}

/** Why somebody could not join. */
export function joinProblem(t: TFunction, result: Exclude<SwitchResult, { kind: 'switched' }>): string {
  if (result.kind === 'no-network') return unreached(t, result);
  return result.kind === 'wrong-code' ? t('switch_overlay.incorrect_code') : t('switch_overlay.join_error') + reason(t, result);
}
