import { entityKey } from '#contract/resource.ts';
import { olderRows, rowsById } from '#contract/endpoints/windows.ts';
import { threadFollowId, threadFollows } from '#contract/resources/thread-follows.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { Stored } from '#db/records.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { readCursor } from '#sync/exchange/cursor.ts';
import { storeAnswer } from '#sync/exchange/window-calls.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { Tab } from '../world/device.ts';
import { eventId } from '../world/people.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

const scope = `event:${eventId}`;

type Asked = Omit<Parameters<typeof storeAnswer>[2], 'now'>;

/** People in a big event look at what is outside of the window of their device, or keep something in it. */
export class WindowActions {
  readonly #world: World;
  /** Answers that a slow device has not stored yet. */
  readonly #answers: (() => Promise<void>)[] = [];

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
    const id = threadFollowId(thread.id, client.userId);
    void ignoringRefusals(client.engine().then((engine) => engine.execute(threadFollows, 'follow', { state }, { id, eventId })));
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

  /** Opens older replies of a thread that is cut, or an older page of a list. */
  async older(tab: Tab): Promise<void> {
    const { random } = this.#world;
    const client = clientOf(tab);
    const floors = Object.entries((client && (await windowOn(client))?.floors) ?? {}).filter(([, floor]) => floor > 0);
    if (!client || floors.length === 0) return;
    const [list, order] = random.pick(floors);
    // The screens of a list without parents show pages, which lower no floor.
    const place = list.includes('/') || random.chance(0.3) ? { below: order } : { page: 1 + random.below(4) };
    this.#world.note(`${tab.device.name}: ${client.userId} opens ${list} ${JSON.stringify(place)}`);
    const query = Object.entries({ list, ...place }).map(([name, value]) => [name, String(value)]);
    this.#ask(
      tab,
      client,
      `${olderRows.path}?${new URLSearchParams(query)}`,
      'below' in place ? { below: { list, order } } : {},
      `${list} ${query.join()}`,
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
    this.#world.note(`${tab.device.name}: ${client.userId} opens ${resource} ${id}`);
    this.#ask(tab, client, `${rowsById.path}?${new URLSearchParams({ resource, ids: id })}`, {});
  }

  /** Stores one of the answers, some of which have become too old. */
  async receive(): Promise<void> {
    const [store] = this.#answers.splice(this.#world.random.below(Math.max(1, this.#answers.length)), 1);
    await store?.();
  }

  #ask(tab: Tab, client: SyncClient, path: string, asked: Asked, page?: string): void {
    const ask = async (): Promise<void> => {
      const outcome = await client.call({ method: 'GET', path: path.replace(':event', String(eventId)) });
      if (outcome.kind !== 'answer' || outcome.status !== 200) return;
      const answer = olderRows.answer.parse(outcome.body);
      const at = tab.ports.now();
      const store = async (): Promise<void> => {
        if (!tab.alive) return;
        const isStored = await storeAnswer(client.db, answer, { ...asked, now: at }).catch((error: unknown) => {
          // A kill ends the transaction.
          if (tab.alive) throw error;
          return false;
        });
        this.#world.note(`${tab.device.name}: ${path} is ${isStored ? 'stored' : 'too old'}`);
        if (page !== undefined && isStored)
          await client.db.pages.put({ name: `${scope} ${page}`, rows: answer.changes.map(entityKey), at });
      };
      if (this.#world.random.chance(0.5)) await store();
      else this.#answers.push(() => ignoringRefusals(store()));
    };
    void ignoringRefusals(ask());
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
