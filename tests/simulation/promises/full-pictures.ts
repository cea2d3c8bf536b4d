import type { ChatActions } from '../actions/chat-actions.ts';
import type { Device } from '../world/device.ts';
import { clientOf } from '../world/visits.ts';
import type { World } from '../world/world.ts';
import { outboxOf } from './outboxes.ts';

const aSecond = 1_000;
const aMinute = 60 * aSecond;

/** Bytes per millisecond: 50 kbit/s, and good networks. */
const slow = 6;
const good = [2_000, Infinity];

/** Time (ms) for a full picture over a good network, with its probe. */
const probe = 10 * aSecond;

/** Time (ms) in which all small pictures are uploaded over the slow network. */
const smallPatience = 5 * aMinute;

/** Shares several photos over a slow network that then becomes good. Returns the devices whose full pictures do not follow in time. */
export async function lateFullPictures(world: World, actions: ChatActions): Promise<string[]> {
  const device = world.devices.find(({ livingTabs: [tab] }) => tab && clientOf(tab));
  const tab = device?.livingTabs[0];
  if (!device || !tab) return [];
  const count = 2 + world.random.below(4);
  device.full = false;
  device.network.uplink = slow;
  for (let photo = 0; photo < count; photo += 1) actions.shareLarge(tab);
  // Each tap has to be in the outbox before anything else happens.
  await world.run(aSecond);
  const following = async (): Promise<number> => (await waitingPhotos(device)).filter((mutation) => mutation === 'sharpen').length;
  const inSmall = async (): Promise<boolean> => (await waitingPhotos(device)).length === (await following());
  if (!(await comes(world, inSmall, smallPatience))) return [`${device.name} has not sent its small photos`];
  const before = await following();
  // The server may refuse photos beyond the quota, which are then parked.
  if (before === 0) return [];
  device.network.uplink = world.random.pick(good);
  if (!(await comes(world, async () => (await following()) < before, aMinute + probe)))
    return [`${device.name} has not tested the network within a minute`];
  if (await comes(world, async () => (await following()) === 0, aMinute)) return [];
  return [`${await following()} of ${before} full pictures are still pending on ${device.name} a minute after a good network was found`];
}

/** Returns the mutations of pending photos that the server has not refused. */
async function waitingPhotos(device: Device): Promise<string[]> {
  const { userId } = clientOf(device.livingTabs[0]!)!;
  const entries = (await outboxOf(device, userId)).filter(({ resource }) => resource === 'photos');
  const refused = new Set(entries.filter(({ state }) => state !== 'waiting').map(({ id }) => id));
  return entries.filter(({ id }) => !refused.has(id)).map(({ mutation }) => mutation);
}

async function comes(world: World, isThere: () => Promise<boolean>, patience: number): Promise<boolean> {
  for (let waited = 0; waited < patience && !(await isThere()); waited += aSecond) await world.run(aSecond);
  return isThere();
}
