import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { versions } from './scripts/build/versions.ts';
import { LongFirst } from './tests/setup/long-first.ts';
import { full } from './tests/setup/tier.ts';

const slowPages = process.env.TEST_CPU_SLOWDOWN !== undefined;
const minutes = (count: number) => count * 60_000;
/** The timeout of `vi.waitFor`, see tests/setup/patience.ts. */
const poll = { timeout: 30_000 };
const setupFiles = ['tests/setup/no-stray-output.ts', 'tests/setup/patience.ts'];
/**
 * Runs two files more than there are cores, because each waits now and then; the order is explicit because order 0 has another meaning on a
 * single core. Timeouts are long because a busy machine is slow, not wrong, and a timed-out test would continue beside the next one.
 */
const parallel = {
  setupFiles,
  testTimeout: minutes(1),
  hookTimeout: minutes(1),
  expect: { poll },
  maxWorkers: availableParallelism() + 2,
  sequence: { groupOrder: 2 },
};
/**
 * A process for each file costs more than its tests: files of these projects share one per worker, with modules, and restore it
 * (tests/setup/shared-process.ts). They must pass in any order: `--sequence.shuffle.files`.
 */
const shared = { ...parallel, isolate: false, setupFiles: [...setupFiles, 'tests/setup/shared-process.ts'] };
/**
 * The conformance tests that the gate repeats on PostgreSQL: those on locks, on what a transaction stores, and on the SQL of lists. The
 * others depend on requests, mails and pictures more than on the database; the repositories have PostgreSQL tests of their own.
 */
const onPostgres = 'tests/conformance/{ended-session,full-disk,odd-texts,report-ids,sync}.test.ts';
/** The end-to-end tests of the gate. */
const promises = 'tests/e2e/{delivery,start,update}.test.ts';
/** Files that take long and have a shorter counterpart in the gate; only the full run plays them (docs/testing.md). */
const long = full
  ? []
  : [
      'src/app/all-screens/error-catalogue.test.tsx',
      'tests/conformance/{answer-sizes,auth-start,cut-lists,held-answers,large-bodies,reading-routes,rooms,sign-in-burst,slow-bodies}.test.ts',
      'tests/conformance/fuzz/part-[234].test.ts',
      'tests/servers/{commands,lost-database,rolling-restart,silent-prepare,standby,upgrade}.test.ts',
      'tests/torture/{backup,obstruction,kill/part-2}.test.ts',
      'tests/torture/servers/**',
      'server/calendar/hostile-calendars.test.ts',
      'server/ops/sqlite-to-postgres/move-data-dir.test.ts',
      'server/store/{sqlite-to-postgres/take-over,postgres/{identity,restore}}.test.ts',
    ];
/** Projects with processes of their own, a PostgreSQL or a killed server, run after those that need the cores for themselves. */
const withProcesses = { sequence: { groupOrder: 3 } };

export default defineConfig({
  define: versions(import.meta.dirname),
  plugins: [react()],
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{contract,server,src}/**/*.test.ts', 'tests/docs/**/*.test.ts'],
          exclude: ['server/{store/postgres,store/sqlite-to-postgres,ops/sqlite-to-postgres}/**', '**/*.shared.test.ts', ...long],
        },
      },
      {
        test: {
          ...shared,
          name: 'dom',
          include: ['src/**/*.test.tsx'],
          exclude: long,
          environment: 'jsdom',
          setupFiles: [...shared.setupFiles, 'tests/setup/dom.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          exclude: long,
          // Each worker loads and compiles the whole server, and its tests rarely wait: more of them than cores take a fifth more time.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      // The same tests on PostgreSQL.
      {
        test: {
          ...shared,
          ...withProcesses,
          name: 'postgres',
          include: [
            full ? 'tests/conformance/**/*.test.ts' : onPostgres,
            ...(full
              ? [
                  'server/services/{feed,commands,membership}/**/*.test.ts',
                  'server/images/{partial-uploads,pictures,storage/picture-place}.test.ts',
                  'server/lib/metrics.test.ts',
                ]
              : []),
            'server/store/{repositories,postgres,sqlite-to-postgres}/**/*.test.ts',
            'server/ops/sqlite-to-postgres/**/*.test.ts',
            'tests/servers/**/*.test.ts',
            'tests/simulation/postgres/**/*.test.ts',
            'server/**/*.shared.test.ts',
          ],
          exclude: long,
          globalSetup: ['tests/setup/postgres.ts'],
        },
      },
      {
        test: {
          ...parallel,
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude: ['tests/simulation/postgres/**'],
          testTimeout: minutes(15),
        },
      },
      // The full run kills 200 times, and plays 100 rounds with several servers.
      {
        test: {
          ...parallel,
          ...withProcesses,
          name: 'torture',
          include: ['tests/torture/**/*.test.ts'],
          exclude: long,
          testTimeout: minutes(40),
          hookTimeout: minutes(2),
        },
      },
      // Stories in Chromium, Firefox and WebKit: the gate plays the outage in the engines that the end-to-end tests do not drive.
      {
        test: {
          name: 'browsers',
          include: full ? ['tests/browsers/**/*.test.ts'] : ['tests/browsers/outage.test.ts'],
          setupFiles,
          globalSetup: ['tests/setup/browsers.ts'],
          // Each wait in them has its own, shorter limit.
          testTimeout: minutes(6),
          hookTimeout: minutes(2),
          // One story uses three browsers at once. The story of the gate runs beside other tests, because it mostly waits.
          maxWorkers: full ? 1 : parallel.maxWorkers,
          sequence: { groupOrder: full ? 5 : 3 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: [full || slowPages ? 'tests/e2e/**/*.test.ts' : promises],
          // The findings of axe do not depend on the speed of a page.
          exclude: slowPages ? ['tests/e2e/accessibility/**'] : [],
          // Loads the browser driver once for each worker.
          isolate: false,
          setupFiles,
          globalSetup: ['tests/setup/end-to-end.ts'],
          testTimeout: minutes(4),
          hookTimeout: minutes(4),
          // Runs only when the other tests are done; two more files use the time in which others leave the cores idle.
          maxWorkers: slowPages ? 2 : availableParallelism() + 2,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
