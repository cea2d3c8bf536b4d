import type { Device, Tab } from './device.ts';
import { whenIdle, turns } from './idle.ts';
import { clientOf, type Visits } from './visits.ts';
import type { World } from './world.ts';

const aMinute = 60_000;

/** Possible faults for all scenarios, with their weights. */
export const faults = {
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
  stream: 5,
  clock: 2,
  // Only for servers that share a database.
  rush: 0,
  'break-connections': 0,
  'block-notices': 0,
  guess: 0,
};
export type Fault = keyof typeof faults;

/** Weights for servers that share a database: requests gather until several run at once. File operations of an operator are left out. */
const ofSeveral = {
  network: 20,
  rush: 14,
  'break-connections': 3,
  'block-notices': 2,
  guess: 3,
  backup: 0,
  restore: 0,
  'read-while-locked': 0,
};

/** Returns the weights of this world. */
export const weightsIn = <Weights extends object>({ server }: World, weights: Weights): Weights =>
  server.isShared ? { ...weights, ...ofSeveral } : weights;

export const isFault = (event: string): event is Fault => event in faults;

/** The target of a fault; `tap` is an action of the tab's person. */
export interface FaultTarget {
  readonly world: World;
  readonly visits: Visits;
  readonly device: Device;
  readonly tab: Tab | null;
  readonly tap: (tab: Tab) => void;
  /** Returns whether the person can tap there now; called right before. */
  readonly mayTap?: (tab: Tab) => Promise<boolean>;
  /** Called after all taps and before any request is sent. */
  readonly onTaps?: () => Promise<void>;
}

export async function playFault(fault: Fault, { world, visits, device, tab, tap, mayTap, onTaps }: FaultTarget): Promise<void> {
  const { random, server, clock } = world;
  switch (fault) {
    case 'network':
      await world.step();
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
      if (device.livingTabs.length < 2) await visits.reopen(device);
      break;
    case 'kill-tab':
      if (tab) kill(world, tab);
      break;
    case 'kill-midway':
      if (tab) await killMidway(world, tab, tap);
      break;
    case 'worker':
      await wakeWorker(world, device);
      break;
    case 'logout':
      if (tab) await visits.logout(tab);
      break;
    case 'sign-in':
      if (tab?.session.state.get().status === 'signed-out') await visits.signIn(tab);
      break;
    case 'stream':
      disturbStreams(world, device);
      break;
    case 'clock':
      device.clockSkew = random.pick([-1, 1]) * random.below(random.pick(world.clockErrors));
      world.note(`${device.name}: clock error of ${Math.round(device.clockSkew / 1_000)} s`);
      break;
    case 'kill-server':
      world.note('the server is about to be killed');
      server.killAt(random.pick(server.moments));
      break;
    case 'server-back':
      await server.startAgain();
      break;
    case 'rush':
      // A device belongs to one person, who taps in one tab.
      for (const { livingTabs } of world.devices) for (const each of livingTabs.slice(-1)) if ((await mayTap?.(each)) ?? true) tap(each);
      await whenIdle();
      await onTaps?.();
      await world.step();
      break;
    case 'break-connections':
      world.note('a server is about to lose its connections');
      server.breakConnections();
      break;
    case 'guess':
      world.note('a password is guessed');
      await server.guess();
      break;
    case 'block-notices':
      world.note('a server receives no notices for a while');
      await server.withoutNotices(async () => void (await world.step()));
      break;
  }
  await whenIdle();
}

/** Breaks or silences open streams, drops their pokes, or toggles a proxy that blocks streams. */
function disturbStreams(world: World, { name, network }: Device): void {
  const what = world.random.pick(['breaks', 'silent', 'pokeless', 'proxy'] as const);
  if (what === 'breaks') network.breakStreams();
  else if (what === 'proxy') network.refusesStreams = !network.refusesStreams;
  else network.setPassing(what);
  world.note(`${name}: streams ${what}`);
}

function kill(world: World, tab: Tab): void {
  world.note(`${tab.device.name}: a tab is killed`);
  tab.kill();
}

/** Kills a tab some turns after a tap or an answer: a kill at any await. */
async function killMidway(world: World, tab: Tab, tap: FaultTarget['tap']): Promise<void> {
  if (world.random.chance(0.5)) tap(tab);
  else if (tab.device.network.busy) await tab.device.network.step();
  await turns(world.random.below(25));
  kill(world, tab);
}

/** Wakes the service worker: a drain without a tab's memory, which may be killed too. */
async function wakeWorker(world: World, device: Device): Promise<void> {
  if (!device.wakeUpRequested) return;
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
