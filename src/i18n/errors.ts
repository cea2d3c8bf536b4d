import type { TFunction } from 'i18next';
import { textOf } from './keys.ts';

/** The sentence for an error's code: what happened, what is kept, what to do. */
export function errorText(t: TFunction, code: string): string {
  return textOf(t, `errors:${code}`, textOf(t, 'errors:internal', code));
}

/** The same where the server says why; `otherwise` for what it cannot explain. */
export function reasonText(t: TFunction, code: string | undefined, otherwise: string): string {
  return code === undefined || code === 'internal' ? otherwise : textOf(t, `errors:${code}`, otherwise);
}
