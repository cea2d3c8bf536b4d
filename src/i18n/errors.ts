import type { TFunction } from 'i18next';
import { textOf } from './keys.ts';

/** The sentence for an error's code: what happened, what is kept, what to do. */
export function errorText(t: TFunction, code: string): string {
  return textOf(t, `errors:${code}`, textOf(t, 'errors:internal', code));
}

/**
 * The same for a call, which nobody makes again but the person: how long to wait (`retryAfter`, seconds) where too many were made, and `otherwise`
 * for what the server cannot explain.
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

/** Why our server did not answer a call: a proxy on the way does not reach it (`gateway`), or there is no network, which `offline` says for that call. */
export function unreachedText(t: TFunction, { gateway }: { readonly gateway?: true }, offline: string): string {
  return gateway ? t('sync.no_server_now') : offline;
}
