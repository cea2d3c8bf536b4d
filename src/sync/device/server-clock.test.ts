import { expect, test } from 'vitest';
import { times } from '../../../contract/times.ts';
import { quietPorts } from '../../../tests/fixtures/device.ts';
import { ServerClock } from './server-clock.ts';

const year = 365 * times.day;
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

/** A device with two clocks, and a skew that the server has told. */
function setDevice(behind: number) {
  const device = { now: right - behind, elapsed: 0 };
  const ports = quietPorts({ now: () => device.now, elapsed: () => device.elapsed });
  const clock = new ServerClock(ports);
  clock.hear(right);
  return {
    clock,
    pass: (span: number) => {
      device.now += span;
      device.elapsed += span;
    },
    set: (by: number) => (device.now += by),
    /** The app starts anew after this time without network. */
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
  'a clock that is set right by %d ms without network shows the right time at once',
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

test('a clock that is set back without network goes on with the time that it had', () => {
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
])('after a start without network a clock that %s', async (_what, behind, closedFor, setBy, skew) => {
  expect((await setDevice(behind).restart(closedFor, setBy)).skew.get()).toBe(skew);
});

test('after a start without network no clock shows a time before the last one that is known', async () => {
  const later = await setDevice(times.hour).restart(times.minute, -year);
  expect(later.now()).toBe(right);
});

test('a clock that the server has never told of is believed when somebody sets it', async () => {
  const device = { now: right + times.hour, elapsed: 0 };
  const clock = new ServerClock(quietPorts({ now: () => device.now, elapsed: () => device.elapsed }));
  await clock.load();
  clock.now();
  device.now = right;
  expect(clock.now()).toBe(right);
});
