import type { TFunction } from 'i18next';
import { textOf } from './texts.ts';

/** Returns the text of an error code: what happened, what is kept, what to do. */
export function errorText(t: TFunction, code: string): string {
  return textOf(t, `errors:${code}`, textOf(t, 'errors:internal', code));
}

/**
 * Returns the text of a call that is not retried automatically: the time to wait (`retryAfter`, seconds) after too many calls, and
 * `otherwise` for errors without an explanation.
 */
export function reasonText(t: TFunction, code: string | undefined, otherwise: string, retryAfter = 0): string {
  if (code === 'too_many_requests' && retryAfter > 0) return waitText(t, retryAfter);
  if (code === 'unavailable') return t('sync.server_busy_now');
  return code === undefined || code === 'internal' ? otherwise : textOf(t, `errors:${code}`, otherwise);
}

function waitText(t: TFunction, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? t('login.too_many', { minutes }) : t('login.too_many_hours', { hours: Math.ceil(minutes / 60) });
}

/**
 * Returns why our server did not answer: a proxy cannot reach it (`gateway`), or there is no network, for which the call has the text
 * `offline`.
 */
export function unreachedText(t: TFunction, { gateway }: { readonly gateway?: true }, offline: string): string {
  return gateway ? t('sync.no_server_now') : offline;
}
