import type { Device } from '../world/device.ts';
import { eventId, orga } from '../world/people.ts';
import { clientOf } from '../world/visits.ts';
import type { World } from '../world/world.ts';

const aSecond = 1_000;
/** From the commit until every device has it, or until an ended stream is open again: the longest first back-off, and a poke. */
const atOnce = 1.5 * aSecond;

/** States of a stream when news happens, and the time (ms) until every device must have it. */
export const streams = {
  open: atOnce,
  /** It broke just before, and no poke arrives until the next one is open. */
  broken: atOnce,
  /** The connection is dead without an error: detected by the missing heartbeats (40 s). */
  silent: 40 * aSecond + atOnce,
  /** No stream can be opened: polls, every 20 s. */
  refused: 20 * aSecond + atOnce,
  /** Pokes get lost but heartbeats arrive: polls, every 5 minutes. */
  pokeless: 300 * aSecond + atOnce,
} as const;
export type StreamState = keyof typeof streams;

/** Like `devicesBehind`, with a random state of the streams. */
export async function devicesBehindByChance(world: World): Promise<string[]> {
  return devicesBehind(world, world.random.pick(Object.keys(streams) as StreamState[]));
}

/** Posts in calm weather while the streams are in this state. Returns the devices without the post in time, by the world's clock. */
export async function devicesBehind(world: World, state: StreamState): Promise<string[]> {
  const found = await devicesWithoutStream(world);
  for (const { network } of world.devices) prepare(network, state);
  // Lets pollers adopt their new interval.
  if (state === 'refused') await world.run(atOnce);
  const id = await post(world);
  await world.run(streams[state]);
  for (const device of world.devices) {
    const client = clientIn(device);
    const record = await client?.db.mirror('posts').get(id);
    if (client && !record) found.push(`${device.name} lacks a post of ${streams[state] / aSecond} s ago, stream ${state}`);
  }
  for (const { network } of world.devices) {
    network.refusesStreams = false;
    network.setPassing('all');
  }
  return found;
}

function prepare(network: Device['network'], state: StreamState): void {
  network.refusesStreams = state === 'refused';
  if (state === 'broken' || state === 'refused') network.breakStreams();
  if (state === 'silent' || state === 'pokeless') network.setPassing(state);
}

/** Returns open apps without a stream after the longest back-off (60 s). */
async function devicesWithoutStream(world: World): Promise<string[]> {
  const missing = (): Device[] =>
    world.devices.filter((device) => clientIn(device) && !device.network.receivesPokes(device.livingTabs[0] as object));
  for (let second = 0; second < 61 && missing().length > 0; second += 1) await world.run(aSecond);
  return missing().map(({ name }) => `${name} has no stream`);
}

function clientIn({ livingTabs: [tab] }: Device): ReturnType<typeof clientOf> {
  return tab ? clientOf(tab) : null;
}

async function post({ server }: World): Promise<string> {
  const headers = { authorization: `Bearer ${await server.tokenOf(orga.userId)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ content: 'news', event: eventId });
  const answer = await server.handle({ method: 'POST', path: '/api/post', headers, body });
  if (answer?.status !== 201) throw new Error(`a post without faults was answered by ${answer?.status} ${answer?.body}`);
  return (JSON.parse(answer.body) as { id: string }).id;
}
