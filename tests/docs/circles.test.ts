import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const aliases = Object.entries(manifest.imports).map(([name, folder]) => [name.replace('*', ''), folder.replace('*', '')] as const);

/** Returns the file that an import names, as a path from the root; null for a package. */
function fileOf(importer: string, name: string): string | null {
  const alias = aliases.find(([prefix]) => name.startsWith(prefix));
  if (alias) return relative(root, join(root, alias[1], name.slice(alias[0].length)));
  return name.startsWith('.') ? relative(root, join(root, dirname(importer), name)) : null;
}

/** Returns the files that `text` imports: values, types, and by `import()`, which the linter's rule does not follow. */
function importsIn(importer: string, text: string): string[] {
  const names = text.matchAll(/\b(?:from|import)\s*\(?\s*'(?<name>[^'?]+)/g);
  return [...names].flatMap(({ groups }) => fileOf(importer, groups!['name']!) ?? []);
}

/** Returns the first circle of imports as a list of files, or null. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    done.add(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

test('no file imports itself through others, also not by a dynamic import', () => {
  const files = globSync('{contract,server,src}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const imports = new Map(files.map((file) => [file, importsIn(file, readFileSync(join(root, file), 'utf8'))]));
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length);
  expect(circleIn(imports)).toBeNull();
});

test('a circle through a dynamic import is found', () => {
  const button = importsIn('src/a/button.tsx', `const Dialog = lazy(() => import('./dialog.tsx'));`);
  const dialog = importsIn('src/a/dialog.tsx', `import type { Props } from './button.tsx';`);
  const circle = circleIn(
    new Map([
      ['src/a/button.tsx', button],
      ['src/a/dialog.tsx', dialog],
    ]),
  );
  expect(circle).toEqual(['src/a/button.tsx', 'src/a/dialog.tsx', 'src/a/button.tsx']);
});
