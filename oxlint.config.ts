import { defineConfig } from 'oxlint';

const device = ['contract', 'src/db', 'src/platform'];
/** The engine's rooms, the lowest first. */
const wire = [...device, 'src/sync/device'];
const outbox = [...wire, 'src/sync/mirror'];
const exchange = [...outbox, 'src/sync/outbox', 'src/sync/wire'];
const engine = [...exchange, 'src/sync/exchange'];
const session = [...engine, 'src/sync/engine'];
const sync = [...session, 'src/sync/session', 'src/sync/react'];

/** The rooms of what is seen, the lowest first. */
const ui = ['look', 'over', 'screen', 'loading', 'actions', 'text', 'time', 'forms', 'people', 'pictures'].map((room) => `src/ui/${room}`);
const screens = [...sync, 'src/i18n', ...ui];
const shared = [...screens, 'src/feature', 'src/commands', 'src/pictures'];

/** The rooms of the app itself, the lowest first. */
const app = ['start', 'invitation', 'install', 'update', 'routes', 'shell/menu', 'shell/header', 'shell'].map((room) => `src/app/${room}`);

const base = ['contract', 'server/resources', 'server/modules', 'server'];
const under = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);
/** What the store is to others; its engine, where SQL begins, is its own. */
const store = ['server/store', ...under('server/store', 'rows', 'feed', 'push', 'mail', 'jobs', 'people', 'images')];
const services = under(
  'server/services',
  'audit',
  'auth',
  'dating',
  'moderation',
  'feed',
  'lists',
  'writing',
  'joining',
  'people',
  'events',
  'security',
  'retention',
);
const parts = under('server', 'calendar', 'demo', 'images', 'jobs', 'mail', 'ops', 'outgoing', 'push');
const http = under('server/http', 'door', 'calls', 'streams', 'routes');

/** Each folder that is a room, and the other rooms that it imports. Of the same room everything may be imported. */
const rooms: Record<string, readonly string[]> = {
  // What both sides read calendars with; the contract itself knows no library but zod.
  'contract/calendar': ['contract'],
  contract: [],
  'src/db': ['contract'],
  'src/platform': [],
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
  ...Object.fromEntries(ui.map((room, index) => [room, ['contract', 'src/i18n', 'src/platform', ...ui.slice(0, index)]])),
  // What a feature is, and what features share that knows the engine.
  'src/feature': [...screens, 'src/pictures'],
  'src/commands': [...screens, 'src/feature'],
  'src/pictures': screens,
  // Each is a room by itself: a feature never imports another.
  'src/features/*': [...shared, 'contract/calendar'],
  ...Object.fromEntries(app.map((room, index) => [room, [...shared, ...app.slice(0, index)]])),
  'src/app': [...shared, ...app],
  // What is in no room imports nothing.
  'src/*': [],
  'server/store/migrations': base,
  'server/store/engine': [...base, 'server/store/migrations'],
  'server/store/rows': [...base, 'server/store/engine'],
  'server/store/feed': [...base, 'server/store/engine'],
  'server/store/push': [...base, 'server/store/engine'],
  'server/store/mail': [...base, 'server/store/engine'],
  'server/store/images': [...base, 'server/store/engine'],
  'server/store/jobs': [...base, 'server/store/engine'],
  'server/store/people': [...base, ...under('server/store', 'engine', 'rows', 'push')],
  'server/store/files': [...base, ...under('server/store', 'engine', 'rows', 'people'), 'server/store'],
  'server/store/sqlite': [...base, 'server/store/engine'],
  'server/store/postgres': [...base, 'server/store/engine'],
  'server/store/move': [...base, ...under('server/store', 'engine', 'postgres')],
  'server/store': [...base, ...under('server/store', 'engine', 'sqlite', 'postgres')],
  'server/services/audit': [...base, ...store],
  'server/services/auth': [...base, ...store, 'server/services/feed'],
  'server/services/feed': [...base, ...store],
  'server/services/dating': [...base, ...store, 'server/services/feed'],
  'server/services/moderation': [...base, ...store, 'server/services/feed'],
  'server/services/lists': [...base, ...store],
  'server/services/writing': [...base, ...store, ...under('server/services', 'audit', 'dating', 'moderation', 'feed')],
  'server/services/joining': [...base, ...store, ...under('server/services', 'audit', 'auth', 'dating', 'events', 'feed')],
  'server/services/events': [...base, ...store, ...under('server/services', 'audit', 'auth', 'feed', 'people', 'writing')],
  'server/services/people': [
    ...base,
    ...store,
    ...under('server/services', 'audit', 'auth', 'dating', 'moderation', 'feed', 'security', 'writing'),
  ],
  'server/services/security': [...base, ...store, ...under('server/services', 'auth', 'writing')],
  'server/services/retention': [...base, ...store, ...under('server/services', 'feed', 'joining', 'people', 'writing')],
  'server/http/door': [...base, ...under('server/services', 'auth', 'security')],
  'server/http/calls': [...base, ...services, 'server/http/door', 'server/images'],
  'server/http/streams': [...base, ...services, 'server/http/door'],
  'server/http/routes': [...base, ...services, ...under('server/http', 'door', 'calls'), ...parts],
  ...Object.fromEntries(
    parts.map((part) => [part, [...base, 'contract/calendar', ...store, ...under('server/store', 'files', 'move'), ...services, ...parts]]),
  ),
  'server/resources': ['contract'],
  'server/modules': ['contract', 'server/resources'],
  server: ['contract', 'server/modules'],
  'public/locales': [],
};

/** Names of rooms in a policy are patterns. */
const nameOf = (room: string): string => room.replace('*', 'each');
const types = (of: readonly string[]) => ({ element: { types: { anyOf: of.map(nameOf) } } });

const policies = [
  { from: { element: { type: '!contract{,/*}' } }, allow: { to: { module: { origin: ['external', 'core'] } } } },
  // Only the store knows its database.
  {
    from: { element: { type: '!server/store{,/*}' } },
    disallow: { to: { module: { source: ['kysely', 'kysely/*', 'node:sqlite', 'pg'] } } },
  },
  { from: { element: { type: 'contract' } }, allow: { to: { module: { origin: 'external', source: 'zod' } } } },
  {
    from: { element: { type: 'contract/calendar' } },
    allow: { to: { module: { origin: 'external', source: ['ical.js', 'temporal-polyfill', 'cldr-core'] } } },
  },
  ...Object.entries(rooms).map(([room, uses]) => ({ from: { element: { type: nameOf(room) } }, allow: { to: types(uses) } })),
  // Of a feature the app knows what its manifest says.
  { from: types(['src/app']), allow: { to: { file: { categories: 'manifest' } } } },
  // What puts the server together, and what stands at its edge.
  {
    from: types(Object.keys(rooms).filter((room) => /^server\/(store|services|resources|modules)/.test(room))),
    disallow: { to: { file: { categories: 'edge' } } },
  },
  { disallow: { to: { file: { categories: 'assembly' } } } },
  { from: { file: { categories: 'edge' } }, allow: { to: types([...store, ...services]) } },
  { from: { file: { categories: 'assembly' } }, allow: { to: types([...store, ...services, ...http, ...parts]) } },
];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  jsPlugins: ['eslint-plugin-boundaries', './scripts/lint/written-dates.mjs'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'data', 'tests/e2e/output'],
  settings: {
    'import/resolver': { node: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'] } },
    'boundaries/elements': Object.keys(rooms).map((pattern) => ({ type: nameOf(pattern), pattern, partialMatch: false })),
    'boundaries/files': [
      { category: 'manifest', pattern: 'src/features/*/manifest.ts' },
      { category: 'assembly', pattern: 'server/{main,app}.ts' },
      { category: 'edge', pattern: 'server/{deps,errors}.ts' },
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
    'boundaries/dependencies': ['error', { default: 'disallow', checkAllOrigins: true, checkUnknownLocals: true, policies }],
  },
  overrides: [
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'bench/**', 'scripts/**', '*.config.ts'],
      rules: {
        'boundaries/dependencies': 'off',
      },
    },
    {
      // A story is a function that `play` makes tests of.
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
