import { ChatActions } from './chat-actions.ts';
import { faults, isFault, strike } from './faults.ts';
import { lateNewsByChance } from './freshness.ts';
import { violations } from './invariants.ts';
import { Journal } from './journal.ts';
import { Operator } from './operator.ts';
import type { Outcome } from './outcome.ts';
import { quiet, watchTransactions } from './quiet.ts';
import { settleDown } from './settle-down.ts';
import { Visits } from './visits.ts';
import { World } from './world.ts';

const steps = 80;

/** What may happen next, and how often beside the rest. */
const events = { post: 10, reply: 12, share: 6, 'storage-full': 2, remove: 5, deal: 3, ...faults, 'new-epoch': 1 };

/** Plays one seed of people who chat: a storm of faults, then calm, then the promises are held against what is there. */
export async function playChat(seed: number): Promise<Outcome> {
  const watch = watchTransactions();
  const world = await World.create(seed);
  const journal = new Journal();
  try {
    const actions = new ChatActions(world, journal);
    const visits = new Visits(world, {
      onDiscard: (entries) => {
        for (const { id } of entries) journal.discarded.add(String(id));
      },
    });
    const operator = new Operator(world.server, world.clock);
    for (const device of world.devices) await visits.open(device);
    await world.run(1_000);
    world.storm();
    for (let step = 0; step < steps; step += 1) await next(world, actions, visits, operator);
    await settleDown(world, visits);
    const late = await lateNewsByChance(world);
    return { violations: [...late, ...(await violations(world, journal))], trace: world.trace };
  } finally {
    await world.close();
    watch.undo();
  }
}

async function next(world: World, actions: ChatActions, visits: Visits, operator: Operator): Promise<void> {
  const { random } = world;
  const device = random.pick(world.devices);
  const tab = device.livingTabs.length > 0 ? random.pick(device.livingTabs) : null;
  const event = random.weighted(events);
  if (isFault(event))
    return strike(event, {
      world,
      visits,
      device,
      tab,
      tap: (struck) => (random.chance(0.5) ? actions.post(struck) : actions.share(struck)),
    });
  if (event === 'new-epoch') {
    world.note('the feed starts anew');
    await operator.changeEpoch(`epoch-${random.below(1_000_000)}`);
  } else if (event === 'storage-full') {
    device.full = !device.full;
    world.note(`${device.name}: ${device.full ? 'no room for pictures' : 'room for pictures again'}`);
  } else if (tab) {
    await actions[event](tab);
  }
  await quiet();
}
