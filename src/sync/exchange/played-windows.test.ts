import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeAll, expect, test } from 'vitest';
import type { FeedChange, WindowState } from '#contract/endpoints/core.ts';
import { repliesOf, windowSizes } from '#contract/rules/windows.ts';
import { EventDatabase } from '#db/database.ts';
import { apiAnswer, eventId, quietPorts } from '#tests/fixtures/device.ts';
import { type Answer, type Device, type ModelServer, play, type Position, type Row } from '#tests/fixtures/window-model.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { readCursor } from './cursor.ts';
import { evict } from './evict.ts';
import { applyPage } from './pull.ts';
import { fetchWanted, storeAnswer } from './window-calls.ts';

const scope = `event:${eventId}`;

const changeOf = ({ resource, id, row }: Answer['changes'][number]): FeedChange => ({
  resource,
  id,
  version: row?.version ?? Number.MAX_SAFE_INTEGER,
  row: row && { createdAt: '', eventId, ...row },
});

/** A device with the engine and a database, for the model's server. */
class EngineDevice implements Device {
  readonly userId = 1;
  readonly db = new EventDatabase(1, { indexedDB: new IDBFactory(), IDBKeyRange });
  rows: ReadonlyMap<string, Row> = new Map();
  floors: Record<string, number> = {};
  wanted = { size: 0 };
  position: Position = { number: -1, load: null };
  #pages = 0;

  async pull(server: ModelServer): Promise<void> {
    const { drop, next, ...answer } = server.page(this.position, this.userId);
    const from = this.#pages === 0 ? undefined : `${this.#pages}`;
    this.#pages += 1;
    const page = {
      cursor: `${this.#pages}`,
      reset: from === undefined,
      ...(drop && from !== undefined && { keep: ['user:1'] }),
      more: next.load !== null || next.number < server.number,
      ...this.#parts(answer),
    };
    if (!(await applyPage(this.db, page, { from, now: 0 }))) throw new Error('a page is rejected');
    this.position = next;
    await this.#read();
  }

  async take(answer: Answer, thread?: string, below?: number): Promise<boolean> {
    const { windows, ...rows } = this.#parts(answer);
    const asked = thread === undefined || below === undefined ? {} : { below: { list: repliesOf('posts', thread), order: below } };
    const taken = await storeAnswer(this.db, { ...rows, window: windows[0]! }, { ...asked, now: 0 });
    await this.#read();
    return taken;
  }

  async fetchWanted(server: ModelServer): Promise<void> {
    const ports = quietPorts({
      fetch: async (path) => {
        const ids = new URLSearchParams(path.slice(path.indexOf('?'))).get('ids')!.split(',');
        const { windows, ...rows } = this.#parts(server.byId(ids, this.userId));
        return apiAnswer(200, { ...rows, window: windows[0]! });
      },
    });
    const api = new ApiClient({ ports, connection: new Connection(), userId: 1, token: 'token', onRefused: () => {} });
    if (await fetchWanted({ db: this.db, ports, api }, [scope])) throw new Error('an answer of the present is rejected');
    await this.#read();
  }

  async evict(): Promise<void> {
    await evict(this.db, quietPorts(), () => true);
    await this.#read();
  }

  async pin(thread: string | null): Promise<void> {
    await this.db.drafts.clear();
    if (thread !== null) await this.db.drafts.put({ id: 'draft', text: 'unsent', updatedAt: 0, about: `posts:${thread}` });
  }

  #parts({ with: named, changes, floors, number }: Answer): { with: FeedChange[]; changes: FeedChange[]; windows: WindowState[] } {
    const window = { scope, epoch: 'a', number, floors: { ...floors }, counts: {}, at: 0 };
    return { with: named.map(changeOf), changes: changes.map(changeOf), windows: [window] };
  }

  async #read(): Promise<void> {
    const { floors = {}, wanted = [] } = (await readCursor(this.db))?.windows?.[scope] ?? {};
    this.floors = floors;
    this.wanted = { size: wanted.length };
    const rows = new Map<string, Row>();
    for (const resource of ['posts', 'participants', 'reactionCounts'])
      for (const row of await this.db.mirror(resource).toArray()) rows.set(`${resource}:${row.id}`, row as unknown as Row);
    this.rows = rows;
  }
}

beforeAll(() => {
  const before = { ...windowSizes.posts };
  Object.assign(windowSizes.posts, { first: 6, each: 3 });
  return () => void Object.assign(windowSizes.posts, before);
});

test.each(Array.from({ length: 30 }, (_, seed) => ({ seed })))('the engine keeps the rules of the model: seed $seed', async ({ seed }) => {
  const device = new EngineDevice();
  expect(await play(seed, undefined, device)).toBeNull();
  device.db.close();
});
