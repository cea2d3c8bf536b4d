import { entityKey } from '#contract/resource.ts';
import type { ChosenPicture, OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { command } from '#sync/outbox/command.ts';
import type { Journal } from '../promises/journal.ts';
import { chatters, eventId as camp } from '../world/people.ts';
import { largePictureOf, pictureOf, side } from './grey-pictures.ts';
import type { Tab } from '../world/device.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** People's actions in the chat, in the calls of the screens. */
export class ChatActions {
  readonly #world: World;
  readonly #journal: Journal;
  /** The event of the screens. */
  eventId = camp;

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  post(tab: Tab): void {
    this.#create(tab, null);
  }

  async reply(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const all = await visiblePosts(client);
    const roots = all.filter(({ replyToId, eventId }) => replyToId === null && eventId === this.eventId);
    if (roots.length > 0) this.#create(tab, this.#world.random.pick(roots).id);
  }

  /** Shares a picture as the form does: the draft is removed together with the new command. */
  share(tab: Tab): void {
    this.#share(tab, (tap) => ({ bytes: pictureOf(tap), type: 'image/png', width: side, height: side }));
  }

  /** Shares a picture that is uploaded in pieces. */
  shareLarge(tab: Tab): void {
    this.#share(tab, largePictureOf);
  }

  #share(tab: Tab, choose: (tap: number) => ChosenPicture): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const { eventId } = this;
    const tap = this.#journal.tap();
    const description = `tap ${tap}`;
    const { name, bytes } = pictureArgument(client.newId(), choose(tap));
    this.#world.note(`${tab.device.name}: ${userId} shares the picture ${description}`);
    const commands = [command('photos', 'create', { url: name, description }, { eventId, bytes })];
    this.#record(
      tab,
      client
        .engine()
        .then((engine) => engine.executeAll(commands, `photo:${eventId}`))
        .then(([id]) => {
          this.#world.note(`${tab.device.name}: ${description} is saved as ${String(id)}`);
          return {
            kind: 'photo',
            id: String(id),
            userId,
            device: tab.device.name,
            eventId,
            replyToId: null,
            content: description,
            tap,
          } as const;
        }),
    );
  }

  /** The author removes an own post or photo; an admin removes any. */
  async remove(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const admin = chatters.find((person) => person.userId === userId)?.eventRole === 'admin';
    const candidates = [...(await visiblePosts(client)), ...(await visiblePhotos(client))].filter(
      ({ authorId, eventId }) => eventId === this.eventId && ((admin && eventId === camp) || authorId === userId),
    );
    if (candidates.length === 0) return;
    const { id, replyToId, eventId } = this.#world.random.pick(candidates);
    const tap = this.#journal.tap();
    const saved = { kind: 'removal', id, userId, device: tab.device.name, tap } as const;
    this.#world.note(`${tab.device.name}: ${userId} removes ${id}`);
    if (replyToId) this.#world.thinned.add(replyToId);
    this.#journal.removals.add(`${tab.device.name}/${userId}/${id}`);
    this.#record(
      tab,
      (replyToId === undefined
        ? client.engine().then((engine) => engine.execute('photos', 'remove', {}, { id, eventId }))
        : client.engine().then((engine) => engine.execute('posts', 'remove', {}, { id, eventId }))
      ).then(() => saved),
    );
  }

  /** The person decides about a rejected command. */
  async decide(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const refused = client ? await client.db.outbox.filter(({ state }) => state !== 'waiting').toArray() : [];
    if (!client || refused.length === 0) return;
    const entry = this.#world.random.pick(refused);
    if (entry.lastError?.code === 'post_gone' && this.#world.random.chance(0.5)) {
      this.#world.note(`${tab.device.name}: resends ${entry.id} as a new message`);
      this.#journal.sentAsPosts.add(String(entry.id));
      await ignoringRefusals(client.engine().then((engine) => engine.resend(entry.key, { ...(entry.args as object), replyToId: null })));
    } else if (entry.lastError?.code === 'picture_quota' && this.#world.random.chance(0.5)) {
      this.#world.note(`${tab.device.name}: resends the picture ${entry.id}`);
      await ignoringRefusals(client.engine().then((engine) => engine.resend(entry.key)));
    } else if (entry.state === 'conflict' && this.#world.random.chance(0.7)) {
      this.#world.note(`${tab.device.name}: insists on ${entry.id}`);
      await ignoringRefusals(client.engine().then((engine) => engine.resolve(entry.key, { kind: 'insist' })));
    } else {
      this.#world.note(`${tab.device.name}: discards ${entry.id}`);
      await this.#markDiscarded(client, entry);
      await ignoringRefusals(client.engine().then((engine) => engine.discard([entry.key])));
    }
  }

  #create(tab: Tab, replyToId: string | null): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const { eventId } = this;
    const tap = this.#journal.tap();
    const content = `tap ${tap}`;
    this.#world.note(`${tab.device.name}: ${userId} writes ${content}${replyToId ? ` under ${replyToId}` : ''}`);
    const done = client.engine().then((engine) => engine.execute('posts', 'create', { content, replyToId }, { eventId }));
    this.#record(
      tab,
      done.then((id) => {
        this.#world.note(`${tab.device.name}: ${content} is saved as ${String(id)}`);
        return { kind: 'post', id: String(id), userId, device: tab.device.name, eventId, replyToId, content, tap } as const;
      }),
    );
  }

  /** A promise counts from the moment the app reports "saved", and only if the tab still lives. */
  #record(tab: Tab, promise: Promise<Journal['saved'][number]>): void {
    void ignoringRefusals(
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
}

async function visiblePosts(client: SyncClient): Promise<{ id: string; eventId: number; replyToId: string | null; authorId: number }[]> {
  const records = await client.db
    .mirror('posts')
    .toArray()
    .catch(() => []);
  return records.filter(({ $gone }) => !$gone).map(({ id, eventId, replyToId, authorId }) => ({ id, eventId, replyToId, authorId }));
}

async function visiblePhotos(client: SyncClient): Promise<{ id: string; eventId: number; replyToId?: undefined; authorId: number }[]> {
  const records = await client.db
    .mirror('photos')
    .toArray()
    .catch(() => []);
  return records.filter(({ $gone }) => !$gone).map(({ id, eventId, authorId }) => ({ id, eventId, authorId }));
}
