import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '#tests/fixtures/databases/test-store.ts';
import { openWorld, type World } from '#tests/fixtures/world.ts';
import { endLease, grantLease } from '../store/jobs/leases.ts';
import { campTime } from '#tests/fixtures/databases/open-camp.ts';
import { recordBackup } from '../ops/backups/last-backup.ts';
import { RequestMetrics } from './metrics.ts';
import { databasePictureGauges } from '../ops/gauges/operator-gauges.ts';
import { databaseGauges, loadGauges } from '../ops/gauges/process-gauges.ts';
import type { Load } from '../ops/load/overload.ts';

const ofPostgres = { databaseBytes: 1, connections: { inUse: 0, idle: 0, waiting: 0 } };
const noLoad: Load = { loopDelay: 0, writerWait: 0, pokesWaiting: 0, heapUsed: 0, databaseAnswer: 0, walBytes: 0 };

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test('the metrics count requests by route and contain figures of the process', async () => {
  await world.call('author', 'GET', '/api/post');
  await world.call('author', 'DELETE', '/api/post/name-of-a-row');
  await world.call(null, 'GET', '/api/post');
  const { text, headers } = await world.call(null, 'GET', '/metrics');
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(text).toContain('http_requests_total{method="GET",route="/api/post",status="200"} 1\n');
  expect(text).toContain('http_requests_total{method="GET",route="/api/post",status="401"} 1\n');
  expect(text).toContain('http_requests_total{method="DELETE",route="/api/post/:id",status="404"} 1\n');
  expect(text).not.toContain('name-of-a-row');
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'event_companion_streams 0',
    'event_companion_commands_waiting 0',
    'event_companion_pokes_waiting 0',
    'nodejs_heap_limit_bytes',
    'event_companion_database_bytes',
    ...(onPostgres()
      ? ['in_use', 'idle', 'waiting'].map((which) => `event_companion_database_connections_${which}`)
      : ['event_companion_wal_bytes']),
  ]) {
    expect(text).toContain(`\n${name}`);
  }
  expect(text).toMatch(onPostgres() ? /^event_companion_database_bytes [1-9]\d{6}/m : /^event_companion_database_bytes \d/m);
  for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? [\d.e+-]+)$/);
});

test('the metrics are served to the machine itself and not through a proxy', async () => {
  const from = async (remoteAddress: string, headers = {}) =>
    (await world.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  expect(await from('::1')).toBe(200);
  expect(await from('::ffff:127.0.0.1')).toBe(200);
  expect(await from('192.0.2.7')).toBe(404);
  expect(await from('192.0.2.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
    expect(await from('127.0.0.1', { [header]: '127.0.0.1' })).toBe(404);
  }
  // DNS rebinding: a page of another site whose name resolves to this machine.
  for (const host of ['evil.example', 'localhost.evil.example:4000', '127.0.0.1.evil.example'])
    expect(await from('127.0.0.1', { host })).toBe(404);
  for (const host of ['localhost:4000', '127.0.0.1', '[::1]:4000']) expect(await from('127.0.0.1', { host })).toBe(200);
});

test('the metrics require METRICS_TOKEN for requests from elsewhere', async () => {
  const token = 'token-of-the-metrics';
  const guarded = await openWorld({ METRICS_TOKEN: token });
  const from = async (remoteAddress: string, authorization?: string) =>
    (await guarded.app.inject({ url: '/metrics', remoteAddress, headers: authorization === undefined ? {} : { authorization } }))
      .statusCode;
  expect(await from('192.0.2.7', `Bearer ${token}`)).toBe(200);
  expect(await from('192.0.2.7', `Bearer ${token}x`)).toBe(404);
  expect(await from('192.0.2.7')).toBe(404);
  expect(await from('127.0.0.1')).toBe(404);
  await guarded.close();
});

test('the metrics contain every figure that an alert rule uses', async () => {
  await world.call(null, 'GET', '/api/post');
  await world.store.write([], (trx) => grantLease(trx, 'purge', 'somebody', campTime));
  await world.store.write([], (trx) => endLease(trx, 'purge', 'somebody', campTime));
  const { dataDir } = world.app.deps.config;
  await recordBackup(dataDir, campTime);
  const { text } = await world.call(null, 'GET', '/metrics');
  expect(text).toContain('\nevent_companion_accounts 7\n');
  expect(text).toContain(`\nevent_companion_job_last_run_timestamp_seconds{job="purge"} ${campTime / 1_000}\n`);
  expect(text).toContain(`\nevent_companion_last_backup_timestamp_seconds ${campTime / 1_000}\n`);
  expect(text).toMatch(/^event_companion_refusals_total\{code="unauthenticated"\} [1-9]/m);
  const rules = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8');
  const mentioned = [...rules.matchAll(/\b(?:event_companion|http|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(mentioned.length).toBeGreaterThan(10);
  // Figures that need a full minute or PostgreSQL are added here.
  const elsewhere = [
    ...loadGauges(noLoad, { commandsWaiting: 0, pokesWaiting: 0 }),
    ...databaseGauges(ofPostgres),
    ...databasePictureGauges(1, 1),
  ];
  const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!).concat(elsewhere.map(({ name }) => name)));
  expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
});

test('a histogram counts each duration in every bucket above it', () => {
  const metrics = new RequestMetrics();
  metrics.observe('GET', '/', 200, 0.03);
  metrics.observe('GET', '/', 200, 20);
  metrics.observe('GET', '/a"b', 200, null);
  const text = metrics.render([]);
  expect(text).toContain('_bucket{le="0.025"} 0\n');
  expect(text).toContain('_bucket{le="0.05"} 1\n');
  expect(text).toContain('_bucket{le="+Inf"} 2\n');
  expect(text).toContain('_seconds_count 2\n');
  expect(text).toContain('route="/a\\"b"');
});
