import { setTimeout as pause } from 'node:timers/promises';
import { type PersonName, people } from '../../fixtures/camp.ts';
import { Random } from '../../simulation/world/random.ts';
import { StubbornClient } from '../harness/stubborn-client.ts';
import { Announcer } from './announcer.ts';
import { auditServers, level, type ServerFindings, untouched } from './audit-servers.ts';
import { buildCampOnPostgres } from './camp-on-postgres.ts';
import { Follower } from './follower.ts';
import { allowed, guess } from './guesser.ts';
import { PushedDevices } from './pushed-devices.ts';
import { ThreeServers } from './three-servers.ts';

/** What happens to the servers in a round. */
export const kinds = ['kill', 'database', 'cut', 'rolling', 'load'] as const;
export type Kind = (typeof kinds)[number];

export interface Round {
  readonly kind: Kind;
  /** How long (ms) it took from the end of what happened until every server had acknowledged something: a figure, which says as much of the machine. */
  readonly recovery: number;
}

export interface RoundsReport {
  /** Of the first round in which anything was found, or of all. */
  readonly findings: ServerFindings;
  readonly rounds: readonly Round[];
  readonly writes: number;
  readonly announcements: number;
  readonly pushes: number;
  /** Announcements that a device was not told of, by what happened meanwhile. */
  readonly missed: number;
}

interface RoundsOptions {
  readonly rounds: number;
  /** What may happen; everything where this does not say. */
  readonly of?: readonly Kind[];
  /** Says what happens when; the same seed plays the same. */
  readonly seed: number;
  onRound?(count: number, round: Round): void;
}

const writers: readonly PersonName[] = ['author', 'participant', 'orga', 'admin'];
/** Each at a server of its own. */
const readers: readonly PersonName[] = ['author', 'participant', 'orga'];

/** What has to be acknowledged before something happens, and once more after it; the longest time (ms) beside that. */
export const writesBetween = 10;
const longestRest = 150;

/** What takes longer (ms) than this does not come any more. */
const patience = 45_000;

/** Three servers on one PostgreSQL, and in each round something happens to them while everybody writes, reads, announces and guesses; then it is quiet, and looked at. */
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

    /** Each of these servers announces something, at the same time; gives who never hears of it. */
    const lookAround = async (origins: readonly string[]): Promise<Pick<ServerFindings, 'unpoked' | 'untold'>> => {
      const announced = await Promise.all(origins.map((origin) => announcer.announce(() => origin)));
      const unpoked = () =>
        followers.flatMap(({ name, shows }) => announced.filter(({ id }) => !shows(id)).map(({ title }) => `${name} of ${title}`));
      await until(() => unpoked().length === 0);
      await until(async () => (await devices.untold(announced)).length === 0);
      return { unpoked: unpoked(), untold: await devices.untold(announced) };
    };

    const played: Round[] = [];
    let findings = untouched;
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
      const together = await lookAround(servers.origins);
      // Alone, so that a poke that is missing is made up for by no other.
      const alone = await lookAround([anyOrigin()]);
      const round = { kind, recovery };
      played.push(round);
      onRound?.(index + 1, round);
      findings = {
        ...(await auditServers(camp, { ledgers: clients.map((client) => client.ledger()), announced: announcer.announced, devices })),
        unpoked: [...together.unpoked, ...alone.unpoked],
        untold: [...together.untold, ...alone.untold, ...(await devices.untold(undisturbed))],
        notLevel: isTurnOver(index + 1, of, most) ? await level(followers, servers.origins, tokenOf) : [],
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
      missed: (await devices.untold(announcer.announced)).length,
    };
  } finally {
    await Promise.all(followers.map((follower) => follower.stop()));
    await servers.stop();
    await devices.stop();
    await camp.stop();
  }
}

/** Whether all that may happen has happened once more: loading everything takes longer the more there is. */
const isTurnOver = (rounds: number, of: readonly Kind[], most: number): boolean => rounds % of.length === 0 || rounds === most;

/** All of these once, in some order, and then once more. */
function inTurns(random: Random, of: readonly Kind[], most: number): Kind[] {
  const turns: Kind[] = [];
  while (turns.length < most) {
    const left = [...of];
    while (left.length > 0) turns.push(...left.splice(random.below(left.length), 1));
  }
  return turns.slice(0, most);
}

/** Whether it came about in time. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + patience; ; await pause(5)) {
    if (await isSo()) return true;
    if (performance.now() > deadline) return false;
  }
}
