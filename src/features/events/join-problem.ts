import type { TFunction } from 'i18next';
import { reasonText, unreachedText } from '../../i18n/errors.ts';
import type { FoundByCode, SwitchResult } from '../../sync/session/joining.ts';
import type { Refused } from '../../sync/session/sign-in.ts';

/** The server's own sentence, for what somebody who was invited can do something about; nothing for the rest. */
function reason(t: TFunction, { code }: Extract<Refused, { kind: 'refused' }>): string {
  const told = ['code_unknown', 'code_spent', 'event_over', 'removed_from_event', 'too_many_requests', 'unavailable'];
  return told.includes(code) ? ` ${reasonText(t, code, '')}` : '';
}

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
