import { SimulatedClock } from './clock.ts';
import { Device } from './device.ts';
import { calm, stormy, type Weather } from './network.ts';
import { chatters, type Person } from './people.ts';
import type { Hosting } from '../postgres/postgres-storage.ts';
import { whenIdle } from './idle.ts';
import { Random } from './random.ts';
import { SimulatedServer } from '../server/server.ts';

const aDay = 86_400_000;

export interface Past {
  /** Fills the server's data directory. */
  readonly restore: (dataDir: string) => void;
  /** The end of that history, in milliseconds since the epoch. */
  readonly endedAt: number;
}

export interface Setting {
  readonly people?: readonly Person[];
  /** Lifetime of access tokens. The default is, by seed, one that expires within a run or the usual one. */
  readonly tokenMinutes?: number;
  readonly past?: Past;
  /** The names of the devices. */
  readonly devices?: readonly string[];
  /** Set for several servers on PostgreSQL; otherwise there is one on SQLite. */
  readonly hosting?: Hosting | undefined;
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
  /** How far (ms) a clock may be off. */
  clockErrors: readonly number[] = [300_000, 3_600_000, aDay, 9 * aDay];
  /** People whose accounts are erased. */
  readonly erased = new Set<number>();
  /** The most requests at once. */
  mostAtOnce: number;
  /** Threads of which somebody removed a reply. */
  readonly thinned = new Set<string>();

  private constructor(seed: number, clock: SimulatedClock, server: SimulatedServer, people: readonly Person[], names: readonly string[]) {
    this.seed = seed;
    this.people = people;
    this.random = new Random(seed);
    this.clock = clock;
    this.server = server;
    this.mostAtOnce = server.isShared ? 8 : 1;
    const skews = [0, aDay, -aDay];
    this.devices = names.map(
      (name, index) =>
        new Device({
          name,
          server: server.routeOf(seed * 31 + index * 7 + 3),
          clock,
          clockSkew: this.random.pick(skews),
          seed: seed * 31 + index * 7 + 1,
        }),
    );
    server.pushService.onArrival = (endpoint, payload) =>
      this.devices.find(({ endpoints }) => endpoints.has(endpoint))?.showPush(endpoint, payload);
  }

  static async create(seed: number, setting: Setting = {}): Promise<World> {
    const { people = chatters, past, devices = ['one', 'two', 'three'], hosting, settings } = setting;
    // Short tokens keep devices busy with refreshes, one at a time. Several servers have them less often, for more requests at once.
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

  /** People who may sign in. */
  get remaining(): readonly Person[] {
    return this.people.filter(({ userId }) => !this.erased.has(userId));
  }

  /** Returns faults in the engine or the server that were reported to nobody. */
  get faults(): string[] {
    return [...this.devices.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${String(fault)}`)), ...this.server.violations];
  }

  note(line: string): void {
    this.trace.push(`${String(this.clock.now() % aDay).padStart(8)} ${line}`);
  }

  setWeather(weather: Weather): void {
    for (const { network } of this.devices) network.weather = weather;
  }

  storm(): void {
    this.setWeather(stormy);
  }

  /** Restores all networks and the server; nobody taps. */
  async calmDown(): Promise<void> {
    this.setWeather(calm);
    for (const device of this.devices) {
      device.network.online = true;
      device.network.uplink = Infinity;
      device.network.refusesStreams = false;
      device.network.setPassing('all');
      device.network.isSlow = () => false;
      device.network.deliverSlow(true);
    }
    await this.server.calmDown();
    await whenIdle();
  }

  /** Runs for `span` (ms of simulated time), with all requests and timers in it. */
  async run(span: number): Promise<void> {
    const end = this.clock.now() + span;
    for (;;) {
      await whenIdle();
      if (await this.step()) continue;
      const next = this.clock.nextAt;
      if (next === null || next > end) {
        this.clock.sleep(Math.max(0, end - this.clock.now()));
        return;
      }
      this.clock.fireNext();
    }
  }

  /** Decides the fate of a random request, or of several at once; returns false if there is none. */
  async step(): Promise<boolean> {
    const meetings: Promise<void>[] = [];
    const most = this.mostAtOnce > 1 ? 1 + this.random.below(this.mostAtOnce) : 1;
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
    if (this.server.fingerprint) this.note(this.server.fingerprint);
    await this.server.close();
  }
}
