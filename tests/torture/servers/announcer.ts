import { setTimeout as pause } from 'node:timers/promises';
import { sendUntilAccepted } from '../harness/stubborn-client.ts';

/** An announcement whose creation and publication were acknowledged. */
export interface Announced {
  readonly id: string;
  readonly title: string;
}

/** The pause (ms) between announcements. */
const rest = 100;

/** Publishes one numbered announcement after the other as an event admin, whatever happens to the servers. */
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

  /** Publishes through this server, or by default through any. */
  async announce(origin = this.#origin): Promise<Announced> {
    const title = `torture ${(this.#count += 1)}`;
    const body = { title, content: 'Come all' };
    const { id } = (await sendUntilAccepted(origin, this.#token, { method: 'POST', path: '/api/announcement', body })) as { id: string };
    await sendUntilAccepted(origin, this.#token, { method: 'POST', path: `/api/announcement/${id}/activate`, body: {} });
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
