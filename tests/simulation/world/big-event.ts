import { switchEvent, leaveEvent } from '#contract/endpoints/joining.ts';
import { limits } from '#contract/limits.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { windowSizes } from '#contract/rules/windows.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { removeRows } from '#server/services/feed/removed-rows.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { dynamicScopes } from '#server/store/store.ts';
import type { Device } from './device.ts';
import { anna, eventId, type Person } from './people.ts';
import type { World } from './world.ts';

/** Windows so small that a few posts fill them; the camp is big with its first members. */
const small: typeof windowSizes = {
  bigMembers: 2,
  bigRows: 10,
  posts: { first: 4, each: 3, rows: 14 },
  photos: { first: 3, each: 0, rows: 3 },
  ownThreads: 100,
  ownRows: 1_000,
  gap: 15,
};

/** Pages of the feed so short that a load of a window needs several. */
const shortPages = { feedPageRows: 9, feedFirstPageRows: 5 };

/** Makes all events of this thread big until `undo`. */
export function shrinkWindows(): { undo: () => void } {
  const before = structuredClone(windowSizes);
  const pages = { ...limits };
  assign(small);
  Object.assign(limits, shortPages);
  return {
    undo: () => {
      assign(before);
      Object.assign(limits, pages);
    },
  };
}

/** Changes the limits in place, because the rules hold parts of them. */
function assign({ posts, photos, ...others }: typeof windowSizes): void {
  Object.assign(windowSizes, others);
  Object.assign(windowSizes.posts, posts);
  Object.assign(windowSizes.photos, photos);
}

/** People without a device in the simulation: they join, leave, write and change their names through the server. */
const crowd: readonly Person[] = Array.from({ length: 5 }, (_, index) => {
  const userId = 11 + index;
  return { userId, email: `crowd-${userId}@simulated.example`, name: `Crowd ${userId}`, role: 'user', eventRole: null };
});

export class BigEvent {
  readonly #world: World;
  /** The members of the crowd. */
  readonly #members = new Set<number>();
  #names = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Creates the accounts of the crowd; a part of them joins and fills the windows. */
  async prepare(): Promise<void> {
    const { server, clock } = this.#world;
    await server.store.write(dynamicScopes(), async (trx) => {
      const accounts = crowd.map(({ userId: id, email, name, role }) => ({
        id,
        email,
        name,
        role,
        password_hash: '',
        active_event_id: null,
        email_verified: 1 as const,
        version: 1,
        created_at: clock.now(),
      }));
      await sqlOf(trx).insertInto('users').values(accounts).execute();
      const ids = crowd.map(({ userId }) => userId);
      for (const resource of ['me', 'notifications']) {
        const rows = await loadRows(trx, resource, ids);
        await recordChanges(
          trx,
          [...rows.values()].map((row) => ({ resource, rowBefore: null, rowAfter: row })),
          clock.now(),
        );
      }
    });
    for (const { userId } of crowd.slice(0, 3)) await this.#join(userId);
    for (let posts = 0; posts < 12; posts += 1) await this.talk();
  }

  /** Somebody who is no member joins, or a member leaves. */
  async come(): Promise<void> {
    const { random } = this.#world;
    const { userId } = random.pick(crowd);
    if (!this.#members.has(userId)) return this.#join(userId);
    const isGone = (await this.#send(userId, leaveEvent.path.replace(':id', String(eventId)), { sure: true })) !== null;
    if (isGone) this.#members.delete(userId);
    this.#world.note(`crowd: ${userId} ${this.#members.has(userId) ? 'stays' : 'leaves'}`);
  }

  /** A member writes: a post, or a reply to any thread, often to an old one; some of them mention somebody. */
  async talk(): Promise<void> {
    const { random, people } = this.#world;
    const author = this.#anyMember();
    if (author === null) return;
    const threads = await this.#threads();
    const parent =
      threads.length > 0 && random.chance(0.7)
        ? random.pick(random.chance(0.6) ? [...threads.slice(0, 2), ...threads.slice(-2)] : threads)
        : null;
    const mentioned = random.chance(0.25) ? random.pick([...people.map(({ userId }) => userId), ...this.#members]) : null;
    const content = `says ${random.below(1_000)}${mentioned === null ? '' : ` ${mentionOf(mentioned)}`}`;
    await this.#write(author, content, parent);
  }

  /** A member writes a post, or a reply. Returns its id, null without a member or a server. */
  async write(parent: string | null): Promise<string | null> {
    const author = this.#anyMember();
    return author === null ? null : this.#write(author, 'says nothing new', parent);
  }

  async #write(author: number, content: string, parent: string | null): Promise<string | null> {
    this.#world.note(`crowd: ${author} writes ${content}${parent === null ? '' : ` under ${parent}`}`);
    const body = { content, event: eventId, ...(parent !== null && { replyToId: parent }) };
    const answer = await this.#send(author, '/api/post', body);
    return answer && (JSON.parse(answer) as { id: string }).id;
  }

  /** A member removes one of the newest posts, or this one. */
  async tidy(one?: string): Promise<void> {
    const { random, server, thinned } = this.#world;
    const posts = sqlOf(server.store.reading)
      .selectFrom('posts')
      .select(['id', 'author_id', 'reply_to_id'])
      .where('event_id', '=', eventId);
    const own = (await posts.orderBy('order').orderBy('id').execute()).filter((post) => this.#members.has(post.author_id));
    const removable = one === undefined ? own.slice(-12) : own.filter(({ id }) => id === one);
    if (removable.length === 0) return;
    const { id, author_id: author, reply_to_id: thread } = random.pick(removable);
    if (thread !== null) thinned.add(thread);
    this.#world.note(`crowd: ${author} removes ${id}`);
    await this.#send(author, `/api/post/${id}`, {}, 'DELETE');
  }

  /** Removes a post without reactions, and its replies after it, as moderation does. */
  async moderate(id: string): Promise<void> {
    const { server, clock } = this.#world;
    this.#world.note(`moderation removes ${id}`);
    await server.store.write(dynamicScopes(), async (trx) => recordChanges(trx, await removeRows(trx, 'posts', [id]), clock.now()));
  }

  /** Somebody changes their name, also on a device. */
  async rename(): Promise<void> {
    const { random } = this.#world;
    const { userId } = random.pick([anna, ...crowd]);
    const name = `Name ${(this.#names += 1)}`;
    this.#world.note(`crowd: ${userId} is now ${name}`);
    await this.#send(userId, '/api/users/me', { name });
  }

  /** The event becomes small, or big again. */
  async resize(): Promise<void> {
    const isSmall = windowSizes.bigRows !== small.bigRows;
    Object.assign(windowSizes, isSmall ? { bigMembers: small.bigMembers, bigRows: small.bigRows } : { bigMembers: 1_000, bigRows: 10_000 });
    this.#world.note(`the event is ${isSmall ? 'big' : 'small'}`);
  }

  /** A device gets an app that does not know windows, or a current one again. The browser ends the tabs of the other one. */
  async reinstall(device: Device): Promise<void> {
    device.killAll();
    device.hasOldApp = !device.hasOldApp;
    this.#world.note(`${device.name}: ${device.hasOldApp ? 'an old' : 'the current'} app is installed`);
  }

  /** Lets all devices receive each step of the crowd, such as a departure and a return, by itself. */
  async playInCalm(): Promise<void> {
    const { random } = this.#world;
    for (let step = 0; step < 16; step += 1) {
      await this[random.weighted({ come: 8, talk: 4, tidy: 2, rename: 1 })]();
      await this.#world.run(2_000);
    }
  }

  async #join(userId: number): Promise<void> {
    if ((await this.#send(userId, switchEvent.path.replace(':id', String(eventId)), {})) !== null) this.#members.add(userId);
    this.#world.note(`crowd: ${userId} ${this.#members.has(userId) ? 'joins' : 'stays away'}`);
  }

  #anyMember(): number | null {
    return this.#members.size === 0 ? null : this.#world.random.pick([...this.#members]);
  }

  async #threads(): Promise<string[]> {
    const { store } = this.#world.server;
    const posts = sqlOf(store.reading).selectFrom('posts').select('id').where('event_id', '=', eventId).where('reply_to_id', 'is', null);
    return (await posts.orderBy('order').orderBy('id').execute()).map(({ id }) => id);
  }

  /** Returns the answer of the server, null if it refuses; it may die at any time. */
  async #send(userId: number, path: string, body: object, method = 'POST'): Promise<string | null> {
    const { server } = this.#world;
    await server.startAgain();
    const token = await server.tokenOf(userId).catch(() => null);
    if (token === null) return null;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await server.handle({ method, path, headers, body: JSON.stringify(body) });
    if (answer && answer.status >= 300) this.#world.note(`crowd: ${path} was answered ${answer.status} ${answer.body}`);
    return answer !== null && answer.status < 300 ? answer.body : null;
  }
}
