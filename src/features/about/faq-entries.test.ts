import { expect, test } from 'vitest';
import { matching, type ShownEntry } from './faq-entries.ts';

const entries: readonly ShownEntry[] = [
  { id: 'why', question: 'Warum gibt es die App?', answer: 'Damit alle wissen, was läuft.' },
  { id: 'install', question: 'Wie installiere ich sie?', answer: 'Über „Teilen“ in Safari.' },
];

test.each([
  ['', ['why', 'install']],
  ['   ', ['why', 'install']],
  ['warum', ['why']],
  ['SAFARI', ['install']],
  ['ÜBER', ['install']],
  [' läuft ', ['why']],
  ['app?\nDamit', ['why']],
  ['nirgends', []],
])('%j matches the entries %j', (words, names) => expect(matching(entries, words).map(({ id }) => id)).toEqual(names));
