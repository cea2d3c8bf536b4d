import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstRows, rowsOf } from '../../scripts/build/engine-parts.ts';

const root = join(import.meta.dirname, '../..');
const pathOf = (name: string): string => `/contract/resources/${name}.ts`;
const importsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/['(]([#.][^']+)'/g)].map(([, to]) => to!);

test('the schemas that the engine evaluates first depend on no others', () => {
  for (const name of firstRows) {
    expect([name, existsSync(join(root, pathOf(name)))]).toEqual([name, true]);
    const others = importsOf(pathOf(name)).filter((to) => to.startsWith('./'));
    expect(others.filter((to) => !firstRows.some((first) => to === `./${first}.ts`))).toEqual([]);
  }
});

test('a sign-in loads one module of each file of schemas, the first file first', () => {
  const loaded = importsOf('src/app/start/load-session-code.ts').filter((to) => rowsOf().test(to.replace('#', '/')));
  expect(loaded.map((to) => rowsOf(firstRows).test(to.replace('#', '/')))).toEqual([true, false]);
});
