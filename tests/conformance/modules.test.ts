import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { home, insertRows } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const [chat, dating] = [3, 18];
const call = (method: string, path: string, body?: object) => world.call('orga', method, path, body && { body });
const turn = (on: boolean, body: object, path = '/api/modules') => call(on ? 'POST' : 'DELETE', path, body);
const turnEntry = (on: boolean, body: object) => turn(on, body, '/api/modules/menu-entry');

interface Module {
  readonly id: number;
  readonly isActive: boolean;
  readonly menu_entries: readonly { readonly navigationPath: string; readonly isActive: boolean }[];
}
const module = async (id: number): Promise<Module> =>
  ((await call('GET', '/api/modules/all')).body as Module[]).find((one) => one.id === id) as Module;
const active = async (): Promise<number[]> => ((await call('GET', '/api/modules')).body as Module[]).map(({ id }) => id);
const menu = async (path = `/api/event/${home}/menu`) =>
  ((await call('GET', path)).body as { navigationPath: string }[]).map(({ navigationPath }) => navigationPath);

beforeEach(async () => {
  for (const moduleId of [chat, dating]) await turn(true, { moduleId });
  await turnEntry(true, { moduleId: dating, menuEntryIndex: 1 });
});

describe('a module', () => {
  test('leaves modules and menu when removed, and returns unchanged', async () => {
    const off = await turn(false, { moduleId: chat });
    expect(off).toMatchObject({ status: 200, body: { id: `${home}-${chat}`, isActive: false } });
    expect([await active(), await menu(), await menu('/api/users/me/menu')]).toEqual([[1, 2, 4, 5, 18], [], []]);
    expect(await module(chat)).toMatchObject({ isActive: false, menu_entries: [{ navigationPath: '/chat', isActive: true }] });
    await turn(true, { moduleId: chat });
    expect([await active(), await menu()]).toEqual([[1, 2, 3, 4, 5, 18], ['/chat']]);
  });

  test('keeps its chosen optional entries while it is off', async () => {
    await turnEntry(false, { moduleId: dating, menuEntryIndex: 1 });
    await turn(false, { moduleId: dating });
    await turn(true, { moduleId: dating });
    expect((await module(dating)).menu_entries.map(({ isActive }) => isActive)).toEqual([true, false]);
  });

  test('stays unchanged when it is added twice', async () => {
    const before = await module(chat);
    const { status, body } = await turn(true, { moduleId: chat });
    const { id: _id, version, ...same } = before as Module & { version: number };
    expect([status, body]).toMatchObject([200, { ...same, version: version + 1 }]);
  });

  test('cannot be removed if every event has it, and adding it again is harmless', async () => {
    expect(await turn(false, { moduleId: 1 })).toMatchObject({ status: 422, body: { error: 'module_required' } });
    expect(await turn(true, { moduleId: 1 })).toMatchObject({ status: 200, body: { isActive: true } });
  });

  test('is answered with 404 if it does not exist, however it is named', async () => {
    for (const on of [true, false]) {
      expect(await turn(on, { moduleId: 4_711 })).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(await turnEntry(on, { moduleId: 4_711, menuEntryIndex: 0 })).toMatchObject({ status: 404 });
    }
  });

  test('accepts commands of devices while it is off, and shows their rows once it is on again', async () => {
    await turn(false, { moduleId: chat });
    const post = await world.call('author', 'POST', '/api/post', { body: { content: 'Vom See', event: home } });
    expect(post.status).toBe(201);
    await turn(true, { moduleId: chat });
    const { posts } = (await call('GET', '/api/post')).body as { posts: { content: string }[] };
    expect(posts.map(({ content }) => content)).toContain('Vom See');
  });
});

describe('a menu entry', () => {
  test('is removed and added if it is optional; its module and the others stay', async () => {
    const row = { version: 1, eventId: home, moduleId: dating, sectionNumber: 0, requiredEventRole: 'participant' };
    await insertRows(world.store, world.clock, 'menuEntries', [
      { ...row, id: uuidv7(), menuEntryNumber: 0, position: 2 },
      { ...row, id: uuidv7(), menuEntryNumber: 1, position: 3 },
    ] as never);
    expect(await menu()).toEqual(['/chat', '/date/', '/date-matches']);
    expect(await turnEntry(false, { moduleId: dating, menuEntryIndex: 1 })).toMatchObject({ status: 200, body: { isActive: true } });
    expect(await menu()).toEqual(['/chat', '/date/']);
    await turnEntry(true, { moduleId: dating, menuEntryIndex: 1 });
    expect(await menu()).toEqual(['/chat', '/date/', '/date-matches']);
  });

  test('stays if it is not optional, and is rejected if its module has no such entry', async () => {
    const required = await turnEntry(false, { moduleId: chat, menuEntryIndex: 0 });
    expect(required).toMatchObject({ status: 422, body: { error: 'menu_entry_required' } });
    const unknown = await turnEntry(true, { moduleId: chat, menuEntryIndex: 7 });
    expect(unknown).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: 'menuEntryIndex' }] } });
  });
});

describe('a home component', () => {
  const path = `/api/event/${home}/homescreen`;
  const component = { moduleId: chat, homeScreenNumber: 0, position: 2 };

  test('is addressed by number, has its name, and accepts a number of items', async () => {
    const made = await call('POST', path, component);
    expect(made).toMatchObject({ status: 201, body: { ...component, settings: '{"componentName":"recent_posts"}' } });
    const { id } = made.body as { id: string };
    const edited = await call('PATCH', `${path}/${id}`, { settings: '{"count":3}' });
    expect(edited).toMatchObject({ status: 200, body: { settings: '{"count":3,"componentName":"recent_posts"}' } });
    const listed = (await call('GET', path)).body as { id: string }[];
    expect(listed.at(-1)).toMatchObject({ id, homeScreenNumber: 0, settings: '{"count":3,"componentName":"recent_posts"}' });
    expect((await call('DELETE', `${path}/${id}`)).status).toBe(204);
  });

  test('is rejected if its module does not have it or does not exist', async () => {
    const unknown = await call('POST', path, { ...component, homeScreenNumber: 5 });
    expect(unknown).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: 'homeScreenNumber' }] } });
    expect(await call('POST', path, { ...component, moduleId: 4_711 })).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  test.each(['{', '2', '[]', '{"count":0}', '{"count":21}', '{"count":"2"}'])('rejects %s as settings', async (settings) => {
    const refused = await call('POST', path, { ...component, settings });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: 'settings' }] } });
  });
});

test('stored modules name their entries by path', async () => {
  const stored = await sqlOf(world.store.reading).selectFrom('event_modules').selectAll().where('module_id', '=', dating).execute();
  expect(stored).toMatchObject([{ event_id: home, is_active: 1, active_menu_entries: '["/date-matches"]' }]);
});
