import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { versions } from './scripts/build/versions.ts';
import { LongFirst } from './tests/setup/long-first.ts';
import { isGate } from './tests/setup/tier.ts';

const slowPages = process.env.TEST_CPU_SLOWDOWN !== undefined;
const minutes = (count: number) => count * 60_000;
/** The timeout of `vi.waitFor`, see tests/setup/patience.ts. */
const poll = { timeout: 30_000 };
const setupFiles = ['tests/setup/no-stray-output.ts', 'tests/setup/patience.ts'];
const cores = availableParallelism();
/**
 * Timeouts are long because a busy machine is slow, not wrong, and a timed-out test would continue beside the next one. More workers than
 * cores take a fifth more processor time. Group orders are explicit because order 0 has another meaning on a single core.
 */
const parallel = {
  setupFiles,
  testTimeout: minutes(1),
  hookTimeout: minutes(1),
  expect: { poll },
  maxWorkers: cores,
  sequence: { groupOrder: 1 },
};
/** Projects with processes of their own, a PostgreSQL or a killed server: they wait now and then, and leave the cores to others. */
const withProcesses = { maxWorkers: cores + 2, sequence: { groupOrder: 2 } };
/**
 * A process for each file costs more than its tests: files of these projects share one per worker, with modules, and restore it
 * (tests/setup/shared-process.ts). They must pass in any order: `--sequence.shuffle.files`.
 */
const shared = { ...parallel, isolate: false, setupFiles: [...setupFiles, 'tests/setup/shared-process.ts'] };

/** The files that only the full run plays: rules of one screen or route, and long counterparts of a test in the gate (docs/testing.md). */
const fullOnly = {
  unit: [
    'server/calendar/hostile-calendars.test.ts',
    'server/mail/delivery.test.ts',
    'server/ops/backups/backup.test.ts',
    'server/services/auth/throttle.test.ts',
    'server/store/sqlite/scrub.test.ts',
    'tests/docs/later-features.test.ts',
  ],
  dom: ['src/app/all-screens/error-catalogue.test.tsx', 'src/features/{admin-!(announcements),calendar,dating,feedback,statistics}/**'],
  conformance: [
    'tests/conformance/{admin-events,admin-second-factor,administration,audit,codes,community,event-data}.test.ts',
    'tests/conformance/{auth-edge,auth-forgery,auth-sign-in,auth-start,forgotten-password,password,registration,verification}.test.ts',
    'tests/conformance/{devices,joining,known-hosts,second-factor,sign-in-address,sign-in-burst}.test.ts',
    'tests/conformance/{answer-sizes,cut-lists,held-answers,large-bodies,reading-routes,reads,slow-bodies}.test.ts',
    'tests/conformance/{calendar,dating,evidence,feedback,moderation,rooms}.test.ts',
    'tests/conformance/fuzz/part-[234].test.ts',
  ],
  postgres: [
    'server/{images,lib,services/{feed,commands,membership}}/**/!(*.shared).test.ts',
    'server/mail/delivery.shared.test.ts',
    'server/ops/sqlite-to-postgres/move-data-dir.test.ts',
    'server/push/{follows,reminders}.shared.test.ts',
    'server/services/{accounts/address-notice-hook,auth/{account-lock,throttle},dating/matches,reactions/count-reactions}.shared.test.ts',
    'server/store/{repositories/rows,sqlite-to-postgres/take-over,postgres/{baseline,identity,listener,restore,round-trips}}.test.ts',
    'tests/conformance/**',
    'tests/servers/!(start).test.ts',
  ],
  torture: ['tests/torture/{backup,obstruction,only-server,start-work,kill/part-2}.test.ts', 'tests/torture/servers/**'],
  browsers: ['tests/browsers/!(outage).test.ts'],
  e2e: ['tests/e2e/!(delivery|start).test.ts', 'tests/e2e/{accessibility,screens}/**'],
};
const skipped = (project: keyof typeof fullOnly) => (isGate ? fullOnly[project] : []);

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
          exclude: [
            'server/{store/postgres,store/sqlite-to-postgres,ops/sqlite-to-postgres}/**',
            '**/*.shared.test.ts',
            ...skipped('unit'),
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'dom',
          include: ['src/**/*.test.tsx'],
          exclude: skipped('dom'),
          environment: 'jsdom',
          setupFiles: [...shared.setupFiles, 'tests/setup/dom.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          exclude: skipped('conformance'),
        },
      },
      // The same tests on PostgreSQL.
      {
        test: {
          ...shared,
          ...withProcesses,
          name: 'postgres',
          include: [
            'tests/conformance/**/*.test.ts',
            'server/services/{feed,commands,membership}/**/*.test.ts',
            'server/images/{partial-uploads,pictures,storage/picture-place}.test.ts',
            'server/lib/metrics.test.ts',
            'server/store/{migrations,repositories,postgres,sqlite-to-postgres}/**/*.test.ts',
            'server/ops/sqlite-to-postgres/**/*.test.ts',
            'tests/servers/**/*.test.ts',
            'tests/simulation/postgres/**/*.test.ts',
            'server/**/*.shared.test.ts',
          ],
          exclude: skipped('postgres'),
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
          exclude: skipped('torture'),
          testTimeout: minutes(40),
          hookTimeout: minutes(2),
        },
      },
      // Stories in Chromium, Firefox and WebKit: the gate plays the outage in WebKit.
      {
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          exclude: skipped('browsers'),
          setupFiles,
          globalSetup: ['tests/setup/browsers.ts'],
          // Each wait in them has its own, shorter limit.
          testTimeout: minutes(6),
          hookTimeout: minutes(2),
          // One story uses three browsers at once. The story of the gate runs beside other tests, because it mostly waits.
          maxWorkers: isGate ? withProcesses.maxWorkers : 1,
          sequence: { groupOrder: isGate ? withProcesses.sequence.groupOrder : 4 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // The findings of axe do not depend on the speed of a page.
          exclude: slowPages ? ['tests/e2e/accessibility/**'] : skipped('e2e'),
          // Loads the browser driver once for each worker.
          isolate: false,
          setupFiles,
          globalSetup: ['tests/setup/end-to-end.ts'],
          testTimeout: minutes(4),
          hookTimeout: minutes(4),
          // Runs only when the other tests are done; two more files use the time in which others leave the cores idle.
          maxWorkers: slowPages ? 2 : cores + 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
