import type { FeedChange, FeedPage } from '#contract/endpoints/core.ts';
import type { BaseRow } from '#contract/resource.ts';
import { posts } from '#contract/resources/posts.ts';
import { resources } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Stored } from '#db/records.ts';
import { readCursor as readFeedCursor } from '#server/services/feed/cursor.ts';
import { readCursor } from '#sync/exchange/cursor.ts';
import { clientOf } from '../world/visits.ts';
import { HeldWindow } from './windows.ts';
import type { World } from '../world/world.ts';

/** Returns devices without a signed-in user, and mirrors that are not level. */
export async function staleMirrors(world: World): Promise<string[]> {
  const empty = world.devices.filter(({ livingTabs: [tab] }) => !tab || !clientOf(tab));
  return [...empty.map(({ name }) => `${name}: nobody is signed in at the end`), ...(await staleOpenMirrors(world))];
}

/** Returns mirrors with no pending command that differ from the first load of a new device in any field. */
export async function staleOpenMirrors(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const device of world.devices) {
    const tab = device.livingTabs[0];
    const client = tab ? clientOf(tab) : null;
    if (!client) continue;
    const commands = await client.db.outbox.where('state').equals('waiting').toArray();
    const waiting = new Set(commands.map(({ key }) => key));
    const feed = await firstLoad(world, client.userId);
    const elsewhere = await parkedEvents(client.db);
    const window = await HeldWindow.of(world, client.db, feed);
    found.push(...(await HeldWindow.wrongKind(world, device, client.db)).map((line) => `${device.name}: ${line}`));
    if (window) world.note(`${device.name}: the window has ${window.size} of ${feed.length} rows`);
    found.push(...(window?.violations ?? []).map((line) => `${device.name}: ${line}`));
    for (const { name } of resources) {
      const onServer = feed.filter(({ resource }) => resource === name);
      const expected = new Map(onServer.map(({ id, row }) => [String(id), JSON.stringify(sorted(row))]));
      const outside = new Set(onServer.filter((change) => window?.mayLack(change)).map(({ id }) => String(id)));
      const all = await client.db.mirror(name).toArray();
      const isPending = ({ $pending = [] }: Stored<BaseRow>): boolean => $pending.some((key) => waiting.has(key));
      for (const { $gone, $pending: _pending, $base: _base, ...record } of all.filter((each) => !isPending(each))) {
        if ($gone || elsewhere.includes((record as { eventId?: number }).eventId)) continue;
        const plain: Record<string, unknown> = { ...record };
        if (name === posts.name) delete plain['thread'];
        const key = String(record.id);
        if (expected.get(key) !== JSON.stringify(sorted(plain))) {
          found.push(`${device.name}: ${name} ${key} is ${JSON.stringify(sorted(plain))}, on the server ${expected.get(key) ?? 'deleted'}`);
        }
        expected.delete(key);
      }
      const pending = new Set(all.filter(isPending).map(({ id }) => String(id)));
      for (const key of expected.keys())
        if (!pending.has(key) && !outside.has(key)) found.push(`${device.name}: ${name} ${key} is missing`);
    }
  }
  return found;
}

/** Returns the events that a mirror keeps while its person is active in another: their news comes when the person returns. */
async function parkedEvents(db: EventDatabase): Promise<(number | undefined)[]> {
  const { cursor } = (await readCursor(db)) ?? {};
  if (cursor === undefined) return [];
  const { numbers } = readFeedCursor(cursor, [])!;
  const active = (await db.mirror('me').get(db.userId))?.activeEventId;
  const held = [...numbers.keys()].flatMap((scope) => /^event:(\d+)$/.exec(scope)?.[1] ?? []);
  return held.map(Number).filter((eventId) => eventId !== active);
}

function sorted(row: unknown): unknown {
  return Object.fromEntries(Object.entries(row as object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the first load of a new device of this person. */
async function firstLoad(world: World, userId: number): Promise<FeedChange[]> {
  const token = await world.server.tokenOf(userId);
  const changes: FeedChange[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await world.server.handle({
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
