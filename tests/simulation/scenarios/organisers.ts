import { Camp, type CampPlan } from './camp.ts';
import type { Device, Tab } from '../world/device.ts';
import { type Fault, faults, isFault, playFault, weightsIn } from '../world/faults.ts';
import { devicesBehindByChance } from '../promises/freshness.ts';
import { killBetween } from '../world/kill-between.ts';
import type { Outcome, Play } from './outcome.ts';
import { readWhileLocked } from '../actions/read-while-locked.ts';
import { anna, chief, orga, seedModules } from '../world/people.ts';
import { tapNotification, turnPushesOn } from '../world/push-devices.ts';
import { whenIdle, watchTransactions } from '../world/idle.ts';

const steps = 100;

type ActionName = 'create' | 'edit' | 'remove' | 'activate' | 'deactivate' | 'turn' | 'arrange' | 'settings';
type ActionWeights = Readonly<Record<ActionName, number>>;

/** Two event admins and a guest, with the rows that change all the time. */
const daily: CampPlan = {
  seats: { one: orga, two: chief, three: anna },
  work: { create: ['schedule', 'announcements'], edit: ['schedule', 'schedule', 'announcements'], remove: ['schedule'] },
};
const dailyActions: ActionWeights = { create: 3, edit: 40, remove: 4, activate: 8, deactivate: 5, turn: 0, arrange: 0, settings: 2 };

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
const allActions: ActionWeights = { create: 5, edit: 34, remove: 4, activate: 2, deactivate: 1, turn: 6, arrange: 14, settings: 0 };

/** Possible next steps with their weights. */
const events = {
  choose: 12,
  bell: 4,
  ...faults,
  // Changes need open apps, so tabs open more often here.
  'open-tab': 8,
  'kill-tab': 2,
  'kill-between': 4,
  'read-while-locked': 5,
  'push-due': 6,
  'push-answer': 10,
  'touch-notice': 3,
  'kill-at-once': 1,
  backup: 3,
  restore: 3,
};
type EventName = keyof typeof events;

const isAction = (event: EventName | ActionName): event is ActionName => event in dailyActions;

/** Plays a seed of event admins: a storm of faults, then calm, then the check of the promises. */
export const playOrganisers: Play = (seed, hosting) => play(seed, { ...daily, hosting }, dailyActions);

/** Plays the same with everything that event admins change, orders and modules included. */
export const playAdministration: Play = (seed, hosting) => play(seed, { ...whole, hosting }, allActions);

async function play(seed: number, plan: CampPlan, actionWeights: ActionWeights): Promise<Outcome> {
  const watch = watchTransactions();
  const camp = await Camp.create(seed, plan);
  const { world } = camp;
  try {
    await camp.open();
    world.storm();
    for (let step = 0; step < steps; step += 1) await next(camp, { ...actionWeights, ...events });
    await camp.settle();
    const late = await devicesBehindByChance(world);
    return { violations: [...late, ...(await camp.violations())], trace: world.trace };
  } finally {
    await world.close();
    watch.undo();
  }
}

async function next(camp: Camp, weights: ActionWeights & Readonly<Record<EventName, number>>): Promise<void> {
  const { world, visits } = camp;
  const { random } = world;
  const device = random.pick(world.devices);
  const tab = device.livingTabs.length > 0 ? random.pick(device.livingTabs) : null;
  const event = random.weighted(weightsIn(world, weights));
  const taps = { tap: (struck: Tab) => void tapAnything(camp, struck), onTaps: () => camp.placeCommands() };
  if (isFault(event)) await playFault(event, { world, visits, device, tab, ...taps });
  else if (isAction(event)) await (tab && camp.actions[event](tab));
  else await playEvent(camp, event, device, tab);
  await whenIdle();
  await camp.placeCommands();
}

async function tapAnything({ world, actions, choices }: Camp, tab: Tab): Promise<void> {
  const action = world.random.pick(['edit', 'choose', 'remove', 'activate'] as const);
  await (action === 'choose' ? choices.choose(tab) : actions[action](tab));
}

async function playEvent(camp: Camp, event: Exclude<EventName, Fault>, device: Device, tab: Tab | null): Promise<void> {
  const { world, operator } = camp;
  switch (event) {
    case 'choose':
      if (tab) await camp.choices.choose(tab);
      break;
    case 'bell':
      if (tab) void turnPushesOn(world, tab);
      break;
    case 'kill-between':
      await killBetween(world);
      break;
    case 'read-while-locked':
      await readWhileLocked(world, operator);
      break;
    case 'push-due':
      // With several servers, some deliver while others receive writes.
      await Promise.all([world.server.deliver(), world.server.isShared && world.step()]);
      break;
    case 'push-answer':
      await world.server.deliverPushes();
      break;
    case 'touch-notice':
      await tapNotification(world, camp.visits, device);
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
