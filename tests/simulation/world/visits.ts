import type { OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { login } from '#sync/session/sign-in.ts';
import type { Device, Tab } from './device.ts';
import { calm } from './network.ts';
import { passwordOf, type Person } from './people.ts';
import { whenIdle } from './idle.ts';
import type { World } from './world.ts';

export interface VisitOptions {
  /** Receives the commands that a logout discarded. */
  readonly onDiscard: (entries: readonly OutboxEntry[]) => void;
  /** The addresses for a sign-in, the likeliest first. */
  readonly addressesOf?: (person: Person) => readonly string[];
}

export class Visits {
  readonly #world: World;
  readonly #onDiscard: VisitOptions['onDiscard'];
  readonly #addressesOf: NonNullable<VisitOptions['addressesOf']>;

  constructor(world: World, { onDiscard, addressesOf = ({ email }) => [email] }: VisitOptions) {
    this.#world = world;
    this.#onDiscard = onDiscard;
    this.#addressesOf = addressesOf;
  }

  /** Opens the app in a new tab and signs in if nobody is; the sign-in always has good weather. */
  async open(device: Device, person = this.#world.random.pick(this.#world.remaining)): Promise<Tab> {
    const tab = device.openTab();
    void tab.start();
    await this.inGoodWeather(device, async () => {
      if (tab.session.state.get().status !== 'signed-in') await this.#login(tab, person);
    });
    this.#world.note(`${device.name}: a tab opens, ${who(tab)}`);
    return tab;
  }

  /** Opens a tab as a person does: with the stored data, in any weather. */
  async reopen(device: Device): Promise<void> {
    if ((await device.store.get('signed-in')) === undefined) {
      await this.open(device);
      return;
    }
    this.#world.note(`${device.name}: the app is opened again`);
    void device.openTab().start();
  }

  /** Signs a person in on a device without a signed-in user, possibly the same person again. */
  async signIn(tab: Tab, person = this.#world.random.pick(this.#world.remaining)): Promise<void> {
    this.#world.note(`${tab.device.name}: ${person.email} signs in`);
    await this.inGoodWeather(tab.device, () => this.#login(tab, person));
  }

  async logout(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const choice = this.#world.random.pick(['keep', 'keep', 'discard', 'send'] as const);
    this.#world.note(`${tab.device.name}: ${client.userId} signs out (${choice})`);
    if (choice === 'discard') this.#onDiscard(await client.db.outbox.toArray());
    void ignoringRefusals(tab.session.logout(choice));
  }

  /** Runs work that needs an answer, with a network that works. */
  async inGoodWeather(device: Device, work: () => Promise<void>): Promise<void> {
    const { network } = device;
    const { weather, online, uplink } = network;
    Object.assign(network, { weather: calm, online: true, uplink: Infinity });
    await this.#world.server.startAgain();
    let done = false;
    const end = ignoringRefusals(work()).finally(() => {
      done = true;
    });
    for (let i = 0; i < 200 && !done; i += 1) {
      await whenIdle();
      if (!done && network.busy) await network.step();
    }
    await end;
    Object.assign(network, { weather, online, uplink });
    await whenIdle();
  }

  async #login(tab: Tab, person: Person): Promise<void> {
    // The browser's push endpoint belonged to the previous person.
    tab.device.pushEndpoint = null;
    for (const address of this.#addressesOf(person)) {
      const result = await tab.session.signIn(login(address, passwordOf(person)));
      if (result.kind !== 'refused') return;
    }
  }
}

export function clientOf(tab: Tab): SyncClient | null {
  const state = tab.session.state.get();
  return tab.alive && state.status === 'signed-in' ? state.client : null;
}

function who(tab: Tab): string {
  const state = tab.session.state.get();
  return state.status === 'signed-in' ? `user ${state.userId}` : state.status;
}

/** Accepts refusals and databases that were closed during the call; other errors are faults of the run. */
export async function ignoringRefusals(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const names = ['Refusal', 'StorageError', 'DatabaseClosedError', 'AbortError'];
    if (!names.includes((error as Error).name)) throw error;
  }
}
