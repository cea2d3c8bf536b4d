import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { rowParts, rowsOf, withoutSchemas } from '../../scripts/build/engine-parts.ts';

const root = join(import.meta.dirname, '../..');
const pathOf = (name: string): string => `/contract/resources/${name}.ts`;
const importsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/['(]([#.][^']+)'/g)].map(([, to]) => to!);
const parts = Object.values(rowParts);

test('the schemas of each part depend on no later ones', () => {
  for (const [index, part] of parts.entries()) {
    const before = parts.slice(0, index + 1).flat();
    for (const name of part) {
      expect([name, existsSync(join(root, pathOf(name)))]).toEqual([name, true]);
      const others = importsOf(pathOf(name)).filter((to) => to.startsWith('./'));
      expect(others.filter((to) => !before.some((known) => to === `./${known}.ts`))).toEqual([]);
    }
  }
});

test('modules without schemas import no module with schemas', () => {
  const modules = globSync('contract/**/*.ts', { cwd: root }).filter((path) => withoutSchemas.test(`/${path}`));
  expect(modules).toHaveLength(6);
  for (const path of modules) {
    const source = readFileSync(join(root, path), 'utf8');
    const imports = [...source.matchAll(/^import (?!type)[^;]* from '([^']+)'/gm)].map(([, to]) => `/${join(dirname(path), to!)}`);
    expect([path, imports.filter((to) => !withoutSchemas.test(to))]).toEqual([path, []]);
  }
});

test('a start loads one module of each part, in their order, and one of the others last', () => {
  const loaded = importsOf('src/feature-kit/load-schemas.ts')
    .map((to) => to.replace('#', '/'))
    .filter((to) => rowsOf().test(to));
  const partOf = (to: string): number => parts.findIndex((part) => rowsOf(part).test(to));
  expect(loaded.map(partOf)).toEqual([0, 1, -1]);
});
