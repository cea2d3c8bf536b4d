import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contractVersion } from '#contract/version.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { CommandForm } from '#sync/outbox/migrations.ts';
import type { Session } from '#sync/session/session.ts';
import { login } from '#sync/session/sign-in.ts';
import { calm } from './world/network.ts';
import { chatters, eventId, passwordOf } from './world/people.ts';
import { whenIdle, watchTransactions } from './world/idle.ts';
import type { Tab } from './world/device.ts';
import { World } from './world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

const [anna, , orga] = chatters;
const theirs = { eventId };

/** A build of the app, as a browser would load it. */
interface App {
  readonly session: Session;
  readonly posts: (typeof import('#contract/resources/posts.ts'))['posts'];
}

let world: World;
let watch: { undo: () => void };

beforeEach(async () => {
  watch = watchTransactions();
  world = await World.create(1);
});

afterEach(async () => {
  vi.resetModules();
  await world.close();
  watch.undo();
});

/** Loads the app in modules of its own, over a changed contract; the server keeps the current contract. */
async function load(tab: Tab, contract: Record<string, (actual: never) => object>): Promise<App> {
  vi.resetModules();
  for (const [path, change] of Object.entries(contract)) {
    vi.doMock(path, async (original) => {
      const actual = await original<object>();
      return { ...actual, ...change(actual as never) };
    });
  }
  const [{ Session }, { EventDatabase }, { posts }] = await Promise.all([
    import('#sync/session/session.ts'),
    import('#db/database.ts'),
    import('#contract/resources/posts.ts'),
  ]);
  for (const path of Object.keys(contract)) vi.doUnmock(path);
  const { indexedDB, keyRange: IDBKeyRange } = tab.device;
  const session = new Session(tab.ports, (userId) => new EventDatabase(userId, { indexedDB, IDBKeyRange }));
  return { session, posts };
}

type ResourceList = typeof import('#contract/resources.ts');

const without =
  (...names: readonly string[]) =>
  ({ resources }: ResourceList) => {
    const known = resources.filter(({ name }) => !names.includes(name));
    const find = (name: string) => known.find((resource) => resource.name === name);
    return { resources: known, findResource: find, resourceNamed: find };
  };

/** The previous app: without announcements, and with a mood in every post, which the current server rejects. */
const older = (tab: Tab): Promise<App> =>
  load(tab, {
    '../../contract/version.ts': () => ({ contractVersion: contractVersion - 1 }),
    '../../contract/resources.ts': without('announcements'),
    '../../contract/resources/posts.ts': ({ posts }: App) => {
      const { create } = posts.mutations;
      const args = { safeParse: (data: unknown) => ({ success: true, data }) };
      return { posts: { ...posts, mutations: { ...posts.mutations, create: { ...create, args } } } };
    },
  });

/** The current app, with a migration that removes the mood. */
const newer = (tab: Tab): Promise<App> =>
  load(tab, {
    '../../src/sync/outbox/migrations.ts': () => ({ migrations: [{ to: contractVersion, migrate: withoutMood }] }),
  });

function withoutMood(command: CommandForm): CommandForm {
  if (command.resource !== 'posts' || command.mutation !== 'create') return command;
  const { mood: _mood, ...args } = command.args as { mood?: string };
  return { ...command, args };
}

function clientOf({ session }: App): SyncClient {
  const state = session.state.get();
  if (state.status !== 'signed-in') throw new Error(`nobody is signed in: ${state.status}`);
  return state.client;
}

const contents = async (): Promise<string[]> =>
  (await sqlOf(world.server.store.reading).selectFrom('posts').select('content').orderBy('order').execute()).map(({ content }) => content);

async function during(work: Promise<unknown>): Promise<void> {
  let done = false;
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    await whenIdle();
    if (!done) await world.devices[0]?.network.step();
  }
}

async function announce(title: string): Promise<void> {
  const headers = { authorization: `Bearer ${await world.server.tokenOf(orga.userId)}`, 'content-type': 'application/json' };
  const send = (path: string, body: object) => world.server.handle({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const created = await send('/api/announcement', { title, content: '' });
  await send(`/api/announcement/${(JSON.parse(created?.body ?? '{}') as { id: string }).id}/activate`, {});
}

test('an app one version behind the server loses nothing, and is complete after its update', async () => {
  const [device] = world.devices;
  const { network } = device!;
  await announce('unknown to the older app');
  const before = await older(device!.openTab());
  void before.session.start();
  await during(before.session.signIn(login(anna.email, passwordOf(anna))));
  await world.run(3_000);
  const client = clientOf(before);
  // The app reads a feed with unknown rows, and notices that the server is ahead.
  expect(client.status.get()).toMatchObject({ behind: true, storageProblem: null });
  expect(client.status.get().upToDateAt).not.toBeNull();
  expect(client.db.tables.map(({ name }) => name)).not.toContain('announcements');

  const write = async (content: string, extra = {}) =>
    (await client.engine()).execute('posts', 'create', { content, replyToId: null, ...extra }, theirs);
  await write('plain');
  await write('refused for its form', { mood: 'happy' });
  await world.run(3_000);
  expect(await contents()).toEqual(['plain']);
  expect(await client.db.outbox.toArray()).toMatchObject([
    { state: 'refused', lastError: { code: 'invalid' }, args: { content: 'refused for its form', mood: 'happy' } },
  ]);
  network.weather = { ...calm, arrives: 0, 'lost-answer': 1 };
  await write('done, and the answer lost');
  await write('refused, and the answer lost', { mood: 'calm' });
  await whenIdle();
  await network.step();
  network.cut();
  await write('never sent', { mood: 'sad' });
  await client.db.drafts.put({ id: 'post:new', text: 'half a thought', updatedAt: 1 });
  client.stop();
  client.db.close();

  const after = await newer(device!.openTab());
  await after.session.start();
  const updated = clientOf(after);
  // All posts are shown without network too.
  await whenIdle();
  const shown = (await updated.db.mirror('posts').toArray()).map(({ content }) => content);
  expect(shown.toSorted()).toEqual(
    ['done, and the answer lost', 'never sent', 'plain', 'refused for its form', 'refused, and the answer lost'].toSorted(),
  );
  network.weather = calm;
  network.online = true;
  void updated.networkMayBeBack();
  await world.run(2 * 60_000);
  expect((await contents()).toSorted()).toEqual(shown.toSorted());
  expect(await updated.db.outbox.count()).toBe(0);
  expect(await updated.db.drafts.toArray()).toMatchObject([{ text: 'half a thought' }]);
  expect(await updated.db.mirror('announcements').toArray()).toMatchObject([{ title: 'unknown to the older app' }]);
  expect(await updated.db.mirror('posts').count()).toBe(5);
  expect(updated.status.get()).toMatchObject({ behind: false, lost: [], waiting: 0, needsAttention: 0 });
  updated.stop();
  updated.db.close();
});

test('an app that lacks a resource skips it, and has it after its update without a new load', async () => {
  const [device] = world.devices;
  const { network } = device!;
  const tab = device!.openTab();
  const before = await load(tab, { '../../contract/resources.ts': without('announcements') });
  void before.session.start();
  await during(before.session.signIn(login(anna.email, passwordOf(anna))));
  await world.run(3_000);
  const client = clientOf(before);
  expect(client.status.get()).toMatchObject({ behind: false, skipping: false });
  const write = async (content: string) => (await client.engine()).execute('posts', 'create', { content, replyToId: null }, theirs);
  await write('before it');
  await announce('the first');
  await write('after it');
  await world.run(60_000);
  await announce('the second');
  await world.run(60_000);
  expect(client.status.get()).toMatchObject({ behind: false, skipping: true, waiting: 0 });
  // Only an app that does not load anew keeps this row.
  await client.db.mirror('posts').put({ id: 'kept', version: 1, $gone: 1 } as never);
  network.weather = { ...calm, arrives: 0, 'lost-answer': 1 };
  await write('done, and the answer lost');
  await whenIdle();
  await network.step();
  network.cut();
  await write('never sent');
  client.stop();
  client.db.close();

  const answered: string[] = [];
  const next = device!.openTab();
  const { fetch } = next.ports;
  next.ports.fetch = async (path, init) => {
    const answer = await fetch(path, init);
    if (/^\/api\/sync(\?|$)/.test(path)) answered.push(path);
    return answer;
  };
  const after = await load(next, {});
  await after.session.start();
  const updated = clientOf(after);
  const loads: unknown[] = [];
  updated.status.subscribe(() => loads.push(updated.status.get().firstLoad));
  await world.run(5_000);
  network.weather = calm;
  network.online = true;
  void updated.networkMayBeBack();
  await world.run(2 * 60_000);
  expect((await updated.db.mirror('announcements').toArray()).map((row) => row.title).toSorted()).toEqual(['the first', 'the second']);
  // The app reads on from its cursors, and rewinds only once.
  expect(answered.length).toBeGreaterThan(2);
  expect(answered.filter((path) => !path.includes('cursor='))).toEqual([]);
  expect(answered.filter((path) => path === answered[0])).toHaveLength(1);
  expect(loads.filter((load) => load !== null)).toEqual([]);
  expect(await updated.db.mirror('posts').get('kept')).toBeDefined();
  const all = ['before it', 'after it', 'done, and the answer lost', 'never sent'];
  expect((await contents()).toSorted()).toEqual(all.toSorted());
  expect((await updated.db.mirror('posts').toArray()).flatMap(({ content }) => content ?? []).toSorted()).toEqual(all.toSorted());
  expect(updated.status.get()).toMatchObject({ skipping: false, waiting: 0, needsAttention: 0, lost: [] });
  updated.stop();
  updated.db.close();
});
