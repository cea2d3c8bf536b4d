import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const sync = ['device', 'wire', 'mirror', 'outbox', 'exchange', 'engine', 'session', 'react'];
const base = ['contract', 'lib', 'resources', 'root'];
const parts = ['calendar', 'ops', 'push'];
const store = ['store', 'store repositories', 'store push', 'store accounts'];

/** The folder of each room, and the rooms that it may import; all other imports are refused. */
const rooms: Record<string, { folder: string; may: string[] }> = {
  contract: { folder: 'contract/resources', may: [] },
  'contract calendar': { folder: 'contract/calendar', may: ['contract'] },
  'src lib': { folder: 'src/lib', may: [] },
  db: { folder: 'src/db', may: ['contract'] },
  device: { folder: 'src/sync/device', may: ['contract', 'src lib', 'db'] },
  wire: { folder: 'src/sync/wire', may: ['contract', 'src lib', 'db', 'device'] },
  mirror: { folder: 'src/sync/mirror', may: ['contract', 'src lib', 'db', 'device'] },
  outbox: { folder: 'src/sync/outbox', may: ['contract', 'src lib', 'db', 'device', 'mirror'] },
  exchange: { folder: 'src/sync/exchange', may: ['contract', 'src lib', 'db', 'device', 'wire', 'mirror', 'outbox'] },
  engine: { folder: 'src/sync/engine', may: ['contract', 'src lib', 'db', 'device', 'wire', 'mirror', 'outbox', 'exchange'] },
  session: { folder: 'src/sync/session', may: ['contract', 'src lib', 'db', ...sync.slice(0, 6)] },
  react: { folder: 'src/sync/react', may: ['contract', 'src lib', 'db', ...sync.slice(0, 7)] },
  worker: { folder: 'src/sw', may: ['contract', 'src lib', 'db', ...sync] },
  i18n: { folder: 'src/i18n', may: ['contract'] },
  theme: { folder: 'src/ui/theme', may: ['contract', 'src lib', 'i18n'] },
  pictures: { folder: 'src/ui/pictures', may: ['contract', 'src lib', 'i18n', 'theme'] },
  chat: { folder: 'src/features/chat', may: ['contract', 'src lib', 'db', ...sync, 'i18n', 'theme', 'pictures', 'contract calendar'] },
  home: {
    folder: 'src/features/home',
    may: ['contract', 'src lib', 'db', ...sync, 'i18n', 'theme', 'pictures', 'manifest', 'contract calendar'],
  },
  app: { folder: 'src/app', may: ['contract', 'src lib', 'db', ...sync, 'i18n', 'theme', 'pictures', 'manifest'] },
  resources: { folder: 'server/resources', may: ['contract'] },
  lib: { folder: 'server/lib', may: ['contract', 'root'] },
  // The linter ignores imports inside one folder, so it permits edge and assembly here, as it does the manifest above.
  root: { folder: 'server', may: ['contract', 'resources', 'edge', 'assembly'] },
  store: { folder: 'server/store', may: [...base, 'store core', 'kysely'] },
  'store core': { folder: 'server/store/core', may: [...base, 'kysely'] },
  'store repositories': { folder: 'server/store/repositories', may: [...base, 'store core', 'kysely'] },
  'store push': { folder: 'server/store/push', may: [...base, 'store core', 'kysely'] },
  'store accounts': { folder: 'server/store/accounts', may: [...base, 'store core', 'store repositories', 'store push', 'kysely'] },
  auth: { folder: 'server/services/auth', may: [...base, ...store, 'feed'] },
  feed: { folder: 'server/services/feed', may: [...base, ...store] },
  commands: { folder: 'server/services/commands', may: [...base, ...store, 'feed'] },
  hooks: { folder: 'server/http/hooks', may: [...base, 'edge', 'auth'] },
  routes: { folder: 'server/http/routes', may: [...base, 'edge', 'auth', 'feed', 'commands', 'hooks', ...parts] },
  calendar: { folder: 'server/calendar', may: ['contract calendar', ...base, 'edge', ...store, 'auth', 'feed', 'commands'] },
  ops: { folder: 'server/ops', may: ['contract calendar', ...base, 'edge', ...store, 'auth', 'feed', 'commands', 'calendar'] },
  push: { folder: 'server/push', may: ['contract calendar', ...base, 'edge', ...store, 'auth', 'feed', 'commands', 'ops'] },
  elsewhere: { folder: 'src/elsewhere', may: [] },
  tests: { folder: 'tests/fixtures', may: ['*'] },
};

/** Single files with a rule of their own. */
const files: Record<string, string> = { assembly: 'server/app.ts', edge: 'server/http/deps.ts', manifest: 'src/features/home/manifest.ts' };
const packages = ['dexie', 'kysely', 'zod', 'zod/mini'];
const targets = [...Object.keys(rooms), ...Object.keys(files), ...packages];

/** Returns the import target: a single file, the plain file of a room, or a package. */
const target = (name: string) => files[name] ?? (name in rooms ? `${rooms[name]!.folder}/a.ts` : name);
const pairs = Object.keys(rooms).flatMap((from) => targets.filter((to) => to !== from).map((to) => ({ from, to })));
const importer = (from: string, to: string) => `${rooms[from]!.folder}/imports-${to.replace(/[ /]/, '-')}.ts`;

const project = mkdtempSync(join(tmpdir(), 'rooms-'));
const refused = new Set<string>();

/** Lines that parse a formatted date, and lines that only resemble them. */
const wrongDates = [
  "new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' }).format(0)",
  "new Date().toLocaleDateString('sv-SE')",
  "new Date().toLocaleString('de').split(', ')",
  "new Intl.DateTimeFormat('de').format(0).slice(0, 10)",
  "Date.parse(new Date().toLocaleString('en', { timeZone: 'UTC' }))",
  'new Date(new Date().toDateString())',
  "'sv-SE'",
  "Math.random() > 0.5 ? 'en-CA' : 'de'",
  "{ locale: 'en-CA-u-ca-gregory' }",
  "new Intl.DateTimeFormat(['sv-SE', 'de']).format(0)",
  "(locale = 'en-CA') => locale",
  "new Map([['a', 1]]).get(new Date().toLocaleDateString('de'))",
  "new Set(['a']).has(`day-${new Date().toDateString()}`)",
  "((days: Record<string, number>) => days[new Intl.DateTimeFormat('de').format(0)])({})",
  "({ [new Date().toLocaleDateString('de')]: 1 })",
  "new Date(0).toLocaleDateString('de') < new Date().toLocaleDateString('de')",
  "Map.groupBy([0, 1], (at) => new Date(at).toLocaleDateString('de'))",
  'Map.groupBy([0, 1], (at) => { const day = new Date(at).toDateString(); return day; })',
  "(() => { const day = new Date().toLocaleDateString('de'); return new Map([['a', 1]]).get(day); })()",
  "(() => { const dayOf = (at: number) => new Date(at).toLocaleDateString('de'); return new Set(['a']).add(dayOf(0)); })()",
  "(() => { const text = new Intl.DateTimeFormat('de').format(0); return text.split('.'); })()",
  "((formats: { shortDay(at: number): string }) => new Map([['a', 1]]).get(formats.shortDay(0)))({ shortDay: String })",
];
const rightDates = [
  "new Intl.DateTimeFormat('de').format(0)",
  'new Date().toISOString().slice(0, 10)',
  "['en-GB', 'sv-SE']",
  "new Intl.DateTimeFormat('en').formatToParts(0)",
  "Math.random().toString() === 'sv-SE'",
  "{ dateLocale: 'sv-SE' }",
  "(() => { const day = new Date().toLocaleDateString('de'); return `On ${day}`; })()",
  "new Map([[0, 'a']]).get(new Date().getTime())",
  'new Date(0).toDateString() === new Date().toDateString()',
  "['b', 'a'].sort((one, other) => one.localeCompare(other))",
  "(() => { const texts = new Map([['a', new Date().toLocaleDateString('de')]]); return texts.get('a'); })()",
  "((day: string) => ({ day }))(new Date().toLocaleDateString('de'))",
];
const refusedDates = new Set<string>();
const dated = (line: string) => `src/i18n/date-${[...wrongDates, ...rightDates].indexOf(line)}.ts`;

const aliases = Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: object }).imports);

/** Returns the path of a file as the code imports it: by the name of its room in package.json, or else relative. */
function imported(folder: string, path: string): string {
  const named = `#${path.replace(/^src\//, '')}`;
  if (aliases.some((alias) => named.startsWith(alias.replace('*', '')))) return named;
  return relative(folder, path)
    .replaceAll('\\', '/')
    .replace(/^(?!\.)/, './');
}

function write(path: string, content: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  for (const path of ['package.json', 'oxlint.config.ts', 'scripts/lint/written-dates.mjs', 'scripts/lint/plain-openings.mjs']) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    copyFileSync(join(root, path), join(project, path));
  }
  for (const name of [...Object.keys(rooms), ...Object.keys(files)]) write(target(name), 'export const a = 1;\n');
  for (const { from, to } of pairs) {
    const path = target(to);
    const specifier = path.endsWith('.ts') ? imported(rooms[from]!.folder, path) : path;
    write(importer(from, to), `import type * as a from '${specifier}';\nexport type A = typeof a;\n`);
  }
  for (const line of [...wrongDates, ...rightDates]) write(dated(line), `export const a = ${line.startsWith('{') ? `(${line})` : line};\n`);
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const rules = ['-A', 'all', '-D', 'boundaries/dependencies', '-D', 'dates/no-written-dates'];
  const { stdout } = spawnSync(process.execPath, [oxlint, ...rules, '-f', 'json', 'contract', 'src', 'server', 'tests'], {
    cwd: project,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  for (const { filename, code } of diagnostics) {
    (code.includes('no-written-dates') ? refusedDates : refused).add(filename.replaceAll('\\', '/'));
  }
  // The linter reads everything at once, on a machine of any speed.
}, 240_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('imports between rooms', () => {
  it.each(Object.keys(rooms))('are limited in %s', (from) => {
    const allowed = targets.filter((to) => to !== from && !refused.has(importer(from, to)));
    const { folder, may } = rooms[from]!;
    const usual = folder.startsWith('src/') ? ['dexie', 'zod/mini'] : ['dexie', 'zod', 'zod/mini'];
    const mayUse = { contract: ['zod/mini'], 'contract calendar': [] }[from] ?? usual;
    const expected = may.includes('*') ? targets.filter((to) => to !== from) : [...may, ...mayUse];
    expect(allowed.toSorted()).toEqual(expected.toSorted());
  });
});

describe('the linter rule on formatted dates', () => {
  it.each(wrongDates)('rejects %s', (line) => expect(refusedDates).toContain(dated(line)));
  it.each(rightDates)('accepts %s', (line) => expect(refusedDates).not.toContain(dated(line)));
});
