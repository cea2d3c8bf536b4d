import { Actions, clientOf } from './actions.ts';
import type { Device } from './device.ts';
import { violations } from './invariants.ts';
import { Journal } from './journal.ts';
import { people } from './people.ts';
import { quiet, turns, watchTransactions } from './quiet.ts';
import type { Tab } from './tab.ts';
import { World } from './world.ts';

const steps = 80;
const aMinute = 60_000;

/** What may happen next, and how often beside the rest. */
const events = {
  post: 10,
  reply: 12,
  share: 6,
  'storage-full': 2,
  remove: 5,
  deal: 3,
  network: 45,
  timer: 14,
  sleep: 2,
  offline: 3,
  online: 6,
  'open-tab': 2,
  'kill-tab': 4,
  'kill-midway': 4,
  worker: 4,
  logout: 2,
  'sign-in': 3,
  'kill-server': 3,
  'server-back': 5,
  'new-epoch': 1,
};

export interface Outcome {
  readonly violations: string[];
  readonly trace: string[];
}

/** Plays one seed: a storm of faults, then calm, then the promises are held against what is there. */
export async function play(seed: number): Promise<Outcome> {
  const watch = watchTransactions();
  const world = await World.create(seed);
  const journal = new Journal();
  try {
    const actions = new Actions(world, journal);
    for (const device of world.devices) await actions.open(device);
    await world.run(1_000);
    world.storm();
    for (let step = 0; step < steps; step += 1) await next(world, actions);
    await settleDown(world, actions);
    return { violations: await violations(world, journal), trace: world.trace };
  } finally {
    await world.close();
    watch.undo();
  }
}

async function next(world: World, actions: Actions): Promise<void> {
  const { random, server, clock } = world;
  const device = random.pick(world.devices);
  const tab = device.livingTabs.length > 0 ? random.pick(device.livingTabs) : null;
  const event = random.weighted(events);
  switch (event) {
    case 'post':
      if (tab) actions.post(tab);
      break;
    case 'reply':
      if (tab) await actions.reply(tab);
      break;
    case 'share':
      if (tab) actions.share(tab);
      break;
    case 'storage-full':
      device.full = !device.full;
      world.note(`${device.name}: ${device.full ? 'no room for pictures' : 'room for pictures again'}`);
      break;
    case 'remove':
      if (tab) await actions.remove(tab);
      break;
    case 'deal':
      if (tab) await actions.deal(tab);
      break;
    case 'network':
      await stepNetwork(world);
      break;
    case 'timer':
      clock.fireNext();
      break;
    case 'sleep':
      clock.sleep(random.below(60 * aMinute));
      break;
    case 'offline':
      world.note(`${device.name}: offline`);
      device.network.cut();
      for (const each of device.livingTabs) clientOf(each)?.networkLost();
      break;
    case 'online':
      world.note(`${device.name}: online`);
      device.network.online = true;
      for (const each of device.livingTabs) void clientOf(each)?.networkMayBeBack();
      break;
    case 'open-tab':
      if (device.livingTabs.length < 2) await reopen(world, actions, device);
      break;
    case 'kill-tab':
      if (tab) kill(world, tab);
      break;
    case 'kill-midway':
      await killMidway(world, actions, tab);
      break;
    case 'worker':
      await wakeWorker(world, device);
      break;
    case 'logout':
      if (tab) await actions.logout(tab);
      break;
    case 'sign-in':
      if (tab?.session.state.get().status === 'signed-out') await actions.signIn(tab);
      break;
    case 'kill-server':
      world.note('the server is about to be killed');
      server.killAt(random.pick(['before-commit', 'after-commit']));
      break;
    case 'server-back':
      if (!server.running) await server.restart();
      break;
    case 'new-epoch':
      world.note('the feed starts anew');
      await server.changeEpoch(`epoch-${random.below(1_000_000)}`);
      break;
  }
  await quiet();
}

async function stepNetwork({ devices, random }: World): Promise<void> {
  const busy = devices.filter(({ network }) => network.busy);
  if (busy.length > 0) await random.pick(busy).network.step();
}

function kill(world: World, tab: Tab): void {
  world.note(`${tab.device.name}: a tab is killed`);
  tab.kill();
}

/** A tap or an answer, some turns of the event loop, and the tab is gone: a kill at any await. */
async function killMidway(world: World, actions: Actions, tab: Tab | null): Promise<void> {
  if (!tab) return;
  if (world.random.chance(0.5)) {
    if (world.random.chance(0.5)) actions.post(tab);
    else actions.share(tab);
  } else if (tab.device.network.busy) await tab.device.network.step();
  await turns(world.random.below(25));
  kill(world, tab);
}

/** A tab opens as a person does it: with what the device has, whatever the network is like. */
async function reopen(world: World, actions: Actions, device: Device): Promise<void> {
  if ((await device.store.get('signed-in')) === undefined) {
    await actions.open(device);
    return;
  }
  world.note(`${device.name}: the app is opened again`);
  void device.openTab().session.start();
}

/** The browser wakes the service worker: a drain without any tab's memory, that may be killed as well. */
async function wakeWorker(world: World, device: Device): Promise<void> {
  if (!device.wakeUpAsked) return;
  world.note(`${device.name}: the worker wakes`);
  const worker = device.startWorker();
  const work = worker.drainAsWorker().catch(() => undefined);
  if (world.random.chance(0.3)) {
    await turns(world.random.below(25));
    worker.kill();
    return;
  }
  void work.then(() => worker.kill());
}

/** Calm: all devices have network and an open app. First nobody taps anything; then everybody who left something signs in once more. */
async function settleDown(world: World, actions: Actions): Promise<void> {
  world.note('calm');
  await world.calmDown();
  for (const device of world.devices) {
    if (device.livingTabs.length === 0) await reopen(world, actions, device);
    for (const tab of device.livingTabs) void clientOf(tab)?.networkMayBeBack();
  }
  // Longer than any back-off (60 s) and any Retry-After.
  await world.run(5 * aMinute);
  for (const device of world.devices) {
    for (const tab of device.livingTabs.slice(1)) tab.kill();
    const [tab] = device.livingTabs;
    if (!tab) continue;
    for (const person of people) {
      const current = clientOf(tab)?.userId;
      if (current === person.userId) continue;
      if (current !== undefined) {
        void tab.session.logout('keep');
        await world.run(2 * aMinute);
      }
      await actions.signIn(tab, person);
      await world.run(2 * aMinute);
    }
  }
}
