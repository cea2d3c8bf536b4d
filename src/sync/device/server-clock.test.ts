import { expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { quietPorts } from '#tests/fixtures/device.ts';
import { ServerClock } from './server-clock.ts';

const year = 365 * times.day;
const right = Date.UTC(2026, 6, 1, 12);

function device(behind: number) {
  const ports = quietPorts({ now: () => right - behind });
  return { ports, clock: new ServerClock(ports) };
}

test('a clock that is minutes or years off is corrected, also after a restart', async () => {
  for (const behind of [365 * times.day, 5 * times.minute, -2 * times.hour]) {
    const { ports, clock } = device(behind);
    clock.receive(right);
    expect(clock.now()).toBe(right);
    const later = new ServerClock(ports);
    await later.load();
    expect(later.now()).toBe(right);
  }
});

test('a small difference and a slow answer change nothing', () => {
  const { clock } = device(times.minute);
  clock.receive(right);
  expect(clock.skew.get()).toBe(0);
  const { clock: wrong } = device(times.hour);
  wrong.receive(right);
  wrong.receive(right - 30 * times.second);
  expect(wrong.skew.get()).toBe(times.hour);
  wrong.receive(Number.NaN);
  expect(wrong.skew.get()).toBe(times.hour);
});

test('the time counts as known only after an answer of this start', async () => {
  const { ports, clock } = device(times.day);
  expect(clock.hasServerTime).toBe(false);
  clock.receive(Number.NaN);
  expect(clock.hasServerTime).toBe(false);
  clock.receive(right);
  expect(clock.hasServerTime).toBe(true);
  const later = new ServerClock(ports);
  await later.load();
  expect(later.hasServerTime).toBe(false);
});

test('the time counts as unknown after the clock was set, but not after time has passed', () => {
  const device = { now: right, elapsed: 0 };
  const clock = new ServerClock({ ...quietPorts(), now: () => device.now, elapsed: () => device.elapsed });
  clock.receive(right);
  [device.now, device.elapsed] = [right + times.day, times.day];
  expect(clock.hasServerTime).toBe(true);
  device.now += 365 * times.day;
  expect(clock.hasServerTime).toBe(false);
  clock.receive(right + times.day);
  expect(clock.hasServerTime).toBe(true);
});

test('a corrected clock of the device ends the skew', () => {
  let behind: number = times.hour;
  const clock = new ServerClock(quietPorts({ now: () => right - behind }));
  clock.receive(right);
  behind = 0;
  clock.receive(right);
  expect([clock.skew.get(), clock.now()]).toEqual([0, right]);
});

function setDevice(behind: number) {
  const device = { now: right - behind, elapsed: 0 };
  const ports = quietPorts({ now: () => device.now, elapsed: () => device.elapsed });
  const clock = new ServerClock(ports);
  clock.receive(right);
  return {
    clock,
    pass: (span: number) => {
      device.now += span;
      device.elapsed += span;
    },
    set: (by: number) => (device.now += by),
    /** Restarts the app after this time without a network. */
    restart: async (closedFor: number, setBy: number) => {
      device.now += closedFor + setBy;
      device.elapsed = 0;
      const later = new ServerClock(ports);
      await later.load();
      return later;
    },
  };
}

test.each([year, times.hour, -2 * times.hour, 5 * times.minute])(
  'setting the clock right by %d ms without a network takes effect at once',
  async (behind) => {
    const { clock, pass, set, restart } = setDevice(behind);
    pass(20 * times.minute);
    clock.now();
    set(behind + 30 * times.second);
    expect(Math.abs(clock.now() - (right + 20 * times.minute))).toBeLessThan(times.minute);
    await Promise.resolve();
    expect(clock.skew.get()).toBe(0);
    expect((await restart(times.hour, 0)).skew.get()).toBe(0);
  },
);

test('setting the clock back without a network does not change the time', () => {
  const { clock, pass, set } = setDevice(0);
  pass(times.minute);
  clock.now();
  set(-times.day);
  expect(clock.now()).toBe(right + times.minute);
});

test('a device that slept keeps its skew', () => {
  const { clock, set } = setDevice(times.hour);
  set(8 * times.hour);
  expect(clock.now()).toBe(right + 8 * times.hour);
});

test.each([
  ['years behind was set right', year, times.hour, year, 0],
  ['hours ahead was set right', -5 * times.hour, times.hour, -5 * times.hour, 0],
  ['hours behind was left as it is', 5 * times.hour, 8 * times.hour, 0, 5 * times.hour],
  ['years behind was left as it is', year, 8 * times.hour, 0, year],
  ['days ahead was left as it is', -3 * times.day, 8 * times.hour, 0, -3 * times.day],
])('after a start without a network a clock that %s has the right skew', async (_what, behind, closedFor, setBy, skew) => {
  expect((await setDevice(behind).restart(closedFor, setBy)).skew.get()).toBe(skew);
});

test('after a start without a network the time is not before the last known one', async () => {
  const later = await setDevice(times.hour).restart(times.minute, -year);
  expect(later.now()).toBe(right);
});

test('a clock without a known skew is trusted when it is set', async () => {
  const device = { now: right + times.hour, elapsed: 0 };
  const clock = new ServerClock(quietPorts({ now: () => device.now, elapsed: () => device.elapsed }));
  await clock.load();
  clock.now();
  device.now = right;
  expect(clock.now()).toBe(right);
});
