import { createRequire } from 'node:module';
import { languages } from '#contract/languages.ts';

type Lists = typeof import('@zxcvbn-ts/language-common');

let common: ReadonlySet<string> | undefined;

/** Words that people at events choose and the library's list lacks: of this app, the season, a German keyboard. */
const added =
  'event companion eventcompanion camp event veranstaltung freizeit lager zeltlager sommerlager festival passwort kennwort geheim hallo ' +
  'willkommen schatz qwertz qwertzu qwertzuiop asdfgh yxcvbn frühling sommer herbst winter spring summer autumn';

function calendarWords(): string[] {
  return languages.flatMap((language) =>
    [
      ...Array.from({ length: 12 }, (_, month) => ({ part: { month: 'long' } as const, date: Date.UTC(2026, month, 15) })),
      ...Array.from({ length: 7 }, (_, day) => ({ part: { weekday: 'long' } as const, date: Date.UTC(2026, 0, 4 + day) })),
    ].map(({ part, date }) => new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' }).format(date).toLowerCase()),
  );
}

/** Loads the lists on first use, because they are large. */
function readLists(): ReadonlySet<string> {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as Lists;
  return new Set([...dictionary['passwords-common'], ...added.split(' '), ...calendarWords()]);
}

/** Shorter words from the lists occur in too many passwords. */
const shortestWord = 3;
/** More digits and signs than these around a known word are as hard to guess as another word. */
const mostAround = 8;

const instead: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

const lettersOf = (text: string): string => text.replaceAll(/\P{L}/gu, '');

/**
 * Returns whether a password is among the first guesses: a breached one, or one known word with a year, digits or signs around it.
 * `context` are texts about the person and their events. Case is ignored.
 */
export function isCommonPassword(password: string, context: readonly string[] = []): boolean {
  common ??= readLists();
  const lists = common;
  const typed = password.normalize('NFKC').toLowerCase();
  if (lists.has(typed)) return true;
  const inner = /\p{L}(?:.*\p{L})?/su.exec(typed)?.[0] ?? '';
  const known = new Set(context.flatMap(wordsOf));
  const words = [lettersOf(inner), lettersOf(inner.replaceAll(/[013457@$!]/g, (sign) => instead[sign]!))];
  return words.some((word) => {
    if (new Set(word).size < shortestWord) return true;
    return typed.length - word.length <= mostAround && word.length >= shortestWord && (lists.has(word) || known.has(word));
  });
}

function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\P{L}+/u);
  return [...words, words.join('')].filter((word) => word.length >= shortestWord);
}
