import { defineConfig, type OxlintOverride } from 'oxlint';

const device = ['contract', 'src/lib', 'src/db'];
/** The rooms of the engine, the lowest first. */
const wire = [...device, 'src/sync/device'];
const outbox = [...wire, 'src/sync/mirror'];
const exchange = [...outbox, 'src/sync/outbox', 'src/sync/wire'];
const engine = [...exchange, 'src/sync/exchange'];
const session = [...engine, 'src/sync/engine'];
const sync = [...session, 'src/sync/session', 'src/sync/react'];

/** The rooms of the user interface, the lowest first. */
const ui = ['theme', 'overlays', 'refresh', 'layout', 'loading', 'actions', 'text', 'time', 'forms', 'people', 'pictures'].map(
  (room) => `src/ui/${room}`,
);
const screens = [...sync, 'src/i18n', ...ui];
const shared = [...screens, 'src/feature-kit', 'src/commands', 'src/pictures'];

/** The rooms of the app itself, the lowest first. */
const app = ['start', 'invitation', 'install', 'update', 'routes', 'shell/menu', 'shell/shortcuts', 'shell/header', 'shell'].map(
  (room) => `src/app/${room}`,
);

const base = ['contract', 'server/lib', 'server/resources', 'server'];
const under = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);
/** The rooms of the store that the rest of the server may import. SQL stays inside `core`. */
const store = ['server/store', ...under('server/store', 'repositories', 'feed', 'push', 'mail', 'jobs', 'accounts', 'images')];
const services = under(
  'server/services',
  'audit',
  'auth',
  'dating',
  'moderation',
  'reactions',
  'feed',
  'queries',
  'commands',
  'membership',
  'accounts',
  'events',
  'security',
  'retention',
);
/** The parts next to the services, and the parts that each may import. */
const parts: Record<string, readonly string[]> = {
  'server/calendar': [],
  'server/images': [],
  'server/mail': [],
  'server/ops': under('server', 'calendar', 'images'),
  'server/push': ['server/ops'],
  'server/jobs': under('server', 'calendar', 'images'),
  'server/demo': under('server', 'calendar', 'images'),
};
const http = under('server/http', 'hooks', 'commands', 'routes');

/** Each folder that is a room, and the other rooms that it may import. Imports within a room are free. */
const rooms: Record<string, readonly string[]> = {
  // Calendar code of both sides; the contract itself uses no library but zod.
  'contract/calendar': ['contract'],
  contract: [],
  'src/lib': [],
  'src/db': ['contract'],
  'src/sync/device': device,
  'src/sync/wire': wire,
  'src/sync/mirror': wire,
  'src/sync/outbox': outbox,
  'src/sync/exchange': exchange,
  'src/sync/engine': engine,
  'src/sync/session': session,
  'src/sync/react': sync,
  'src/sw': sync,
  'src/i18n': ['contract', 'public/locales'],
  ...Object.fromEntries(ui.map((room, index) => [room, ['contract', 'src/i18n', 'src/lib', ...ui.slice(0, index)]])),
  // The definition of a feature, and shared code of features that uses the engine.
  'src/feature-kit': [...screens, 'src/pictures'],
  'src/commands': [...screens, 'src/feature-kit'],
  'src/pictures': screens,
  // Each feature is a room by itself: a feature never imports another.
  'src/features/*': [...shared, 'contract/calendar'],
  ...Object.fromEntries(app.map((room, index) => [room, [...shared, ...app.slice(0, index)]])),
  'src/app': [...shared, ...app],
  'server/store/migrations': base,
  'server/store/core': [...base, 'server/store/migrations'],
  ...Object.fromEntries(
    ['repositories', 'feed', 'push', 'mail', 'images', 'jobs', 'sqlite', 'postgres'].map((room) => [
      `server/store/${room}`,
      [...base, 'server/store/core'],
    ]),
  ),
  'server/store/accounts': [...base, ...under('server/store', 'core', 'repositories', 'push')],
  'server/store/files': [...base, ...under('server/store', 'core', 'repositories', 'accounts'), 'server/store'],
  'server/store/sqlite-to-postgres': [...base, ...under('server/store', 'core', 'postgres')],
  'server/store': [...base, ...under('server/store', 'core', 'sqlite', 'postgres')],
  'server/services/audit': [...base, ...store],
  'server/services/auth': [...base, ...store, 'server/services/feed'],
  'server/services/feed': [...base, ...store],
  'server/services/dating': [...base, ...store, 'server/services/feed'],
  'server/services/moderation': [...base, ...store, 'server/services/feed'],
  'server/services/reactions': [...base, ...store, 'server/services/feed'],
  'server/services/queries': [...base, ...store, ...under('server/services', 'auth', 'feed')],
  'server/services/commands': [...base, ...store, ...under('server/services', 'audit', 'dating', 'moderation', 'reactions', 'feed')],
  'server/services/membership': [...base, ...store, ...under('server/services', 'audit', 'auth', 'dating', 'events', 'feed')],
  'server/services/events': [...base, ...store, ...under('server/services', 'audit', 'auth', 'feed', 'accounts', 'commands')],
  'server/services/accounts': [
    ...base,
    ...store,
    ...under('server/services', 'audit', 'auth', 'dating', 'moderation', 'reactions', 'feed', 'security', 'commands'),
  ],
  'server/services/security': [...base, ...store, ...under('server/services', 'auth', 'commands')],
  'server/services/retention': [...base, ...store, ...under('server/services', 'feed', 'membership', 'accounts', 'commands', 'reactions')],
  'server/http/hooks': [...base, ...under('server/services', 'auth', 'security')],
  'server/http/commands': [...base, ...services, 'server/http/hooks', 'server/images'],
  'server/http/routes': [...base, ...services, ...under('server/http', 'hooks', 'commands'), ...Object.keys(parts)],
  ...Object.fromEntries(
    Object.entries(parts).map(([part, others]) => [
      part,
      [...base, 'contract/calendar', ...store, ...under('server/store', 'files', 'sqlite-to-postgres'), ...services, ...others],
    ]),
  ),
  'server/resources': ['contract'],
  'server/lib': ['contract', 'server'],
  server: ['contract', 'server/resources'],
  'public/locales': [],
};

const nameOf = (room: string): string => room.replace('*', 'each');
const types = (of: readonly string[]) => ({ element: { types: { anyOf: of.map(nameOf) } } });
const edge = 'server/http/{deps,error-reply}.ts';
const assembly = 'server/{main,app}.ts';

/** The rooms that may not import every package. */
const packages: Record<string, object> = {
  contract: { origin: 'external', source: 'zod' },
  'contract/calendar': { origin: 'external', source: ['ical.js', 'temporal-polyfill', 'cldr-core'] },
};

/** The policies of the imports of one room; a later one prevails. */
const policiesOf = (room: string, uses: readonly string[]) => [
  { allow: { to: { module: packages[room] ?? { origin: ['external', 'core'] } } } },
  ...(/^server\/store(\/|$)/.test(room) ? [] : [{ disallow: { to: { module: { source: ['kysely', 'kysely/*', 'node:sqlite', 'pg'] } } } }]),
  { allow: { to: types(uses) } },
  // The app imports only the manifest of a feature.
  ...(room === 'src/app' ? [{ allow: { to: { file: { categories: 'manifest' } } } }] : []),
  // Files that assemble the server, and files at its edge.
  ...(/^server\/(store|services|resources|lib)/.test(room) ? [{ disallow: { to: { file: { categories: 'edge' } } } }] : []),
  { disallow: { to: { file: { categories: 'assembly' } } } },
];

/** The rule on imports for some files: with the policies of one room instead of all, the linter takes half of the time. */
const imports = (files: string, policies: object[]): OxlintOverride => ({
  files: [files],
  rules: { 'boundaries/dependencies': ['error', { default: 'disallow', checkAllOrigins: true, checkUnknownLocals: true, policies }] },
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  jsPlugins: ['eslint-plugin-boundaries', './scripts/lint/written-dates.mjs', './scripts/lint/plain-openings.mjs'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'data', 'tests/e2e/output'],
  settings: {
    'import/resolver': { typescript: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'] } },
    'boundaries/legacy-templates': false,
    'boundaries/elements': [...Object.keys(rooms), 'src/*'].map((pattern) => ({ type: nameOf(pattern), pattern, partialMatch: false })),
    'boundaries/files': [
      { category: 'manifest', pattern: 'src/features/*/manifest.ts' },
      { category: 'assembly', pattern: assembly },
      { category: 'edge', pattern: edge },
    ],
  },
  rules: {
    'oxc/no-async-endpoint-handlers': 'off',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafePromises: [
          {
            from: 'package',
            package: 'fastify',
            name: 'FastifyReply',
          },
        ],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/no-explicit-any': 'error',
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect*', 'assert*', 'fc.assert'],
      },
    ],
    'dates/no-written-dates': 'error',
    'language/plain-openings': 'error',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'typescript/consistent-return': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-unmodified-loop-condition': 'off',
    'promise/always-return': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/hooks': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
  },
  overrides: [
    // Files outside of all rooms import only packages. The last override counts: a room follows the room that contains it.
    imports('{contract,public,server,src}/**', policiesOf('src', [])),
    ...Object.entries(rooms)
      .toSorted(([one], [other]) => one.split('/').length - other.split('/').length)
      .map(([room, uses]) => imports(`${room}/**`, policiesOf(room, uses))),
    imports(edge, [...policiesOf('server', rooms.server ?? []), { allow: { to: types([...base, ...store, ...services]) } }]),
    imports(assembly, [
      ...policiesOf('server', rooms.server ?? []),
      { allow: { to: types([...base, ...store, ...services, ...http, ...Object.keys(parts)]) } },
    ]),
    {
      // The app downloads these schemas.
      files: ['contract/**', 'src/**'],
      rules: {
        'no-restricted-imports': ['error', { paths: [{ name: 'zod', message: 'Use zod/mini.' }] }],
        // scripts/build/classic-scripts.ts copies exports.
        'import/no-mutable-exports': 'error',
      },
    },
    {
      files: ['src/**', 'server/**', 'contract/**'],
      rules: { 'max-params': ['error', { max: 4 }] },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'bench/**', 'scripts/**', '*.config.ts'],
      rules: {
        'boundaries/dependencies': 'off',
        'max-params': 'off',
      },
    },
    {
      // A story is a function from which `play` makes tests.
      files: ['tests/browsers/**'],
      rules: {
        'vitest/expect-expect': 'off',
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': 'off',
        'vitest/valid-expect': 'off',
        'vitest/valid-title': 'off',
      },
    },
    {
      files: ['tests/simulation/**'],
      rules: {
        'vitest/expect-expect': 'off',
      },
    },
  ],
});
