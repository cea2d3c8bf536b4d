import { expect, test } from 'vitest';
import { queryWords } from '#contract/rules/fold.ts';
import { markedIn, snippetOf } from './marks.ts';

/** Returns a text with brackets around its marks. */
const shown = (parts: readonly string[]): string => parts.map((part, index) => (index % 2 === 1 ? `[${part}]` : part)).join('');

test.each([
  ['zelt', 'Das Küchenzelt, ein Zelt', 'Das Küchen[zelt], ein [Zelt]'],
  ['strass', 'Am Straßenrand', 'Am [Straß]enrand'],
  ['cafe', 'Cafe\u0301 am See', '[Cafe\u0301] am See'],
  ['koeln', 'Von Köln nach Koeln', 'Von [Köln] nach [Koeln]'],
  ['a', 'Anna am Abend', '[A]nna [a]m [A]bend'],
  ['an anna', 'Anna', '[Anna]'],
  ['🎉', 'Party🎉heute', 'Party[🎉]heute'],
  ['👋', 'Hallo 👋🏽!', 'Hallo [👋🏽]!'],
  ['istanbul', 'İstanbul', '[İstanbul]'],
  ['مرحبا', 'مَرْحَبًا بكم', '[مَرْحَبًا] بكم'],
  ['x', 'Nothing', 'Nothing'],
])('marks %j in %j', (query, text, expected) => {
  expect(shown(markedIn(text, queryWords(query)))).toBe(expected);
});

test('shows the line around the first match, cut between words', () => {
  const text = `${'Viele Wörter davor. '.repeat(10)}\n\nDann das Zelt. ${'Und noch mehr danach. '.repeat(20)}`;
  const snippet = shown(snippetOf(text, queryWords('zelt')));
  expect(snippet).toMatch(/^…\S.* Dann das \[Zelt\]\. Und .*…$/);
  expect(snippet.length).toBeLessThan(170);
  expect(shown(snippetOf('Kurz', queryWords('zelt')))).toBe('Kurz');
});

test('does not cut an emoji', () => {
  const snippet = snippetOf(`${'😀'.repeat(100)}zelt${'😀'.repeat(300)}`, queryWords('zelt'));
  expect(snippet.join('')).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
});
