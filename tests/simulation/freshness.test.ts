import { afterEach, beforeEach, expect, test } from 'vitest';
import { devicesBehind, type StreamState, streams } from './promises/freshness.ts';
import { watchTransactions } from './world/idle.ts';
import { Visits } from './world/visits.ts';
import { World } from './world/world.ts';

let world: World;
let watch: { undo: () => void };

beforeEach(async () => {
  watch = watchTransactions();
  world = await World.create(1, { tokenMinutes: 60 });
});

afterEach(async () => {
  await world.close();
  watch.undo();
});

test.each(Object.keys(streams) as StreamState[])('every device has the news in time with a stream that is %s', async (state) => {
  const visits = new Visits(world, { onDiscard: () => undefined });
  for (const device of world.devices) await visits.open(device);
  await world.run(1_000);
  expect(await devicesBehind(world, state)).toEqual([]);
});
