import type { AgendaActions } from './agenda-actions.ts';
import type { ReadingActions } from './reading-actions.ts';
import type { Device } from '../world/device.ts';
import { anna } from '../world/people.ts';
import { clientOf, type Visits } from '../world/visits.ts';
import type { World } from '../world/world.ts';

const aMinute = 60_000;
const rounds = 6;

interface Cast {
  readonly world: World;
  readonly visits: Visits;
  readonly agenda: AgendaActions;
  readonly reading: ReadingActions;
}

/** One person sees changes of the schedule on two devices, each of which is often off; at the end both are level. */
export async function seeInCalm({ world, visits, agenda, reading }: Cast): Promise<void> {
  const { random } = world;
  const devices = world.devices.slice(0, 2);
  for (const device of devices) await hasAnna(world, visits, device);
  for (let round = 0; round < rounds; round += 1) {
    for (const device of devices) turn(device, random.chance(0.6));
    await agenda.move();
    if (random.chance(0.5)) await agenda.move();
    await world.run(aMinute);
    reading.see(random.pick(devices).livingTabs[0]!);
    await world.run(aMinute);
    if (random.chance(0.5)) await agenda.describe();
    await share(world, reading, devices);
  }
  for (const device of devices) turn(device, true);
  await world.run(2 * aMinute);
  await share(world, reading, devices);
  await world.run(aMinute);
}

async function hasAnna(world: World, visits: Visits, device: Device): Promise<void> {
  const tab = device.livingTabs[0]!;
  const current = clientOf(tab)?.userId;
  if (current === anna.userId) return;
  if (current !== undefined) void tab.session.logout('keep');
  await world.run(2 * aMinute);
  await visits.signIn(tab, anna);
  await world.run(aMinute);
}

function turn({ network, livingTabs }: Device, on: boolean): void {
  if (on) network.online = true;
  else network.cut();
  for (const tab of livingTabs) {
    if (on) void clientOf(tab)?.networkMayBeBack();
    else clientOf(tab)?.networkLost();
  }
}

/** Shares as the app does: only with network. */
async function share(world: World, reading: ReadingActions, devices: readonly Device[]): Promise<void> {
  await world.run(aMinute);
  for (const { network, livingTabs } of devices) if (network.online) reading.share(livingTabs[0]!);
  await world.run(aMinute);
}
