import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batch, type BatchCall, type FeedPage, pushKey, sync } from '#contract/endpoints/core.ts';
import { thumbnailOf } from '#contract/pictures.ts';
import { resources } from '#contract/resources.ts';
import { purge } from '#server/jobs/purge.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { MenuEntry } from '#contract/resources/modules.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { OutboxEntry } from '#db/records.ts';
import { browserPorts } from '#sync/device/browser-ports.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { readCurrentContext } from '#sync/mirror/current-context.ts';
import { unsentEntries } from '#sync/outbox/loss-journal.ts';
import { login } from '#sync/session/sign-in.ts';
import { restoreAtBaseline } from '../fixtures/old-servers.ts';
import { orga, phone, recordsOf, stores, restoreDatabases, served } from '../fixtures/db8e9e0.ts';
import type { Device, Tab } from './world/device.ts';
import { staleOpenMirrors } from './promises/level.ts';
import { eventId, organisers, passwordOf } from './world/people.ts';
import { storedFiles } from './actions/pictures.ts';
import { settlePushes } from './world/push-devices.ts';
import { whenIdle, watchTransactions } from './world/idle.ts';
import type { ServerRequest } from './server/server-answer.ts';
import { clientOf, Visits } from './world/visits.ts';
import { World } from './world/world.ts';

/*
 * An app of db8e9e0 with pending commands, and the data directory of its server, opened once by commit 80ba7ad8, continue with the current
 * code. src/app/all-screens/from-db8e9e0.test.tsx tests the screens.
 */

const aNight = 8 * 3_600_000;
const [, ben] = organisers;

let world: World;
let device: Device;
let watch: { undo: () => void };

beforeEach(async () => {
  watch = watchTransactions();
  const endedAt = Date.parse(phone.serverStoppedAt) + aNight;
  world = await World.create(1, { people: organisers, tokenMinutes: 60, past: { restore: restoreAtBaseline, endedAt } });
  // The server does this at each start.
  await purge(world.server.store, world.clock);
  device = world.devices[0]!;
  device.clockSkew = 0;
  await restoreDatabases(device.indexedDB);
  for (const [name, value] of Object.entries(phone.cookies)) device.network.cookies.set(name, value);
  // The browser's real store, on this device's simulated IndexedDB.
  vi.stubGlobal('indexedDB', device.indexedDB);
  device.store = browserPorts().store;
});

afterEach(async () => {
  await world.close();
  watch.undo();
});

/** Opens the app without network; returns its tab and client, its later requests to the feed, and the pages it receives. */
async function openOffline(): Promise<{ tab: Tab; client: SyncClient; requests: string[]; pages: FeedPage[] }> {
  device.network.online = false;
  const tab = device.openTab();
  const [requests, pages]: [string[], FeedPage[]] = [[], []];
  const { ports } = tab;
  const { fetch } = ports;
  ports.fetch = async (path, init) => {
    const response = await fetch(path, init);
    if (path.split('?')[0] === sync.path) {
      requests.push(path);
      const lines = (await response.clone().text()).split('\n').filter((line) => line !== '');
      pages.push(...lines.map((line) => JSON.parse(line) as FeedPage));
    }
    return response;
  };
  await tab.start();
  await whenIdle();
  return { tab, client: clientOf(tab)!, requests, pages };
}

const comeOnline = (client: SyncClient): void => {
  device.network.online = true;
  void client.networkMayBeBack();
};

const isBatch = ({ path }: ServerRequest): boolean => path === batch.path;
const waitingBefore = recordsOf('outbox') as unknown as OutboxEntry[];
const bodyOf = (entries: readonly Pick<OutboxEntry, 'resource' | 'mutation' | 'args' | 'state'>[]) =>
  entries.map(({ resource, mutation, args, state }) => ({ resource, mutation, args, state }));

const reading = () => sqlOf(world.server.store.reading);
const contents = async () => (await reading().selectFrom('posts').select('content').execute()).map(({ content }) => content).toSorted();
const receiptsOf = (userId: number) => reading().selectFrom('receipts').selectAll().where('user_id', '=', userId).execute();

const before = [
  'I am there already',
  'I have one',
  'See you at the lake',
  'Sent, and never answered',
  'So was I',
  'While you were away',
  'Who has a guitar?',
];

test('without network the user is signed in and all data of the device is available', async () => {
  // A kill between the answer to a command and the end of its loss-journal entry.
  await device.store.set(`unsent-of-${orga}:answered`, { key: 'answered', resource: 'posts', mutation: 'create', text: 'Hello', at: 0 });
  const { tab, client } = await openOffline();
  expect(tab.session.state.get()).toMatchObject({ status: 'signed-in', userId: orga });
  const { db } = client;
  const here = await readCurrentContext(db);
  expect(here).toMatchObject({ me: { name: 'Orga' }, event: { title: 'Simulated camp' } });
  expect([here.modules.length, here.menuEntries.length, here.homeEntries.length]).toEqual([14, 4, 1]);
  for (const { name } of resources) expect(await db.mirror(name).toArray()).toEqual(recordsOf(name));
  for (const name of ['drafts', 'blobs', 'news']) expect(await db.table(name).toArray()).toEqual(recordsOf(name));
  expect(bodyOf(await db.outbox.orderBy('seq').toArray())).toEqual(bodyOf(waitingBefore));
  expect((await db.outbox.where('state').equals('waiting').toArray()).length).toBe(waitingBefore.length - 2);
  expect((await unsentEntries(tab.ports.store, orga)).map(({ key }) => key)).toEqual(waitingBefore.map(({ key }) => key));
  expect(client.status.get()).toMatchObject({ lost: [], storageProblem: null, firstLoad: null });
  expect(world.faults).toEqual([]);
});

test('a database that the browser deletes before the update is reported from the entries of the old app', async () => {
  await new Promise((resolve) => {
    device.indexedDB.deleteDatabase(`event-companion-${orga}`).addEventListener('success', resolve);
  });
  const { client } = await openOffline();
  const { lost } = client.status.get();
  expect(lost.map(({ key }) => key)).toEqual(waitingBefore.map(({ key }) => key));
  expect(lost.map(({ text }) => text)).toEqual(expect.arrayContaining(['Written on the train', '📷 The train', 'Tent for sale']));
});

test('pending commands arrive once, also those already executed, and parked ones are kept', async () => {
  const { tab, client } = await openOffline();
  const { db } = client;
  const done = await receiptsOf(orga);
  comeOnline(client);
  // Delivers the answers to the batch before the feed brings the same rows.
  for (;;) {
    await whenIdle();
    if (device.network.has(isBatch)) break;
    await device.network.stepOne(({ path }) => !path.startsWith('/api/sync') && path !== '/api/photo');
  }
  await device.network.stepOne(isBatch);
  await whenIdle();
  const left = (await db.outbox.toArray()).map(({ args }) => (args as { content?: string }).content);
  expect(left).not.toContain('Sent, and never answered');
  await world.run(5 * 60_000);

  expect(await contents()).toEqual([...before, 'And one thing more', 'Written on the train'].toSorted());
  const [reply] = await reading().selectFrom('posts').selectAll().where('content', '=', 'And one thing more').execute();
  const [thread] = await reading().selectFrom('posts').selectAll().where('content', '=', 'Written on the train').execute();
  expect(reply?.reply_to_id).toBe(thread?.id);
  expect(await reading().selectFrom('user_statistics').select('value').where('user_id', '=', orga).execute()).toEqual([{ value: 2 }]);
  const [, packing] = await reading().selectFrom('announcements').select(['title', 'content']).orderBy('order').execute();
  expect(packing).toEqual({ title: 'What to pack', content: 'Bring two lamps.' });
  expect(await reading().selectFrom('meetups').select('title').orderBy('title').execute()).toEqual([
    { title: 'Football' },
    { title: 'Swimming' },
  ]);
  const pictures = await reading().selectFrom('photos').select(['description', 'url']).orderBy('order').execute();
  expect(pictures.map(({ description }) => description)).toEqual(['Morning at the lake', 'The train']);
  expect((await storedFiles(world.server, 'photos')).toSorted()).toEqual(
    pictures.flatMap(({ url }) => [url, thumbnailOf(url)].map((link) => link.slice('/images/photos/'.length))).toSorted(),
  );
  // An executed command was not executed again: its receipt is unchanged.
  expect(await receiptsOf(orga)).toEqual(expect.arrayContaining(done));

  const kept = waitingBefore.filter(({ state }) => state !== 'waiting');
  expect(await db.outbox.toArray()).toMatchObject(kept.map(({ contractVersion: _contractVersion, ...entry }) => entry));
  expect((await unsentEntries(tab.ports.store, orga)).map(({ key }) => key)).toEqual(kept.map(({ key }) => key));
  expect(await db.drafts.toArray()).toEqual(recordsOf('drafts'));
  const [, drafted] = recordsOf('blobs');
  expect(await db.blobs.toArray()).toEqual([drafted]);
  expect(client.status.get()).toMatchObject({ lost: [], storageProblem: null, behind: false });
  expect(await staleOpenMirrors(world)).toEqual([]);
  expect(world.faults).toEqual([]);

  // The person decides the conflict and sends the rejected command again.
  const [refused, conflict] = kept as [OutboxEntry, OutboxEntry];
  await (await client.engine()).resolve(conflict.key, { kind: 'insist' });
  await (await client.engine()).resend(refused.key, { ...(refused.args as object), replyToId: null });
  await world.run(60_000);
  expect(await db.outbox.count()).toBe(0);
  expect(await contents()).toContain('I do, with Anna');
  expect(await reading().selectFrom('schedule_entries').select('title').orderBy('start_date').execute()).toEqual([
    { title: 'Canoe trip with lunch' },
    { title: 'Night hike' },
  ]);
  expect(await staleOpenMirrors(world)).toEqual([]);
});

test('the mirror continues from its cursor and is not loaded anew', async () => {
  const { client, requests, pages } = await openOffline();
  comeOnline(client);
  await world.run(60_000);
  const { cursor } = recordsOf('meta').find(({ name }) => name === 'cursor')!['value'] as { cursor: string };
  const isLoadedAnew = !requests[0]?.startsWith(`/api/sync?cursor=${encodeURIComponent(cursor)}&`) || pages.some(({ reset }) => reset);
  // The old app skipped resources that it did not support. An app that supports more of them has to load them.
  const knowsMore = resources.some(({ name }) => !stores.includes(name));
  expect(isLoadedAnew).toBe(knowsMore);
  expect((await client.db.mirror('posts').toArray()).map(({ content }) => content)).toContain('While you were away');
  expect(await staleOpenMirrors(world)).toEqual([]);
});

test('the current worker sends pending commands with no tab open', async () => {
  device.network.online = true;
  const worker = device.startWorker();
  const done = worker.drainAsWorker();
  await world.run(60_000);
  await done;
  worker.kill();
  expect(await contents()).toEqual([...before, 'And one thing more', 'Written on the train'].toSorted());
  const { client } = await openOffline();
  expect((await client.db.outbox.toArray()).map(({ state }) => state)).toEqual(['refused', 'conflict']);
});

test('the server serves every old row and picture to the members who had them', async () => {
  const { server } = world;
  for (const { userId, name } of organisers) {
    const headers = { authorization: `Bearer ${await server.tokenOf(userId)}` };
    const get = async (path: string) => (await server.handle({ method: 'GET', path, headers, body: undefined }))!;
    const rows = new Map<string, unknown>();
    for (let cursor = ''; ;) {
      const page = JSON.parse((await get(`/api/sync${cursor}`)).body) as FeedPage;
      for (const { resource, id, row } of page.changes) if (row) rows.set(`${resource}:${id}`, row);
      if (!page.more) break;
      cursor = `?cursor=${encodeURIComponent(page.cursor)}`;
    }
    const theirs = served.filter(({ to }) => to.includes(name));
    // A migration that adds to a row makes a new version of it.
    const atLeast = (version: number): unknown => expect.toSatisfy((now: number) => now >= version);
    for (const { resource, row } of theirs) {
      // Newer menu entries may have moved the old ones.
      const moved = resource === 'menuEntries' ? { position: atLeast((row as MenuEntry).position) } : {};
      expect(rows.get(`${resource}:${row.id}`)).toMatchObject({ ...row, ...moved, version: atLeast((row as BaseRow).version) });
    }
    const links = theirs.flatMap(({ row }) => Object.values(row)).filter((value) => String(value).startsWith('/images/')) as string[];
    for (const link of links) expect((await get(link)).status).toBe(200);
    expect(JSON.parse((await get(pushKey.path)).body)).toEqual({ publicKey: vapidKey() });
  }
  expect(await reading().selectFrom('erasures').select(['user_id', 'keeps_shared']).execute()).toEqual([{ user_id: 5, keeps_shared: 1 }]);
});

const vapidKey = (): string => readFileSync(join(world.server.config.dataDir, 'vapid'), 'utf8').split('.')[0] ?? '';

test('an old password signs in, and an old subscription receives a push', async () => {
  const { server } = world;
  const visits = new Visits(world, { onDiscard: () => {} });
  const other = world.devices[1]!;
  const tab = other.openTab();
  await visits.inGoodWeather(other, async () => {
    expect(await tab.session.signIn(login(ben.email, passwordOf(ben)))).toEqual({ kind: 'signed-in' });
  });
  await world.run(1_000);
  await (await clientOf(tab)!.engine()).execute('posts', 'create', { content: 'Good morning', replyToId: null }, { eventId });
  await world.run(5_000);
  await settlePushes(world);
  const { endpoint } = JSON.parse(phone.localStorage['push-subscription'] ?? '{}') as { endpoint: string };
  expect(server.pushService.arrived).toContain(`posts-${eventId} to ${endpoint}`);
});

test('a repeated call of the old app receives its first answer', async () => {
  const { server } = world;
  const entry = waitingBefore.find(({ resource }) => resource === 'userStatistics')!;
  const { key, lane, args } = entry;
  const call: BatchCall = { key, lane, method: 'POST', path: '/api/users/me/statistic/1', body: args };
  const headers = { authorization: `Bearer ${await server.tokenOf(orga)}`, 'content-type': 'application/json' };
  const answer = await server.handle({ method: 'POST', path: batch.path, headers, body: JSON.stringify({ calls: [call] }) });
  expect(JSON.parse(answer!.body)).toMatchObject({ answers: [{ key, status: 200, body: { value: 2, version: 2 } }] });
});
