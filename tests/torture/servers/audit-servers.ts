import type { PersonName } from '#tests/fixtures/camp.ts';
import { auditPosts, noFindings, type Findings } from '../harness/audit.ts';
import type { Ledger } from '../harness/stubborn-client.ts';
import type { Announced } from './announcer.ts';
import type { CampOnPostgres } from './camp-on-postgres.ts';
import { difference, type Follower, loadFrom } from './follower.ts';
import type { PushedDevices } from './pushed-devices.ts';

/** Deviations of several servers; an empty result is the only good one. */
export interface ServerFindings extends Omit<Findings, 'integrity'> {
  /** Rows dated by a wrong clock. */
  readonly misdated: readonly string[];
  readonly pushedTwice: readonly string[];
  /** Pushes with a wrong state: delivered but still pending, or sent but never delivered. */
  readonly wrongPushStates: readonly string[];
  /** Undisturbed pushes that did not arrive. */
  readonly missingPushes: readonly string[];
  /** Devices that received no poke. */
  readonly missingPokes: readonly string[];
  /** Devices that differ from the database, or had to load anew. */
  readonly staleDevices: readonly string[];
  /** The number of checked guesses if it exceeds the limit. */
  readonly guessed: number;
}

const { integrity: _, ...ofPosts } = noFindings;

export const noServerFindings: ServerFindings = {
  ...ofPosts,
  misdated: [],
  pushedTwice: [],
  wrongPushStates: [],
  missingPushes: [],
  missingPokes: [],
  staleDevices: [],
  guessed: 0,
};

interface ServerRecords {
  readonly ledgers: readonly Ledger[];
  readonly announced: readonly Announced[];
  readonly devices: PushedDevices;
}

/** How far (ms) a server's time may be from the database's. */
const tolerance = 60_000;

/** Compares the database with the acknowledged writes while no request is in progress. */
export async function auditServers(
  camp: CampOnPostgres,
  { ledgers, announced, devices }: ServerRecords,
): Promise<Omit<ServerFindings, 'missingPushes' | 'missingPokes' | 'staleDevices' | 'guessed'>> {
  const { posts, announcements } = await camp.look(async (db) => ({
    posts: await db.selectFrom('posts').select(['id', 'content', 'created_at']).where('content', 'like', 'torture %').execute(),
    announcements: await db.selectFrom('announcements').select(['id', 'title']).where('title', 'like', 'torture %').execute(),
  }));
  const made = Map.groupBy(announcements, ({ title }) => title);
  const found = auditPosts(posts, ledgers);
  // The database is on this machine, so `Date.now()` is its time.
  const latest = new Date(Date.now() + tolerance).toISOString();
  return {
    ...found,
    lost: [...found.lost, ...announced.filter(({ id, title }) => !made.get(title)?.some((one) => one.id === id)).map(({ title }) => title)],
    doubled: [...found.doubled, ...[...made].filter(([, all]) => all.length > 1).map(([title]) => title)],
    misdated: posts.filter(({ created_at }) => created_at > latest).map(({ content, created_at }) => `${content} ${created_at}`),
    pushedTwice: devices.twice(),
    wrongPushStates: await devices.wrongPushStates(),
  };
}

/** Returns differences between the devices' mirrors and a first load from each server. */
export async function compareMirrors(
  followers: readonly Follower[],
  origins: readonly string[],
  tokenOf: (name: PersonName) => string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { name, mirror }] of followers.entries()) {
    const fresh = await loadFrom(origins[(index + 1) % origins.length]!, name, tokenOf(name));
    found.push(...difference(mirror, fresh).map((one) => `${name} ${one}`));
    if (mirror.resets > 1) found.push(`${name} had to load everything ${mirror.resets} times`);
  }
  return found;
}
