import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import { machineTimers } from '#server/lib/clock.ts';
import { loadGauges } from '../gauges/process-gauges.ts';
import { type Load, signs, Overload, helpPage } from './overload.ts';

const calm: Load = { loopDelay: 1, writerWait: 2, pokesWaiting: 3, heapUsed: 0.2, databaseAnswer: 4, walBytes: 4e6 };
let load: Load;
let warnings: [sign: string, value: number, message: string][];
let overload: Overload;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  load = calm;
  warnings = [];
  const log = { warn: ({ sign, value }: { sign: string; value: number }, message: string) => warnings.push([sign, value, message]) };
  const meter = { begin: vi.fn(), take: async () => load, end: vi.fn() };
  overload = new Overload({ meter, timers: machineTimers, log });
  stop = overload.start();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * times.minute);
const warnedSoFar = () => warnings.map(([sign, value]) => [sign, value]);

test('a normal load logs nothing and is available as the latest', async () => {
  expect(overload.latest).toBeNull();
  await minutes(120);
  expect([warnings, overload.latest]).toEqual([[], calm]);
});

test.each(signs)(
  '$of above its limit is logged with its value and the documentation, and at the limit it is not',
  async ({ of, limit }) => {
    load = { ...calm, [of]: limit };
    await minutes(1);
    expect(warnings).toEqual([]);
    load = { ...calm, [of]: limit * 1.01 };
    await minutes(1);
    expect(warnedSoFar()).toEqual([[of, limit * 1.01]]);
    expect(warnings[0]![2]).toMatch(/^near what one process can do: .*\d.*; docs\/hosting\.md#/);
  },
);

test('a lasting overload is logged once an hour, and its end once', async () => {
  load = { ...calm, writerWait: 3_000 };
  await minutes(60);
  expect(warnedSoFar()).toEqual([['writerWait', 3_000]]);
  await minutes(61);
  expect(warnedSoFar()).toEqual(Array.from({ length: 3 }, () => ['writerWait', 3_000]));
  load = calm;
  await minutes(4);
  expect(warnings).toHaveLength(3);
  await minutes(60);
  expect(warnings.slice(3)).toEqual([['writerWait', 2, 'over: commands waited for 2 ms']]);
});

test('an intermittent overload ends only after a while below the limit', async () => {
  for (let time = 0; time < 10; time += 1) {
    load = { ...calm, loopDelay: 900 };
    await minutes(1);
    load = calm;
    await minutes(3);
  }
  expect(warnedSoFar()).toEqual([['loopDelay', 900]]);
  await minutes(2);
  expect(warnedSoFar()).toEqual([
    ['loopDelay', 900],
    ['loopDelay', 1],
  ]);
});

test('each sign is logged separately', async () => {
  load = { ...calm, heapUsed: 0.9, walBytes: 1e9 };
  await minutes(1);
  load = { ...calm, walBytes: 1e9 };
  await minutes(7);
  expect(warnings.map(([, , message]) => message.split(';')[0])).toEqual([
    'near what one process can do: of the heap was in use: 90 %',
    'near what one process can do: the write-ahead log had 1000 MB',
    'over: of the heap was in use: 20 %',
  ]);
});

test('a stopped meter is not read', async () => {
  stop();
  load = { ...calm, heapUsed: 1 };
  await minutes(10);
  expect([warnings, overload.latest]).toEqual([[], null]);
});

test('the documentation covers each sign', () => {
  const [file, anchor] = helpPage.split('#') as [string, string];
  const sections = readFileSync(file, 'utf8').split(/^## /m);
  const help = sections.find((section) => section.split('\n', 1)[0]!.toLowerCase().replaceAll(' ', '-') === anchor);
  for (const { describe } of signs) expect(help).toContain(describe(0).replaceAll(/\b0( \S+)?/g, '…'));
});

test('the gauges report the same values', () => {
  const now = { commandsWaiting: 5, pokesWaiting: 6 };
  expect(loadGauges(null, now).map(({ name }) => name)).not.toContain('event_companion_minute_command_wait_max_seconds');
  const values = new Map(loadGauges(calm, now).map(({ name, value }) => [name, value]));
  expect(values.get('event_companion_minute_eventloop_lag_p99_seconds')).toBe(0.001);
  expect(values.get('event_companion_minute_command_wait_max_seconds')).toBe(0.002);
  expect(values.get('event_companion_minute_pokes_waiting_max')).toBe(3);
  expect(values.get('event_companion_minute_database_answer_seconds')).toBe(0.004);
  expect([values.get('event_companion_commands_waiting'), values.get('event_companion_pokes_waiting')]).toEqual([5, 6]);
});
