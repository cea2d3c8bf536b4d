import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Where a file of each layer lies, and which layers it may import; all others are refused to it. */
const layers: Record<string, { folder: string; may: string[] }> = {
  contract: { folder: 'contract/resources', may: [] },
  db: { folder: 'src/db', may: ['contract'] },
  sync: { folder: 'src/sync', may: ['contract', 'db'] },
  worker: { folder: 'src/sw', may: ['contract', 'db', 'sync'] },
  i18n: { folder: 'src/i18n', may: ['contract'] },
  ui: { folder: 'src/ui', may: ['contract', 'i18n'] },
  chat: { folder: 'src/features/chat', may: ['contract', 'db', 'sync', 'i18n', 'ui'] },
  home: { folder: 'src/features/home', may: ['contract', 'db', 'sync', 'i18n', 'ui'] },
  app: { folder: 'src/app', may: ['contract', 'db', 'sync', 'i18n', 'ui', 'chat', 'home'] },
  definitions: { folder: 'server/modules', may: ['contract'] },
  // The linter does not look at imports inside one folder, so it lets edge and assembly through here.
  root: { folder: 'server', may: ['contract', 'definitions', 'edge', 'assembly'] },
  store: { folder: 'server/store', may: ['contract', 'definitions', 'root'] },
  services: { folder: 'server/services/auth', may: ['contract', 'definitions', 'root', 'store'] },
  routes: { folder: 'server/routes', may: ['contract', 'definitions', 'root', 'edge', 'services', 'plugins'] },
  plugins: { folder: 'server/plugins', may: ['contract', 'definitions', 'root', 'edge', 'store', 'services'] },
  elsewhere: { folder: 'src/elsewhere', may: [] },
  tests: { folder: 'tests/fixtures', may: ['*'] },
};

/** Single files of the server's root folder with a rule of their own. */
const files: Record<string, string> = { assembly: 'server/app.ts', edge: 'server/deps.ts' };
const packages = ['dexie', 'zod'];
const targets = [...Object.keys(layers), ...Object.keys(files), ...packages];

/** What is imported: a single file, the plain file of a layer, or a package. */
const target = (name: string) => files[name] ?? (name in layers ? `${layers[name]!.folder}/a.ts` : name);
const pairs = Object.keys(layers).flatMap((from) => targets.filter((to) => to !== from).map((to) => ({ from, to })));
const importer = (from: string, to: string) => `${layers[from]!.folder}/imports-${to}.ts`;

const project = mkdtempSync(join(tmpdir(), 'layers-'));
const refused = new Set<string>();

function write(path: string, content: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  copyFileSync(join(root, '.oxlintrc.json'), join(project, '.oxlintrc.json'));
  for (const name of [...Object.keys(layers), ...Object.keys(files)]) write(target(name), 'export const a = 1;\n');
  for (const { from, to } of pairs) {
    const path = target(to);
    const specifier = path.endsWith('.ts')
      ? relative(layers[from]!.folder, path)
          .replaceAll('\\', '/')
          .replace(/^(?!\.)/, './')
      : path;
    write(importer(from, to), `import type * as a from '${specifier}';\nexport type A = typeof a;\n`);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const rules = ['-A', 'all', '-D', 'boundaries/dependencies'];
  const { stdout } = spawnSync(process.execPath, [oxlint, ...rules, '-f', 'json', 'contract', 'src', 'server', 'tests'], {
    cwd: project,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
  for (const { filename } of diagnostics) refused.add(filename.replaceAll('\\', '/'));
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('imports go one way', () => {
  it.each(Object.keys(layers))('%s', (from) => {
    const allowed = targets.filter((to) => to !== from && !refused.has(importer(from, to)));
    const { may } = layers[from]!;
    const mayUse = from === 'contract' ? ['zod'] : packages;
    const expected = may.includes('*') ? targets.filter((to) => to !== from) : [...may, ...mayUse];
    expect(allowed.toSorted()).toEqual(expected.toSorted());
  });
});
