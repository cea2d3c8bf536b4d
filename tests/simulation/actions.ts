import { entityKey } from '../../contract/resource.ts';
import { waitingPicture } from '../../contract/pictures.ts';
import { photos } from '../../contract/resources/photos.ts';
import { posts } from '../../contract/resources/posts.ts';
import type { OutboxEntry } from '../../src/db/records.ts';
import type { SyncClient } from '../../src/sync/client.ts';
import type { Device } from './device.ts';
import type { Journal } from './journal.ts';
import { calm } from './network.ts';
import { command } from '../../src/sync/outbox.ts';
import { eventId, password, people } from './people.ts';
import { pictureOf } from './pictures.ts';
import { quiet } from './quiet.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

/** What people do with the app, as the screens do it. */
export class Actions {
  readonly #world: World;
  readonly #journal: Journal;

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  /** Opens the app in a new tab and signs in where nobody is; signing in itself is played in good weather. */
  async open(device: Device, person = this.#world.random.pick(people)): Promise<Tab> {
    const tab = device.openTab();
    void tab.session.start();
    await this.#inGoodWeather(device, async () => {
      if (tab.session.state.get().status !== 'signed-in') await tab.session.login(person.email, password);
    });
    this.#world.note(`${device.name}: a tab opens, ${this.#who(tab)}`);
    return tab;
  }

  /** Somebody else, or the same person again, signs in on a device where nobody is signed in. */
  async signIn(tab: Tab, person = this.#world.random.pick(people)): Promise<void> {
    this.#world.note(`${tab.device.name}: ${person.email} signs in`);
    await this.#inGoodWeather(tab.device, async () => {
      await tab.session.login(person.email, password);
    });
  }

  post(tab: Tab): void {
    this.#create(tab, null);
  }

  async reply(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const all = await visiblePosts(client);
    const roots = all.filter(({ replyToId }) => replyToId === null);
    if (roots.length > 0) this.#create(tab, this.#world.random.pick(roots).id);
  }

  /** Shares a picture, as the form does it: the draft goes with the command. */
  share(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const tap = this.#journal.tap();
    const description = `tap ${tap}`;
    const bytes = { id: client.newId(), bytes: pictureOf(tap), type: 'image/png' };
    this.#world.note(`${tab.device.name}: ${userId} shares the picture ${description}`);
    const commands = [command(photos, 'create', { url: waitingPicture(bytes.id, 8, 8), description }, { eventId, bytes })];
    this.#record(
      tab,
      client.executeAll(commands, `photo:${eventId}`).then(([id]) => {
        this.#world.note(`${tab.device.name}: ${description} is saved as ${String(id)}`);
        return { kind: 'photo', id: String(id), userId, device: tab.device.name, replyToId: null, tap } as const;
      }),
    );
  }

  /** The author removes a post or photo of their own, or an admin anybody's. */
  async remove(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const admin = people.find((person) => person.userId === userId)?.admin ?? false;
    const candidates = [...(await visiblePosts(client)), ...(await visiblePhotos(client))].filter(
      ({ authorId }) => admin || authorId === userId,
    );
    if (candidates.length === 0) return;
    const { id, replyToId } = this.#world.random.pick(candidates);
    const tap = this.#journal.tap();
    const saved = { kind: 'removal', id, userId, device: tab.device.name, tap } as const;
    this.#world.note(`${tab.device.name}: ${userId} removes ${id}`);
    this.#record(
      tab,
      (replyToId === undefined
        ? client.execute(photos, 'remove', {}, { id, eventId })
        : client.execute(posts, 'remove', {}, { id, eventId })
      ).then(() => saved),
    );
  }

  /** The person deals with what was refused. */
  async deal(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const refused = client ? await client.db.outbox.filter(({ state }) => state !== 'waiting').toArray() : [];
    if (!client || refused.length === 0) return;
    const entry = this.#world.random.pick(refused);
    if (entry.lastError?.code === 'post_gone' && this.#world.random.chance(0.5)) {
      this.#world.note(`${tab.device.name}: resends ${entry.id} as a new message`);
      await quietly(client.resend(entry.key, { ...(entry.args as object), replyToId: null }));
    } else if (entry.lastError?.code === 'picture_quota' && this.#world.random.chance(0.5)) {
      this.#world.note(`${tab.device.name}: resends the picture ${entry.id}`);
      await quietly(client.resend(entry.key));
    } else {
      this.#world.note(`${tab.device.name}: discards ${entry.id}`);
      await this.#markDiscarded(client, entry);
      await quietly(client.discard([entry.key]));
    }
  }

  async logout(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const choice = this.#world.random.pick(['keep', 'keep', 'discard', 'send'] as const);
    this.#world.note(`${tab.device.name}: ${client.userId} logs out (${choice})`);
    if (choice === 'discard') {
      const entries = await client.db.outbox.toArray();
      for (const entry of entries) this.#journal.discarded.add(String(entry.id));
    }
    void quietly(tab.session.logout(choice));
  }

  #create(tab: Tab, replyToId: string | null): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const tap = this.#journal.tap();
    const content = `tap ${tap}`;
    this.#world.note(`${tab.device.name}: ${userId} writes ${content}${replyToId ? ` under ${replyToId}` : ''}`);
    const done = client.execute(posts, 'create', { content, replyToId }, { eventId });
    this.#record(
      tab,
      done.then((id) => {
        this.#world.note(`${tab.device.name}: ${content} is saved as ${String(id)}`);
        return { kind: 'post', id: String(id), userId, device: tab.device.name, replyToId, tap } as const;
      }),
    );
  }

  /** A promise counts from the moment at which the app says "saved", and not for a tab that died before. */
  #record(tab: Tab, promise: Promise<Journal['saved'][number]>): void {
    void quietly(
      promise.then((saved) => {
        if (tab.alive) this.#journal.saved.push(saved);
      }),
    );
  }

  async #markDiscarded(client: SyncClient, entry: OutboxEntry): Promise<void> {
    this.#journal.discarded.add(String(entry.id));
    for (const other of await client.db.outbox.where('entities').equals(entityKey(entry)).toArray())
      this.#journal.discarded.add(String(other.id));
  }

  async #inGoodWeather(device: Device, work: () => Promise<void>): Promise<void> {
    const { network } = device;
    const before = { weather: network.weather, online: network.online };
    network.weather = calm;
    network.online = true;
    if (!this.#world.server.running) await this.#world.server.restart();
    let done = false;
    const end = quietly(work()).finally(() => {
      done = true;
    });
    for (let i = 0; i < 200 && !done; i += 1) {
      await quiet();
      if (!done && network.busy) await network.step();
    }
    await end;
    network.weather = before.weather;
    network.online = before.online;
    await quiet();
  }

  #who(tab: Tab): string {
    const state = tab.session.state.get();
    return state.status === 'signed-in' ? `user ${state.userId}` : state.status;
  }
}

export function clientOf(tab: Tab): SyncClient | null {
  const state = tab.session.state.get();
  return tab.alive && state.status === 'signed-in' ? state.client : null;
}

async function visiblePosts(client: SyncClient): Promise<{ id: string; replyToId: string | null; authorId: number }[]> {
  const records = await client.db
    .mirror('posts')
    .toArray()
    .catch(() => []);
  return records.filter(({ $gone }) => !$gone).map(({ id, replyToId, authorId }) => ({ id, replyToId, authorId }));
}

async function visiblePhotos(client: SyncClient): Promise<{ id: string; replyToId?: undefined; authorId: number }[]> {
  const records = await client.db
    .mirror('photos')
    .toArray()
    .catch(() => []);
  return records.filter(({ $gone }) => !$gone).map(({ id, authorId }) => ({ id, authorId }));
}

/** A refusal or a database that was closed under the call is an answer to the person, not a fault of the run. */
async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const names = ['Refusal', 'StorageError', 'DatabaseClosedError', 'AbortError'];
    if (!names.includes((error as Error).name)) throw error;
  }
}
