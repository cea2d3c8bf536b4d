import { setTimeout as pause } from 'node:timers/promises';
import { type PersonName, people } from '#tests/fixtures/camp.ts';
import { Random } from '#tests/simulation/world/random.ts';
import { StubbornClient } from '../harness/stubborn-client.ts';
import { Announcer } from './announcer.ts';
import { auditServers, compareMirrors, type ServerFindings, noServerFindings } from './audit-servers.ts';
import { buildCampOnPostgres } from './camp-on-postgres.ts';
import { Follower } from './follower.ts';
import { allowed, guess } from './guesser.ts';
import { PushedDevices } from './pushed-devices.ts';
import { ThreeServers } from './three-servers.ts';

export const kinds = ['kill', 'database', 'cut', 'rolling', 'load'] as const;
export type Kind = (typeof kinds)[number];

export interface Round {
  readonly kind: Kind;
  /**
   * Time (ms) from the end of the fault until every server had acknowledged a write. It depends on the machine as much as on the servers.
   */
  readonly recovery: number;
}

export interface RoundsReport {
  /** The findings of the first round that has any, or of all. */
  readonly findings: ServerFindings;
  readonly rounds: readonly Round[];
  readonly writes: number;
  readonly announcements: number;
  readonly pushes: number;
  /** Pushes that a fault prevented. */
  readonly missed: number;
}

interface RoundsOptions {
  readonly rounds: number;
  /** The possible faults; all by default. */
  readonly of?: readonly Kind[];
  /** Determines the faults and their moments. */
  readonly seed: number;
  onRound?(count: number, round: Round): void;
}

const writers: readonly PersonName[] = ['author', 'participant', 'orga', 'admin'];
/** Each has a stream at a server of its own. */
const readers: readonly PersonName[] = ['author', 'participant', 'orga'];

/** The acknowledged writes required before a fault and again after it, and the longest additional time (ms). */
export const writesBetween = 10;
const longestRest = 150;

/** Time (ms) after which an expected result counts as missing. */
const patience = 45_000;

/**
 * Plays rounds with three servers on one PostgreSQL: a fault while everybody writes, reads, announces and guesses, then an audit at rest.
 */
export async function playRounds({ rounds: most, of = kinds, seed, onRound }: RoundsOptions): Promise<RoundsReport> {
  const random = new Random(seed);
  const camp = await buildCampOnPostgres();
  const servers = new ThreeServers(camp);
  const devices = new PushedDevices(camp, random.below(2 ** 32));
  let followers: Follower[] = [];
  try {
    await servers.start();
    await devices.start(servers.origins[0]!);
    const chosen = new Random(random.below(2 ** 32));
    const anyOrigin = () => chosen.pick(servers.origins);
    const tokens = new Map<PersonName, string>();
    for (const name of Object.keys(people) as PersonName[]) tokens.set(name, await camp.signIn(name));
    const tokenOf = (name: PersonName) => tokens.get(name)!;
    const clients = writers.map((name) => new StubbornClient(`torture ${name}`, anyOrigin, tokenOf(name), random.below(2 ** 32)));
    const announcer = new Announcer(anyOrigin, tokenOf('orga'));
    followers = readers.map(
      (name, index) => new Follower(name, tokenOf(name), { stream: () => servers.origins[index]!, origin: anyOrigin }),
    );
    const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged, 0);
    const moreIsWritten = async () => {
      const enough = acknowledged() + writesBetween;
      if (!(await until(() => acknowledged() >= enough))) throw new Error('nothing was acknowledged any more');
      await pause(random.next() * longestRest);
    };
    const happen: Record<Kind, () => Promise<void>> = {
      kill: () => servers.kill(random),
      database: () => camp.postgres.crash(),
      cut: () => servers.cut(random),
      rolling: () => servers.restartEach(),
      load: () => Promise.resolve(),
    };

    /** Publishes an announcement at each of these servers at once; returns the devices that never learn of it. */
    const checkDelivery = async (origins: readonly string[]): Promise<Pick<ServerFindings, 'missingPokes' | 'missingPushes'>> => {
      const announced = await Promise.all(origins.map((origin) => announcer.announce(() => origin)));
      const missingPokes = () =>
        followers.flatMap(({ name, shows }) => announced.filter(({ id }) => !shows(id)).map(({ title }) => `${name} of ${title}`));
      await until(() => missingPokes().length === 0);
      await until(async () => (await devices.missingPushes(announced)).length === 0);
      return { missingPokes: missingPokes(), missingPushes: await devices.missingPushes(announced) };
    };

    const played: Round[] = [];
    let findings = noServerFindings;
    for (const follower of followers) follower.start();
    for (const [index, kind] of inTurns(random, of, most).entries()) {
      const before = announcer.announced.length;
      for (const client of clients) client.start();
      announcer.start();
      const guessed = guess(`nobody-${index}@camp.example`, () => servers.origins);
      await moreIsWritten();
      await happen[kind]();
      const happened = performance.now();
      await Promise.all(servers.origins.map((origin) => announcer.announce(() => origin)));
      const recovery = performance.now() - happened;
      await moreIsWritten();
      const evaluated = await guessed;
      await Promise.all([...clients.map((client) => client.finish()), announcer.finish()]);
      const undisturbed = kind === 'load' ? announcer.announced.slice(before) : [];
      const together = await checkDelivery(servers.origins);
      // A single announcement, so that no other poke hides a missing one.
      const alone = await checkDelivery([anyOrigin()]);
      const round = { kind, recovery };
      played.push(round);
      onRound?.(index + 1, round);
      findings = {
        ...(await auditServers(camp, { ledgers: clients.map((client) => client.ledger()), announced: announcer.announced, devices })),
        missingPokes: [...together.missingPokes, ...alone.missingPokes],
        missingPushes: [...together.missingPushes, ...alone.missingPushes, ...(await devices.missingPushes(undisturbed))],
        staleDevices: isTurnOver(index + 1, of, most) ? await compareMirrors(followers, servers.origins, tokenOf) : [],
        guessed: evaluated > allowed ? evaluated : 0,
      };
      if (Object.values(findings).some((one) => one !== 0 && (one as unknown[]).length !== 0)) break;
    }
    return {
      findings,
      rounds: played,
      writes: acknowledged(),
      announcements: announcer.announced.length,
      pushes: devices.received,
      missed: (await devices.missingPushes(announcer.announced)).length,
    };
  } finally {
    await Promise.all(followers.map((follower) => follower.stop()));
    await servers.stop();
    await devices.stop();
    await camp.stop();
  }
}

/** Returns whether all faults have had another turn: loading everything takes longer with more data, so it is not done each round. */
const isTurnOver = (rounds: number, of: readonly Kind[], most: number): boolean => rounds % of.length === 0 || rounds === most;

/** Returns the faults in random order, all of them before any repeats. */
function inTurns(random: Random, of: readonly Kind[], most: number): Kind[] {
  const turns: Kind[] = [];
  while (turns.length < most) {
    const left = [...of];
    while (left.length > 0) turns.push(...left.splice(random.below(left.length), 1));
  }
  return turns.slice(0, most);
}

/** Returns whether the condition became true in time. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + patience; ; await pause(5)) {
    if (await isSo()) return true;
    if (performance.now() > deadline) return false;
  }
}
