import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = 'docs/decisions';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const find = (pattern: string): string[] => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();

const files = find(`${folder}/[0-9]*.md`);
const records = files.map((path) => ({ path, name: path.slice(folder.length + 1), text: read(path) }));
const numbers = new Set(records.map(({ name }) => Number.parseInt(name, 10)));
const index = read(`${folder}/README.md`);

test.each(records)('$name has a numbered title, a status, a date and the four sections', ({ name, text }) => {
  expect(text).toMatch(
    new RegExp(`^# ${Number.parseInt(name, 10)}\\. .+\n\n- Status: (proposed|accepted|superseded by \\d+)\n- Date: 20\\d\\d-\\d\\d-\\d\\d`),
  );
  expect(text.match(/^## (?:Context|Options|Decision|Consequences)$/gm)).toEqual([
    '## Context',
    '## Options',
    '## Decision',
    '## Consequences',
  ]);
});

test.each(records)('$name is in the index under its title', ({ name, text }) => {
  const title = /^# (.+)/.exec(text)![1]!;
  expect(index.split('\n').filter((line) => line === `- [${title}](${name})`)).toHaveLength(1);
});

test('each decision number in code and documents has a record', () => {
  const texts = [
    'README.md',
    'CONTRIBUTING.md',
    ...find('docs/**/*.md'),
    ...find('{src,server,contract,tests,bench,scripts,deploy}/**/*.{ts,tsx,mjs,sql,yaml}'),
  ];
  const unknown = texts.flatMap((path) =>
    [...read(path).matchAll(/\bdecisions? \[?(\d+)(?:(?:, | and )\[?(\d+))?/gi)]
      .flatMap(([, first, second]) => [first, second ?? first].map(Number))
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(unknown).toEqual([]);
});
