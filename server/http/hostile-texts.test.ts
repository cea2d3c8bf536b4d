import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Larger than any header, address or line of a request. */
const length = 16_000;

/**
 * A linear expression costs up to a few dozen times as much as the cheapest one, a quadratic one thousands of times. Both are measured
 * here, in processor time, so a busy machine changes nothing.
 */
const most = 400;

/** Expressions for texts that no request contains, by file. */
const exempt: Readonly<Record<string, string>> = {
  'contract/calendar/parse-calendars.ts': 'runs in a thread that ends after its time',
  'contract/calendar/entry-fields.ts': 'runs in a thread that ends after its time',
};

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

interface Node {
  readonly type: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly type: string; readonly name?: string };
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node;
    for (const part of Object.values(value)) if (typeof part === 'object') yield* nodesIn(part);
  }
}

const files = globSync('{server,contract}/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|\/demo\/|\/migrations\//.test(file));
const nodes = files.flatMap((file) => {
  const program = parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' });
  return [...nodesIn(program)].map((node) => ({ file: file.replaceAll('\\', '/'), node }));
});
const expressions: Found[] = nodes.flatMap(({ file, node: { type, regex } }) =>
  type === 'Literal' && regex && !(file in exempt) ? [{ file, source: regex.pattern, flags: regex.flags }] : [],
);

const repeated = (part: string): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const parts = [
  ' ',
  '\t',
  '\n',
  '/',
  '//a',
  ',',
  ' , ',
  'a',
  'a@',
  'a.',
  '.',
  '-',
  '_',
  '=',
  ':',
  '"',
  "'",
  '\\',
  '0',
  '1-',
  '<a ',
  '&',
  'é',
  '😀',
  '\u200d',
];
const hostile = (part: string): string => `a${repeated(part)}\u0001`;
const texts = parts.map(hostile);

/** Adds texts of every character in an expression: one that repeats a character is quadratic for that character alone. */
const textsOf = (source: string): string[] => [...texts, ...[...new Set(source)].filter((sign) => !parts.includes(sign)).map(hostile)];

function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function use(expression: RegExp, text: string): void {
  text.search(expression);
  text.replace(expression, '');
  text.split(expression);
}

describe('regular expressions for texts of requests', () => {
  const reference = Math.max(20, ...texts.map((text) => cost(() => use(/[\0]/g, text))));

  test('are found in the code', () => expect(expressions.length).toBeGreaterThan(40));

  test.each(expressions)('$file: /$source/$flags costs no more than linear work on 16 kB', ({ source, flags }) => {
    const expression = new RegExp(source, flags.replace('y', ''));
    const isDear = (text: string): boolean => cost(() => use(expression, text)) > most * reference;
    // A garbage collection may affect one run, but not three.
    const dear = textsOf(source).filter((text) => isDear(text) && isDear(text) && isDear(text));
    expect(dear.map((text) => JSON.stringify(text.slice(0, 20)))).toEqual([]);
  });

  test('are literals, except in the four files that build them from own names', () => {
    const made = nodes.filter(({ node: { type, callee } }) => type === 'NewExpression' && callee?.name === 'RegExp');
    expect([...new Set(made.map(({ file }) => file))].toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      'contract/pictures.ts',
      'server/http/commands/call-table.ts',
      'server/http/hooks/error-answers.ts',
      'server/services/membership/code-guesses.ts',
    ]);
  });
});
