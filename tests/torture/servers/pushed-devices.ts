import { setTimeout as pause } from 'node:timers/promises';
import { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { Random } from '#tests/simulation/world/random.ts';
import type { Announced } from './announcer.ts';
import type { CampOnPostgres } from './camp-on-postgres.ts';

const owners = ['author', 'participant', 'author', 'participant'] as const;

/** The longest answer time (ms) of a push service: long enough for another server to interfere. */
const slowest = 60;

export class PushedDevices {
  readonly #service = new LocalPushService();
  readonly #camp: CampOnPostgres;
  readonly #random: Random;

  constructor(camp: CampOnPostgres, seed: number) {
    this.#camp = camp;
    this.#random = new Random(seed);
  }

  get received(): number {
    return this.#service.delivered.length;
  }

  async start(origin: string): Promise<void> {
    await this.#service.listen();
    for (const [index, owner] of owners.entries()) {
      const { name, subscription } = this.#service.device(`device-${index}`);
      const rest = () => this.#random.next() * slowest;
      this.#service.answers.set(name, (_request, response) => void pause(rest()).then(() => response.writeHead(201).end()));
      await register(origin, await this.#camp.signIn(owner), subscription);
    }
  }

  stop(): Promise<void> {
    return this.#service.close();
  }

  /** Returns announcements that a device received more than once. */
  twice(): string[] {
    const all = Map.groupBy(this.#messages(), (message) => message);
    return [...all].filter(([, times]) => times.length > 1).map(([message]) => message);
  }

  /** Returns pushes of these announcements that did not arrive or are not stored as sent. An undisturbed run has none. */
  async missingPushes(announced: readonly Announced[]): Promise<string[]> {
    const reached = new Set(this.#messages());
    const jobs = await this.#jobs();
    return announced.flatMap(({ id }) =>
      owners.flatMap((_owner, index) => {
        const message = `device-${index} announcement-${id}`;
        const state = jobs.get(message);
        return reached.has(message) && state === 'sent' ? [] : [`${message}: ${state}${reached.has(message) ? ', and arrived' : ''}`];
      }),
    );
  }

  /** Returns pushes with a wrong state: delivered but still pending, or sent but never delivered. */
  async wrongPushStates(): Promise<string[]> {
    const jobs = await this.#jobs();
    const reached = new Set(this.#messages());
    return [...jobs]
      .filter(([message, state]) => (state === 'waiting' && reached.has(message)) || (state === 'sent' && !reached.has(message)))
      .map(([message, state]) => `${message}: ${state}`);
  }

  #messages(): string[] {
    const delivered = this.#service.delivered.map(({ device, payload }) => `${device} ${payload.notification.tag}`);
    return delivered.filter((message) => message.includes(' announcement-'));
  }

  async #jobs(): Promise<Map<string, string>> {
    const rows = await this.#camp.look((db) =>
      db
        .selectFrom('push_jobs as job')
        .innerJoin('push_subscriptions as device', 'device.id', 'job.subscription_id')
        .select(['device.endpoint', 'job.subject', 'job.state'])
        .where('job.subject', 'like', 'announcement-%')
        .execute(),
    );
    return new Map(rows.map(({ endpoint, subject, state }) => [`${endpoint.split('/').at(-1)} ${subject}`, state]));
  }
}

async function register(origin: string, token: string, subscription: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { status } = await fetch(`${origin}/api/notification`, { method: 'POST', headers, body: JSON.stringify({ subscription }) });
  if (status !== 200) throw new Error(`the device was answered ${status}`);
}
