import { expect, test } from 'vitest';
import { times } from '../../../contract/times.ts';
import { quietPorts } from '../../../tests/fixtures/device.ts';
import { ServerClock } from './server-clock.ts';

const right = Date.UTC(2026, 6, 1, 12);

/** A device whose clock is so far (ms) behind. */
function device(behind: number) {
  const ports = quietPorts({ now: () => right - behind });
  return { ports, clock: new ServerClock(ports) };
}

test('a clock that is years or minutes away is set right, also at the next start', async () => {
  for (const behind of [365 * times.day, 5 * times.minute, -2 * times.hour]) {
    const { ports, clock } = device(behind);
    clock.hear(right);
    expect(clock.now()).toBe(right);
    const later = new ServerClock(ports);
    await later.load();
    expect(later.now()).toBe(right);
  }
});

test('one that is as good as right is left alone, and so is a slow answer', () => {
  const { clock } = device(times.minute);
  clock.hear(right);
  expect(clock.skew.get()).toBe(0);
  const { clock: wrong } = device(times.hour);
  wrong.hear(right);
  wrong.hear(right - 30 * times.second);
  expect(wrong.skew.get()).toBe(times.hour);
  wrong.hear(Number.NaN);
  expect(wrong.skew.get()).toBe(times.hour);
});

test('what was kept from the last time is not heard now', async () => {
  const { ports, clock } = device(times.day);
  expect(clock.hasHeard).toBe(false);
  clock.hear(Number.NaN);
  expect(clock.hasHeard).toBe(false);
  clock.hear(right);
  expect(clock.hasHeard).toBe(true);
  const later = new ServerClock(ports);
  await later.load();
  expect(later.hasHeard).toBe(false);
});

test('what was heard before the clock was set is not heard now; a clock that only goes on says nothing', () => {
  const device = { now: right, elapsed: 0 };
  const clock = new ServerClock({ ...quietPorts(), now: () => device.now, elapsed: () => device.elapsed });
  clock.hear(right);
  [device.now, device.elapsed] = [right + times.day, times.day];
  expect(clock.hasHeard).toBe(true);
  device.now += 365 * times.day;
  expect(clock.hasHeard).toBe(false);
  clock.hear(right + times.day);
  expect(clock.hasHeard).toBe(true);
});

test('one that was put right is believed again', () => {
  let behind: number = times.hour;
  const clock = new ServerClock(quietPorts({ now: () => right - behind }));
  clock.hear(right);
  behind = 0;
  clock.hear(right);
  expect([clock.skew.get(), clock.now()]).toEqual([0, right]);
});
