import { ownPostRowId } from '#contract/rules/own-rows.ts';
import type { Post } from '#contract/resources/posts.ts';
import { repliesOf } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import type { Stored } from '#db/records.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { readCursor } from '#sync/exchange/cursor.ts';
import type { Fetched, Found, OutsideRows } from '#sync/exchange/outside-rows.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { ServerRequest } from '../server/server-answer.ts';
import type { BigEvent } from '../world/big-event.ts';
import type { Device, Tab } from '../world/device.ts';
import { eventId } from '../world/people.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

const scope = `event:${eventId}`;

/** In ms: longer than a pull takes. */
const aMoment = 2_000;

const isWindowCall = ({ path }: ServerRequest): boolean => path.includes('/window/');

type Ask = (outside: OutsideRows) => Promise<Fetched | Found>;

/** Returns the call of a device, or null for none. */
type CallOf = (client: SyncClient) => Promise<Ask | null>;

/** People in a big event look at what is outside of the window of their device, or keep something in it. */
export class WindowActions {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Follows a thread, or no longer. */
  async follow(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const thread = client && (await this.#thread(client));
    if (!client || !thread) return;
    const state = this.#world.random.pick(['followed', 'followed', 'usual'] as const);
    this.#world.note(`${tab.device.name}: ${client.userId} has ${thread.id} ${state}`);
    const id = ownPostRowId(thread.id, client.userId);
    void ignoringRefusals(client.engine().then((engine) => engine.execute('threadFollows', 'follow', { state }, { id, eventId })));
  }

  /** Writes half a reply, or clears it. */
  async draft(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const thread = client && (await this.#thread(client));
    if (!client || !thread) return;
    const id = `reply:${eventId}:${thread.id}`;
    const text = this.#world.random.chance(0.6) ? 'half' : '';
    this.#world.note(`${tab.device.name}: ${client.userId} drafts '${text}' under ${thread.id}`);
    const draft = { id, text, updatedAt: tab.ports.now(), about: `posts:${thread.id}` };
    await ignoringRefusals(text === '' ? client.db.drafts.delete(id) : client.db.drafts.put(draft).then(() => undefined));
  }

  /** Opens older replies of a thread that is cut, an older page of a list, or a page of people. */
  async older(tab: Tab): Promise<void> {
    const { random } = this.#world;
    const client = clientOf(tab);
    const floors = Object.entries((client && (await windowOn(client))?.floors) ?? {}).filter(([, floor]) => floor > 0);
    if (!client || floors.length === 0) return;
    const [list, order] = random.pick([...floors, ['participants', 0] as const]);
    // The screens of a list without parents show pages, which lower no floor.
    const isBelow = list.includes('/') || (order > 0 && random.chance(0.3));
    const page = 1 + random.below(4);
    this.#ask(tab, client, `${list} ${isBelow ? `below ${order}` : `page ${page}`}`, (outside) =>
      isBelow ? outside.below(eventId, list, order) : outside.page(eventId, list, page),
    );
  }

  /** Opens a thread or a person by a link, which may be removed. */
  async open(tab: Tab): Promise<void> {
    const { random, server, people } = this.#world;
    const client = clientOf(tab);
    if (!client) return;
    const posts = await sqlOf(server.store.reading)
      .selectFrom('posts')
      .select('id')
      .where('event_id', '=', eventId)
      .orderBy('order')
      .execute();
    const resource = random.chance(0.3) || posts.length === 0 ? 'participants' : 'posts';
    const id =
      resource === 'posts' ? random.pick(posts).id : `${eventId}-${random.pick([...people.map(({ userId }) => userId), 11, 12, 13])}`;
    this.#ask(tab, client, `${resource} ${id}`, (outside) => outside.rows(eventId, resource, [id]));
  }

  /** Searches people or posts on the server. */
  async search(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const list = this.#world.random.pick(['participants', 'participants', 'posts']);
    if (client) this.#ask(tab, client, `hits among ${list}`, (outside) => outside.search(eventId, list, 'o', null));
  }

  /** Delivers an answer that is slow on its way, and may have become too old. */
  receive({ name, network }: Device): void {
    this.#world.note(`${name}: a slow answer arrives`);
    network.deliverSlow();
  }

  /** Makes a part of the answers slow until the calm. */
  slowDown(): void {
    const { devices, random } = this.#world;
    for (const { network } of devices) network.isSlow = (request) => isWindowCall(request) && random.chance(0.5);
  }

  /** Lets rows and answers meet in the orders that a storm seldom makes. */
  async playInCalm(crowd: BigEvent): Promise<void> {
    await this.#meetPeople();
    // Its new posts would evict the traces of a fault of the others.
    await this.#halve(crowd);
    await this.#missRemoval(crowd);
    await this.#missFloor(crowd);
  }

  /** Devices search people and read pages of them at once, when the server reads its list of them again. */
  async #meetPeople(): Promise<void> {
    const read = (outside: OutsideRows) => outside.page(eventId, 'participants', 1);
    const search = (outside: OutsideRows) => outside.search(eventId, 'participants', 'o', null);
    for (const calls of [[read], [search, read, search]]) {
      await this.#world.run(times.minute);
      for (const call of calls) await this.#askOnAll(async () => call);
      await this.#world.run(aMoment);
    }
  }

  /** Moderation removes a thread, whose tombstone arrives a page before those of its replies. */
  async #halve(crowd: BigEvent): Promise<void> {
    const thread = await crowd.write(null);
    if (thread === null) return;
    for (let replies = 0; replies < 6; replies += 1) await crowd.write(thread);
    await this.#world.run(aMoment);
    for (let others = 3 + this.#world.random.below(4); others > 0; others -= 1) await crowd.write(null);
    await crowd.moderate(thread);
    await this.#world.run(aMoment);
  }

  /** A thread is removed while its rows are on their way to all devices, which receive the removal first. */
  async #missRemoval(crowd: BigEvent): Promise<void> {
    const thread = await crowd.write(null);
    if (thread === null) return;
    await crowd.write(thread);
    const opened = (outside: OutsideRows) => outside.rows(eventId, 'posts', [thread]);
    await this.#whileAsked(
      async () => opened,
      async () => {
        await crowd.tidy(thread);
        await this.#world.run(aMoment);
      },
    );
  }

  /** The floor of a thread is raised while its older replies are on their way to all devices. */
  async #missFloor(crowd: BigEvent): Promise<void> {
    const thread = await crowd.write(null);
    if (thread === null) return;
    const list = repliesOf('posts', thread);
    await this.#cut(crowd, thread);
    const older = async (client: SyncClient) => {
      const floor = (await windowOn(client))?.floors[list];
      return floor === undefined ? null : (outside: OutsideRows) => outside.below(eventId, list, floor);
    };
    await this.#cut(crowd, thread, (meanwhile) => this.#whileAsked(older, meanwhile));
  }

  /** Cuts a thread on all devices by new replies. `during` runs the eviction while the mirror receives no news. */
  async #cut(crowd: BigEvent, thread: string, during = async (work: () => Promise<void>) => work()): Promise<void> {
    const { devices, clock } = this.#world;
    clock.sleep(times.hour + aMoment);
    const rest = Promise.withResolvers<void>();
    for (const device of devices) device.idle = rest.promise;
    for (let replies = 0; replies < 5; replies += 1) await crowd.write(thread);
    await this.#world.run(times.minute);
    await during(async () => {
      rest.resolve();
      await this.#world.run(aMoment);
    });
  }

  /** Lets all devices send a call, and works before its answers arrive. */
  async #whileAsked(callOf: CallOf, work: () => Promise<void>): Promise<void> {
    const { devices } = this.#world;
    for (const { network } of devices) network.isSlow = isWindowCall;
    await this.#askOnAll(callOf);
    await this.#world.run(aMoment);
    for (const { network } of devices) network.isSlow = () => false;
    await work();
    for (const { network } of devices) network.deliverSlow(true);
    await this.#world.run(aMoment);
  }

  async #askOnAll(callOf: CallOf): Promise<void> {
    for (const { livingTabs } of this.#world.devices) {
      const [tab] = livingTabs;
      const client = tab && clientOf(tab);
      const call = client && (await callOf(client));
      if (call) this.#ask(tab, client, 'rows', call);
    }
  }

  #ask(tab: Tab, client: SyncClient, what: string, ask: Ask): void {
    const { name } = tab.device;
    this.#world.note(`${name}: ${client.userId} asks for ${what}`);
    const outcome = client.engine().then(({ outside }) => ask(outside));
    void ignoringRefusals(outcome.then((end) => this.#world.note(`${name}: ${what}: ${'status' in end ? end.status : end.kind}`)));
  }

  async #thread({ db }: SyncClient): Promise<Stored<Post> | null> {
    const rows = (await db
      .mirror('posts')
      .toArray()
      .catch(() => [])) as unknown as Stored<Post>[];
    const threads = rows.filter((row) => !row.$gone && row.replyToId === null && row.eventId === eventId);
    return threads.length === 0 ? null : this.#world.random.pick(threads);
  }
}

const windowOn = async ({ db }: SyncClient) => (await readCursor(db).catch(() => undefined))?.windows?.[scope];
