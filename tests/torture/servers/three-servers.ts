import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { Wire } from '#tests/servers/harness/wire.ts';
import type { Random } from '#tests/simulation/world/random.ts';
import { ServerProcess } from '../harness/server-process.ts';
import type { CampOnPostgres } from './camp-on-postgres.ts';

/** The number of servers; the last one's clock is an hour ahead. */
export const count = 3;
const hourAhead = pathToFileURL(join(import.meta.dirname, 'hour-ahead.ts')).href;

/** The longest time (ms) that a database is unreachable. */
const longestCut = 500;

/** Three real servers on one database, each with a wire of its own to it. */
export class ThreeServers {
  readonly #camp: CampOnPostgres;
  readonly #folder = mkdtempSync(join(tmpdir(), 'event-companion-three-servers-'));
  readonly #servers: ServerProcess[] = [];
  readonly #wires: Wire[] = [];

  constructor(camp: CampOnPostgres) {
    this.#camp = camp;
  }

  get origins(): readonly string[] {
    return this.#servers.map(({ origin }) => origin);
  }

  async start(): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { wire, url } = await Wire.to(this.#camp.url);
      const settings = {
        ...this.#camp.settings,
        DATABASE_URL: url,
        DATABASE_CONNECTIONS: '6',
        DRAIN_SECONDS: '0.1',
        ALLOW_LOOPBACK: '1',
        ...(index === count - 1 && { NODE_OPTIONS: `--import=${hourAhead}` }),
      };
      this.#wires.push(wire);
      this.#servers.push(new ServerProcess(join(this.#folder, String(index)), settings));
    }
    await Promise.all(this.#servers.map((server) => server.start()));
  }

  async kill(random: Random): Promise<void> {
    const server = random.pick(this.#servers);
    await server.stop('SIGKILL');
    await server.start();
  }

  async restartEach(): Promise<void> {
    for (const server of this.#servers) {
      await server.stop();
      await server.start();
    }
  }

  /** Breaks the connections of one server or of all, in the middle of their traffic; then the database is unreachable for a moment. */
  async cut(random: Random): Promise<void> {
    const wires = random.chance(0.5) ? this.#wires : [random.pick(this.#wires)];
    const how = random.pick(['refused', 'silent'] as const);
    for (const wire of wires) wire.breakAfter(random.below(100));
    await pause(random.next() * longestCut);
    for (const wire of wires) wire.cut(how);
    await pause(random.next() * longestCut);
    for (const wire of wires) {
      // Ends silent connections.
      wire.cut();
      wire.mend();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop('SIGKILL')));
    for (const wire of this.#wires) wire.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
