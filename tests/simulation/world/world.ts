import { SimulatedClock } from './clock.ts';
import { Device } from './device.ts';
import { calm, stormy, type Weather } from './network.ts';
import { chatters, type Person } from './people.ts';
import type { Hosting } from '../postgres/ground.ts';
import { quiet } from './quiet.ts';
import { Random } from './random.ts';
import { SimulatedServer } from '../server/server.ts';

const aDay = 86_400_000;

/** Requests that several servers work on at once. */
const mostAtOnce = 8;

/** What was before a world begins. */
export interface Past {
  /** Fills the server's data directory. */
  readonly restore: (dataDir: string) => void;
  /** When that was over, in milliseconds since the epoch. */
  readonly endedAt: number;
}

/** In what a world differs from others. */
export interface Setting {
  readonly people?: readonly Person[];
  /** Access tokens live so short that they expire within a run, or as long as they do outside, where this does not say. */
  readonly tokenMinutes?: number;
  readonly past?: Past;
  /** Their names. */
  readonly devices?: readonly string[];
  /** Several servers on a PostgreSQL; else it is one with a file. */
  readonly hosting?: Hosting | undefined;
  /** Environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** One server, or several that share a database, and a few phones, played by a seed. */
export class World {
  readonly seed: number;
  readonly people: readonly Person[];
  readonly random: Random;
  readonly clock: SimulatedClock;
  readonly server: SimulatedServer;
  readonly devices: readonly Device[];
  readonly trace: string[] = [];
  /** So far (ms) a clock may be off. */
  clockErrors: readonly number[] = [300_000, 3_600_000, aDay, 9 * aDay];
  /** People who left for good. */
  readonly gone = new Set<number>();

  private constructor(seed: number, clock: SimulatedClock, server: SimulatedServer, people: readonly Person[], names: readonly string[]) {
    this.seed = seed;
    this.people = people;
    this.random = new Random(seed);
    this.clock = clock;
    this.server = server;
    const skews = [0, aDay, -aDay];
    this.devices = names.map(
      (name, index) =>
        new Device({
          name,
          server: server.wayOf(seed * 31 + index * 7 + 3),
          clock,
          clockSkew: this.random.pick(skews),
          seed: seed * 31 + index * 7 + 1,
        }),
    );
    server.pushService.onArrival = (endpoint, payload) =>
      this.devices.find(({ endpoints }) => endpoints.has(endpoint))?.hearPush(endpoint, payload);
  }

  static async create(seed: number, setting: Setting = {}): Promise<World> {
    const { people = chatters, past, devices = ['one', 'two', 'three'], hosting, settings } = setting;
    // Who refreshes all the time is alone with that; of several servers it is wanted to see more at once.
    const { tokenMinutes = (seed % 3 === 0) === (hosting === undefined) ? 60 : 1 } = setting;
    const clock = new SimulatedClock(past?.endedAt);
    const random = new Random(seed * 31 + 5);
    const server = await SimulatedServer.start({
      clock,
      people,
      random,
      seed,
      tokenMinutes,
      ...(past && { restore: past.restore }),
      ...(hosting && { hosting }),
      ...(settings && { settings }),
    });
    return new World(seed, clock, server, people, devices);
  }

  /** Who may sign in. */
  get living(): readonly Person[] {
    return this.people.filter(({ userId }) => !this.gone.has(userId));
  }

  /** What went wrong in the engine or in the server and nobody was told. */
  get faults(): string[] {
    return [...this.devices.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${String(fault)}`)), ...this.server.violations];
  }

  /** One line of the story, for whoever replays a seed. */
  note(line: string): void {
    this.trace.push(`${String(this.clock.now() % aDay).padStart(8)} ${line}`);
  }

  setWeather(weather: Weather): void {
    for (const { network } of this.devices) network.weather = weather;
  }

  storm(): void {
    this.setWeather(stormy);
  }

  /** The network works again everywhere and the server runs; nobody taps anything. */
  async calmDown(): Promise<void> {
    this.setWeather(calm);
    for (const device of this.devices) {
      device.network.online = true;
      device.network.uplink = Infinity;
      device.network.refusesStreams = false;
      device.network.letPass('all');
    }
    await this.server.calmDown();
    await quiet();
  }

  /** Lets `span` (ms of simulated time) pass, and whatever is under way or due by then. */
  async run(span: number): Promise<void> {
    const end = this.clock.now() + span;
    for (;;) {
      await quiet();
      if (await this.step()) continue;
      const next = this.clock.nextAt;
      if (next === null || next > end) {
        this.clock.sleep(Math.max(0, end - this.clock.now()));
        return;
      }
      this.clock.fireNext();
    }
  }

  /** Lets a request that is under way meet its fate, or several at once where there are several servers; false where there is none. */
  async step(): Promise<boolean> {
    const meetings: Promise<void>[] = [];
    const most = this.server.isShared ? 1 + this.random.below(mostAtOnce) : 1;
    while (meetings.length < most) {
      const busy = this.devices.filter(({ network }) => network.busy);
      if (busy.length === 0) break;
      meetings.push(this.random.pick(busy).network.step());
    }
    await Promise.all(meetings);
    return meetings.length > 0;
  }

  async close(): Promise<void> {
    for (const device of this.devices) device.killAll();
    if (this.server.course) this.note(this.server.course);
    await this.server.close();
  }
}
