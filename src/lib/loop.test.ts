import { expect, test } from 'vitest';
import { quietPorts } from '#tests/fixtures/device.ts';
import { Loop } from './loop.ts';

test('a wake during a run starts one more run', async () => {
  let runs = 0;
  const loop = new Loop(quietPorts(), async () => {
    runs += 1;
    if (runs === 1) void loop.wake();
    return null;
  });
  await loop.wake();
  expect(runs).toBe(2);
});

test('a wake in the turn in which a run ends is not lost', async () => {
  for (let microtasks = 0; microtasks < 12; microtasks += 1) {
    let runs = 0;
    const loop = new Loop(quietPorts(), async () => {
      runs += 1;
      return null;
    });
    void loop.wake();
    for (let i = 0; i < microtasks; i += 1) await Promise.resolve();
    const before = runs;
    await loop.wake();
    expect(runs, `after ${microtasks} microtasks`).toBeGreaterThan(before === 0 ? 0 : 1);
  }
});

test("a distant time does not overflow the browser's timer", async () => {
  const delays: number[] = [];
  const ports = quietPorts({
    setTimer: (delay) => {
      delays.push(delay);
      return () => undefined;
    },
  });
  await new Loop(ports, async () => ports.now() + 365 * 86_400_000).wake();
  expect(delays).toEqual([2_147_483_647]);
});
