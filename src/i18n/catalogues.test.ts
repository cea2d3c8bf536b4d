import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue, type Catalogue } from '#tests/fixtures/texts.ts';

const namespaces = ['common', 'errors', 'mail', 'pages', 'push'] as const;

/** Flattens a catalogue: `chat.count_one` → its text. */
function flat(texts: Catalogue, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string).toSorted();

describe.each(namespaces)('%s', (namespace) => {
  const english = flat(catalogue('en', namespace));
  const german = flat(catalogue('de', namespace));

  test('both languages have the same keys', () => {
    expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('both languages have the same placeholders', () => {
    for (const [key, text] of english) expect([key, placeholders(german.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  test('no text is blank', () => {
    for (const [key, text] of [...english, ...german]) expect([key, text.trim()]).not.toEqual([key, '']);
  });
});

/** Texts that are the same for any count. */
const sameForAnyCount = ['statistic.total', 'statistic.value', 'feedback.summary_rating'];

test('has singular and plural of every text with a count', () => {
  const texts = [...flat(catalogue('en', 'common')), ...flat(catalogue('en', 'errors')), ...flat(catalogue('en', 'pages'))];
  const counting = texts.filter(([, text]) => placeholders(text).includes('count')).map(([key]) => key);
  const names = new Set(texts.map(([key]) => key));
  const stem = (key: string): string => key.replace(/_(one|other)$/, '');
  const without = counting.filter((key) => !names.has(`${stem(key)}_one`) || !names.has(`${stem(key)}_other`));
  expect(without.toSorted()).toEqual(sameForAnyCount.toSorted());
});

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(`src/${path}`, 'utf8'))
  .join('\n');
const screens = [...flat(catalogue('en', 'common')).keys(), ...flat(catalogue('en', 'pages')).keys()];
const keys = new Set(screens.map((key) => key.replace(/_(one|other)$/, '')));
/** Prefixes of composed keys: `schedule_status.${kind}`. */
const templates = [...sources.matchAll(/t\(\s*`([\w.]+)\$\{/g)].map(([, prefix]) => prefix as string);

/** Suffixes of composed keys whose beginning is a name in the code: `${area}.error`. */
const suffixes = [...sources.matchAll(/t\(\s*`\$\{\w+\}(\.[\w.]+)`/g)].map(([, suffix]) => suffix as string);
const isComposed = (key: string): boolean =>
  suffixes.some((suffix) => key.endsWith(suffix) && sources.includes(`'${key.slice(0, -suffix.length)}'`));

test('has every key that the code names', () => {
  const named = [...sources.matchAll(/\bt\(\s*(?:[\w.\s=!']+\?\s*)?'([\w.]+)'/g)].map(([, key]) => key as string);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((key) => !keys.has(key))).toEqual([]);
});

test('has no unused text', () => {
  // Names of modules, menu entries, sections and home components come from the modules, those of dating interests from the contract.
  const fromData = (key: string): boolean => /^(?:menu|module|module_purpose|home_component|dating\.interest)\./.test(key);
  const unused = [...keys].filter(
    (key) => !sources.includes(`'${key}'`) && !templates.some((prefix) => key.startsWith(prefix)) && !isComposed(key) && !fromData(key),
  );
  expect(unused).toEqual([]);
});
