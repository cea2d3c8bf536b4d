import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readsOfScreens, rowParts, rowsOf, withoutSchemas } from '../../scripts/build/engine-parts.ts';

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
  expect(modules).toHaveLength(7);
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

/** Modules whose values the build inserts (vite.config.ts). */
const inserted = ['src/db/tables.ts', 'src/db/mutations.ts'];

/** Returns the paths of all modules that a module loads with itself. */
function loadedBy(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  if (inserted.includes(path)) return known;
  const source = readFileSync(join(root, path), 'utf8');
  const imports = [...source.matchAll(/^(?:import|export) (?!type)([^;]*?) from '([#.][^']+\.tsx?)'/gms)];
  for (const [, names = '', to = ''] of imports) {
    const isTypes =
      names.startsWith('{') &&
      names
        .slice(1, -1)
        .split(',')
        .every((name) => /^\s*(type .*)?$/s.test(name));
    if (!isTypes) loadedBy(to.startsWith('.') ? join(dirname(path), to) : pathOfAlias(to), known);
  }
  return known;
}

const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> };

function pathOfAlias(to: string): string {
  const [alias, path] = Object.entries(aliases).find(([name]) => to.startsWith(name.slice(0, -1)))!;
  return path.replace('./', '').replace('*', to.slice(alias.length - 1));
}

const hasSchemas = (path: string): boolean => /^import (?!type).* from 'zod/m.test(readFileSync(join(root, path), 'utf8'));

test.each([
  'src/features/chat/chat-screen.tsx',
  'src/features/photos/photos-screen.tsx',
  'src/features/schedule/schedule-screen.tsx',
  'src/features/schedule/mine/agenda-screen.tsx',
  'src/features/meetups/meetups-screen.tsx',
  'src/features/announcements/announcements-screen.tsx',
])('%s is drawn without schemas and without the engine', (screen) => {
  const loaded = [...loadedBy(screen)];
  expect(loaded.filter(hasSchemas)).toEqual([]);
  const engine = loaded.filter((path) => /^src\/sync\/(exchange|outbox|mirror|wire)\//.test(path));
  expect(engine.filter((path) => !readsOfScreens.test(`/${path}`))).toEqual([]);
});
