import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scope } from '#contract/scope.ts';
import { Hub } from './hub.ts';

let hub: Hub;

beforeEach(() => {
  vi.useFakeTimers();
  hub = new Hub();
});

afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

function subscriber(scopes: readonly Scope[], { accepts = true, sessionId = 'a' } = {}) {
  return { sessionId, scopes, poke: vi.fn(() => accepts), beat: vi.fn(() => accepts), recheck: vi.fn(), close: vi.fn() };
}

test('pokes only readers of the changed scopes, once for several scopes', async () => {
  const [reader, other] = [subscriber(['all', 'event:1']), subscriber(['all', 'event:2'])];
  hub.add(reader);
  hub.add(other);
  hub.publish(['event:1', 'event:1', 'all']);
  hub.publish(['event:1']);
  await vi.advanceTimersByTimeAsync(60);
  expect([reader.poke.mock.calls.length, other.poke.mock.calls.length]).toEqual([1, 1]);
  hub.publish(['event:2']);
  await vi.advanceTimersByTimeAsync(60);
  expect([reader.poke.mock.calls.length, other.poke.mock.calls.length]).toEqual([1, 2]);
});

test('pokes at most once in 50 ms during many changes, and once more after the last', async () => {
  const reader = subscriber(['event:1']);
  hub.add(reader);
  for (let ms = 0; ms < 1_000; ms += 1) {
    hub.publish(['event:1']);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(reader.poke.mock.calls.length).toBeLessThanOrEqual(21);
  expect(reader.poke.mock.calls.length).toBeGreaterThan(15);
  const before = reader.poke.mock.calls.length;
  hub.publish(['event:1']);
  await vi.advanceTimersByTimeAsync(60);
  expect(reader.poke.mock.calls.length).toBe(before + 1);
});

test('counts pending pokes and their maximum', async () => {
  for (let one = 0; one < 120; one += 1) hub.add(subscriber(['event:1']));
  hub.publish(['event:1']);
  expect(hub.waiting).toBe(120);
  await vi.advanceTimersByTimeAsync(60);
  expect([hub.waiting, hub.takeMostWaiting()]).toEqual([70, 120]);
  await vi.advanceTimersByTimeAsync(120);
  expect([hub.waiting, hub.takeMostWaiting(), hub.takeMostWaiting()]).toEqual([0, 70, 0]);
});

test('pokes a full hall within two seconds, 50 at a time, each reader once before any twice', async () => {
  const hall = Array.from({ length: 2_000 }, () => subscriber(['event:1']));
  for (const reader of hall) hub.add(reader);
  const pokes = () => hall.map(({ poke }) => poke.mock.calls.length);
  const total = () => pokes().reduce((sum, count) => sum + count, 0);
  await vi.advanceTimersByTimeAsync(100);
  hub.publish(['event:1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(total()).toBe(50);
  for (let ms = 1; ms < 980; ms += 1) {
    hub.publish(['event:1']);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect([total(), Math.max(...pokes())]).toEqual([1_000, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Math.min(...pokes())).toBe(1);
  // Readers that were poked before the last change are poked again; then no poke is pending.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(total()).toBe(3_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(total()).toBe(3_000);
});

test('beats open streams and closes one that accepts no more', async () => {
  const [live, stuck] = [subscriber(['all']), subscriber(['all'], { accepts: false })];
  hub.add(live);
  hub.add(stuck);
  await vi.advanceTimersByTimeAsync(25_000);
  expect([live.beat.mock.calls.length, stuck.close.mock.calls.length, hub.size]).toEqual([1, 1, 1]);
});

test('a removed reader gets no poke, and close closes all others', async () => {
  const [left, stayed] = [subscriber(['all']), subscriber(['all'])];
  const { remove } = hub.add(left);
  hub.add(stayed);
  hub.publish(['all']);
  remove();
  hub.close();
  await vi.advanceTimersByTimeAsync(100);
  expect([left.poke.mock.calls.length, left.close.mock.calls.length, stayed.close.mock.calls.length, hub.size]).toEqual([0, 0, 1, 0]);
});

test('a person with a lower limit loses the oldest stream sooner', () => {
  const own = Array.from({ length: 5 }, () => ({ ...subscriber(['user:9']), mostOfOne: 4 }));
  for (const each of own) hub.add(each);
  expect(own.map(({ close }) => close.mock.calls.length)).toEqual([1, 0, 0, 0, 0]);
});

test('the end of a session closes its own streams only', () => {
  const [one, second, other] = [subscriber(['all']), subscriber(['all']), subscriber(['all'], { sessionId: 'b' })];
  for (const each of [one, second, other]) hub.add(each);
  hub.endSession('a');
  expect([one, second, other].map(({ close }) => close.mock.calls.length)).toEqual([1, 1, 0]);
  expect(hub.size).toBe(1);
});

test('rechecks a reader with each heartbeat, and at once when their own row changed', async () => {
  const reader = subscriber(['all', 'user:4']);
  hub.add(reader);
  hub.publish(['all']);
  await vi.advanceTimersByTimeAsync(60);
  expect(reader.recheck).not.toHaveBeenCalled();
  hub.publish(['user:4']);
  expect(reader.recheck).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(reader.recheck).toHaveBeenCalledTimes(2);
});

test('closes the oldest stream of a person beyond their limit', () => {
  const own = Array.from({ length: 21 }, () => subscriber(['all', 'user:4']));
  const others = Array.from({ length: 21 }, () => subscriber(['all']));
  for (const each of [...own, ...others]) hub.add(each);
  expect(own.map(({ close }) => close.mock.calls.length)).toEqual([1, ...Array<number>(20).fill(0)]);
  expect(others.every(({ close }) => close.mock.calls.length === 0)).toBe(true);
});
