import { whenIdle, watchWrites } from './idle.ts';
import type { World } from './world.ts';

/** The number of requests to try until one causes a write. */
const patience = 6;

/** Kills a tab between two writes of an answer: no invariant may depend on two transactions. */
export async function killBetween(world: World): Promise<void> {
  const busy = world.devices.filter(({ network, livingTabs }) => network.busy && livingTabs.length > 0);
  if (busy.length === 0) return;
  const { name, network, livingTabs } = world.random.pick(busy);
  let left = 1 + world.random.below(2);
  const watch = watchWrites((database) => {
    const tab = livingTabs.find((each) => each.holds(database));
    if (!tab?.alive) return;
    left -= 1;
    if (left > 0) return;
    world.note(`${name}: a tab is killed between two transactions`);
    tab.kill();
  });
  for (let i = 0; i < patience && left > 0 && network.busy; i += 1) {
    await network.step();
    await whenIdle();
  }
  watch.undo();
}
