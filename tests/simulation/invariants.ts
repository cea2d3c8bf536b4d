import { photos } from '../../contract/resources/photos.ts';
import { posts } from '../../contract/resources/posts.ts';
import { resources } from '../../contract/resources.ts';
import type { FeedChange, FeedPage } from '../../contract/endpoints.ts';
import { EventDatabase } from '../../src/db/database.ts';
import type { OutboxEntry } from '../../src/db/records.ts';
import { clientOf } from './actions.ts';
import type { Journal, Saved } from './journal.ts';
import { people } from './people.ts';
import { bytesWithCommands, picturesInPlace } from './pictures.ts';
import type { World } from './world.ts';

interface ServerPost {
  readonly id: string;
  readonly authorId: number;
  readonly replyToId: string | null;
  readonly order: number;
  readonly version: number;
}

/** Holds the promises against what is there after the calm. Every line is a broken one. */
export async function violations(world: World, journal: Journal): Promise<string[]> {
  const rows = await serverPosts(world);
  const removed = await removedPosts(world);
  const outboxes = await allOutboxes(world);
  const entries = [...outboxes.values()].flat();
  return [
    ...nothingLost(journal, rows, removed, entries),
    ...nothingDoubled(rows, entries),
    ...nothingStuck(outboxes),
    ...nobodyElse(journal, rows),
    ...inOrder(journal, rows),
    ...(await mirrorsLevel(world)),
    ...(await bytesWithCommands(world)),
    ...(await picturesInPlace(world)),
    ...world.devices.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${String(fault)}`)),
  ];
}

/** What the app showed as saved is on the server, was removed by a command, or is visible as refused. */
function nothingLost(journal: Journal, rows: Map<string, ServerPost>, removed: Set<string>, entries: OutboxEntry[]): string[] {
  const visible = new Set(entries.map(({ id }) => String(id)));
  return journal.saved.flatMap((saved: Saved) => {
    if (journal.discarded.has(saved.id) || visible.has(saved.id)) return [];
    const fulfilled = saved.kind !== 'removal' ? rows.has(saved.id) || removed.has(saved.id) : !rows.has(saved.id);
    return fulfilled ? [] : [`lost: ${saved.kind} ${saved.id} of user ${saved.userId} on ${saved.device}`];
  });
}

/** What is refused was not done, and what was done was done once: a row's version counts the commands that changed it. */
function nothingDoubled(rows: Map<string, ServerPost>, entries: OutboxEntry[]): string[] {
  const refusedButDone = entries.filter((entry) => entry.mutation === 'create' && rows.has(String(entry.id)));
  return [
    ...refusedButDone.map(({ id, lastError }) => `done and yet shown as refused (${lastError?.code}): ${String(id)}`),
    ...[...rows.values()].filter(({ version }) => version !== 1).map(({ id, version }) => `done ${version} times: ${id}`),
  ];
}

/** Without a new tap everything was tried: only what needs the person is left. */
function nothingStuck(outboxes: Map<string, OutboxEntry[]>): string[] {
  return [...outboxes].flatMap(([where, entries]) => {
    const parked = new Set(entries.filter(({ state }) => state !== 'waiting').map(({ entities }) => entities[0]));
    return entries
      .filter(({ state, entities }) => state === 'waiting' && !entities.some((entity) => parked.has(entity)))
      .map(({ id, mutation }) => `still waiting on ${where}: ${mutation} ${String(id)}`);
  });
}

/** Every row was written by the person who tapped. */
function nobodyElse(journal: Journal, rows: Map<string, ServerPost>): string[] {
  const author = new Map(journal.saved.filter(({ kind }) => kind !== 'removal').map(({ id, userId }) => [id, userId]));
  return [...rows.values()]
    .filter(({ id, authorId }) => author.has(id) && author.get(id) !== authorId)
    .map(({ id, authorId }) => `sent under user ${authorId}: ${id}`);
}

/** Per lane the server's order is the device's. */
function inOrder(journal: Journal, rows: Map<string, ServerPost>): string[] {
  const written = journal.saved.filter(({ kind, id }) => kind === 'post' && rows.has(id) && !journal.discarded.has(id));
  const lanes = Map.groupBy(written, ({ id, device, userId }) => `${device}/${userId}/${rows.get(id)?.replyToId ?? id}`);
  return [...lanes].flatMap(([lane, saved]) => {
    const byTap = saved.toSorted((a, b) => a.tap - b.tap).map(({ id }) => id);
    const byServer = saved.toSorted((a, b) => (rows.get(a.id)?.order ?? 0) - (rows.get(b.id)?.order ?? 0)).map(({ id }) => id);
    return byTap.join() === byServer.join() ? [] : [`out of order in ${lane}`];
  });
}

/** Where nothing waits, a mirror holds what the feed would bring a new device, to the last field. */
async function mirrorsLevel(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const device of world.devices) {
    const tab = device.livingTabs[0];
    const client = tab ? clientOf(tab) : null;
    if (!tab || !client) {
      found.push(`${device.name}: nobody is signed in after the calm`);
      continue;
    }
    const feed = await firstLoad(world, client.userId);
    for (const { name } of resources) {
      const expected = new Map(
        feed.filter(({ resource }) => resource === name).map(({ id, row }) => [String(id), JSON.stringify(sorted(row))]),
      );
      const records = (await client.db.mirror(name).toArray()).filter((record) => !record.$pending);
      for (const { $gone, ...record } of records) {
        if ($gone) continue;
        const plain: Record<string, unknown> = { ...record };
        if (name === posts.name) delete plain['thread'];
        const key = String(record.id);
        if (expected.get(key) !== JSON.stringify(sorted(plain))) {
          found.push(`${device.name}: ${name} ${key} is ${JSON.stringify(sorted(plain))}, on the server ${expected.get(key) ?? 'gone'}`);
        }
        expected.delete(key);
      }
      const pending = new Set((await client.db.mirror(name).toArray()).filter(({ $pending }) => $pending).map(({ id }) => String(id)));
      for (const key of expected.keys()) if (!pending.has(key)) found.push(`${device.name}: ${name} ${key} is missing`);
    }
  }
  return found;
}

function sorted(row: unknown): unknown {
  return Object.fromEntries(Object.entries(row as object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The feed of a new device of that person, read by a fresh sign-in. */
async function firstLoad(world: World, userId: number): Promise<FeedChange[]> {
  const person = people.find((each) => each.userId === userId);
  if (!person) throw new Error(`no person ${userId}`);
  const token = await world.server.tokenOf(userId);
  const changes: FeedChange[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await world.server.ask({
      method: 'GET',
      path: `/api/sync${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
      headers: { authorization: `Bearer ${token}` },
      body: undefined,
    });
    const page = JSON.parse(answer?.body ?? '{}') as FeedPage;
    changes.push(...page.changes);
    if (!page.more) return changes;
    cursor = page.cursor;
  }
}

async function serverPosts({ server }: World): Promise<Map<string, ServerPost>> {
  const rows = await server.store.db.selectFrom('posts').selectAll().execute();
  const pictures = await server.store.db.selectFrom('photos').selectAll().execute();
  return new Map(
    [...rows, ...pictures.map((row) => ({ ...row, reply_to_id: null }))].map((row) => [
      row.id,
      { id: row.id, authorId: row.author_id, replyToId: row.reply_to_id, order: row.order, version: row.version },
    ]),
  );
}

/** Posts and photos that were on the server and are gone: their pointers stay in the change log. */
async function removedPosts({ server }: World): Promise<Set<string>> {
  const pointers = await server.store.db
    .selectFrom('change_log')
    .select('row_id')
    .where('resource', 'in', [posts.name, photos.name])
    .execute();
  return new Set(pointers.map(({ row_id }) => row_id));
}

/** The outboxes of everybody on every device, signed in or not. */
async function allOutboxes(world: World): Promise<Map<string, OutboxEntry[]>> {
  const found = new Map<string, OutboxEntry[]>();
  for (const device of world.devices) {
    for (const { userId } of people) {
      const db = new EventDatabase(userId, { indexedDB: device.indexedDB, IDBKeyRange: device.keyRange });
      found.set(`${device.name}/${userId}`, await db.outbox.orderBy('seq').toArray());
      db.close();
    }
  }
  return found;
}
