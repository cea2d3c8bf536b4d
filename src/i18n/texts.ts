import i18next, { type TFunction } from 'i18next';

/** Returns the text of a key from data (a menu entry's name, an error code); `fallback` for a key without a text. */
export function textOf(t: TFunction, key: string, fallback: string): string {
  return i18next.exists(key) ? (t as unknown as (key: string) => string)(key) : fallback;
}

/** Joins sentences, adding missing full stops. */
export function sentences(...given: readonly string[]): string {
  return given
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
