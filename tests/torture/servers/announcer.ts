import { setTimeout as pause } from 'node:timers/promises';
import { insist } from '../harness/stubborn-client.ts';

/** An announcement that was acknowledged as made and as sent out. */
export interface Announced {
  readonly id: string;
  readonly title: string;
}

/** How long (ms) after one comes the next. */
const rest = 100;

/** An organiser who has one announcement after the other pushed, each under a number of its own, whatever happens to the servers. */
export class Announcer {
  readonly announced: Announced[] = [];
  readonly #origin: () => string;
  readonly #token: string;
  #count = 0;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(origin: () => string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  start(): void {
    this.#stopping = false;
    this.#running = this.#run();
  }

  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Through this server, or through whichever. */
  async announce(origin = this.#origin): Promise<Announced> {
    const title = `torture ${(this.#count += 1)}`;
    const body = { title, content: 'Come all' };
    const { id } = (await insist(origin, this.#token, { method: 'POST', path: '/api/announcement', body })) as { id: string };
    await insist(origin, this.#token, { method: 'POST', path: `/api/announcement/${id}/activate`, body: {} });
    const one = { id, title };
    this.announced.push(one);
    return one;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.announce();
      await pause(rest);
    }
  }
}
