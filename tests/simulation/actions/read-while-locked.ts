import { batch, sync } from '#contract/endpoints/core.ts';
import type { ServerRequest } from '../server/server-answer.ts';
import type { Operator } from '../server/operator.ts';
import { whenLocked } from '../server/statements.ts';
import type { World } from '../world/world.ts';

const writes = ({ path }: ServerRequest): boolean => path === batch.path;
const reads = ({ path }: ServerRequest): boolean => path.startsWith(sync.path);

/**
 * A client reads the feed while the commands of another wait for the lock of another process. A change numbered before its commit would be
 * skipped by that reader.
 */
export async function readWhileLocked(world: World, operator: Operator): Promise<void> {
  const { devices, random } = world;
  const writers = devices.filter(({ network }) => network.has(writes));
  const readers = devices.filter(({ network }) => network.has(reads));
  if (writers.length === 0 || readers.length === 0) return;
  const [writer, reader] = [random.pick(writers), random.pick(readers)];
  world.note(`${reader.name} reads while ${writer.name} waits for the lock`);
  let written: Promise<void> = Promise.resolve();
  await operator.whileLocked(async () => {
    const lock = whenLocked();
    written = writer.network.stepOne(writes);
    await Promise.race([lock.met, written]);
    await reader.network.stepOne(reads);
    lock.undo();
  });
  await written;
}
