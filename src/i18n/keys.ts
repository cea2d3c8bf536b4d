import type { TFunction } from 'i18next';
import i18next from 'i18next';

/** The text of a key that comes as data (a menu entry's name, an error's code); `fallback` where the catalogues do not know it. */
export function textOf(t: TFunction, key: string, fallback: string): string {
  return i18next.exists(key) ? (t as unknown as (key: string) => string)(key) : fallback;
}
