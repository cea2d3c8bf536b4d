import { Camp, type CampPlan } from './camp.ts';
import type { Device, Tab } from '../world/device.ts';
import { type Fault, faults, isFault, strike, weightsIn } from '../world/faults.ts';
import { lateNewsByChance } from '../promises/freshness.ts';
import { killBetween } from '../world/kill-between.ts';
import type { Outcome, Play } from './outcome.ts';
import { overtake } from '../actions/overtake.ts';
import { anna, chief, orga, seedModules } from '../world/people.ts';
import { touchNotice, turnBellOn } from '../world/push-devices.ts';
import { quiet, watchTransactions } from '../world/quiet.ts';

const steps = 100;

type Deed = 'create' | 'edit' | 'remove' | 'activate' | 'deactivate' | 'turn' | 'arrange' | 'settings';
type Deeds = Readonly<Record<Deed, number>>;

/** Two event admins and a guest, with the rows that change all the time. */
const daily: CampPlan = {
  seats: { one: orga, two: chief, three: anna },
  work: { create: ['schedule', 'announcements'], edit: ['schedule', 'schedule', 'announcements'], remove: ['schedule'] },
};
const dailyDeeds: Deeds = { create: 3, edit: 40, remove: 4, activate: 8, deactivate: 5, turn: 0, arrange: 0, settings: 2 };

/** Two event admins on two devices each, with all rows of an event. */
const whole: CampPlan = {
  seats: { one: orga, two: chief, three: orga, four: chief },
  work: {
    create: ['schedule', 'announcements', 'codes', 'contactLinks', 'homeEntries'],
    edit: ['schedule', 'announcements', 'codes', 'contactLinks', 'homeEntries', 'events'],
    remove: ['schedule', 'codes', 'contactLinks', 'homeEntries'],
  },
  prepare: ({ server, clock }) => seedModules(server.store, clock),
};
const wholeDeeds: Deeds = { create: 5, edit: 34, remove: 4, activate: 2, deactivate: 1, turn: 6, arrange: 14, settings: 0 };

/** Possible next steps with their weights. */
const events = {
  choose: 12,
  bell: 4,
  ...faults,
  // Changes need open apps, so tabs open more often here.
  'open-tab': 8,
  'kill-tab': 2,
  'kill-between': 4,
  overtake: 5,
  'push-due': 6,
  'push-answer': 10,
  'touch-notice': 3,
  'kill-at-once': 1,
  backup: 3,
  restore: 3,
};
type Happening = keyof typeof events;

const isDeed = (event: Happening | Deed): event is Deed => event in dailyDeeds;

/** Plays a seed of event admins: a storm of faults, then calm, then the check of the promises. */
export const playOrganisers: Play = (seed, hosting) => play(seed, { ...daily, hosting }, dailyDeeds);

/** Plays the same with everything that event admins change, orders and modules included. */
export const playAdministration: Play = (seed, hosting) => play(seed, { ...whole, hosting }, wholeDeeds);

async function play(seed: number, plan: CampPlan, deeds: Deeds): Promise<Outcome> {
  const watch = watchTransactions();
  const camp = await Camp.create(seed, plan);
  const { world } = camp;
  try {
    await camp.open();
    world.storm();
    for (let step = 0; step < steps; step += 1) await next(camp, { ...deeds, ...events });
    await camp.settle();
    const late = await lateNewsByChance(world);
    return { violations: [...late, ...(await camp.violations())], trace: world.trace };
  } finally {
    await world.close();
    watch.undo();
  }
}

async function next(camp: Camp, weights: Deeds & Readonly<Record<Happening, number>>): Promise<void> {
  const { world, visits } = camp;
  const { random } = world;
  const device = random.pick(world.devices);
  const tab = device.livingTabs.length > 0 ? random.pick(device.livingTabs) : null;
  const event = random.weighted(weightsIn(world, weights));
  const taps = { tap: (struck: Tab) => void tapAnything(camp, struck), onTaps: () => camp.placeCommands() };
  if (isFault(event)) await strike(event, { world, visits, device, tab, ...taps });
  else if (isDeed(event)) await (tab && camp.actions[event](tab));
  else await happen(camp, event, device, tab);
  await quiet();
  await camp.placeCommands();
}

async function tapAnything({ world, actions, choices }: Camp, tab: Tab): Promise<void> {
  const deed = world.random.pick(['edit', 'choose', 'remove', 'activate'] as const);
  await (deed === 'choose' ? choices.choose(tab) : actions[deed](tab));
}

async function happen(camp: Camp, event: Exclude<Happening, Fault>, device: Device, tab: Tab | null): Promise<void> {
  const { world, operator } = camp;
  switch (event) {
    case 'choose':
      if (tab) await camp.choices.choose(tab);
      break;
    case 'bell':
      if (tab) void turnBellOn(world, tab);
      break;
    case 'kill-between':
      await killBetween(world);
      break;
    case 'overtake':
      await overtake(world, operator);
      break;
    case 'push-due':
      // With several servers, some deliver while others receive writes.
      await Promise.all([world.server.deliver(), world.server.isShared && world.step()]);
      break;
    case 'push-answer':
      await world.server.hearPushService();
      break;
    case 'touch-notice':
      await touchNotice(world, camp.visits, device);
      break;
    case 'kill-at-once':
      world.note('the server is killed');
      await world.server.kill();
      break;
    case 'backup':
      await camp.backup();
      break;
    case 'restore':
      await camp.restore();
      break;
  }
}
