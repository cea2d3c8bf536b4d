import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { away, codeOf, home, insertRows, postOf } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { headerPictureOf } from '#contract/pictures.ts';
import type { EventRow } from '#contract/resources/events.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const read = async (who: Parameters<World['call']>[0], url: string) => (await world.call(who, 'GET', url)).body;

test('the signed-in user has a picture, a role in the active event, and that event', async () => {
  expect(await read('orga', '/api/users/me')).toMatchObject({
    id: 2,
    email: 'orga@camp.example',
    name: 'orga',
    image: '/images/placeholder-profile.svg',
    role: 'user',
    eventRole: 'admin',
    activeEvent: { id: home, title: 'Camp 1', visible: true, codeRequired: false },
  });
  expect(await read('author', '/api/users/me')).toMatchObject({ eventRole: 'participant' });
  await sqlOf(world.store.reading).updateTable('users').set({ active_event_id: null }).where('id', '=', 3).execute();
  expect(await read('author', '/api/users/me')).toMatchObject({ activeEvent: null, eventRole: 'participant' });
  expect(await world.call('author', 'GET', '/api/post')).toMatchObject({ status: 404, body: { error: 'not_found' } });
});

const plain = (descriptors as readonly AnyDescriptor[]).flatMap(({ lists = [] }) =>
  lists.filter(({ pages, eventIn }) => !pages && !eventIn),
);

test.each(plain.map(({ path }) => path))('%s ignores unknown parameters', async (path) => {
  const url = path.replace(':id', String(home));
  const whole = await world.call('orga', 'GET', url);
  expect(whole.status).toBe(200);
  // Each answer has its own request id.
  const headers = { ...whole.headers, 'x-request-id': expect.any(String) };
  for (const query of ['images=data', 'page=2&limit=1', 'page=1&limit=x'])
    expect(await world.call('orga', 'GET', `${url}?${query}`)).toEqual({ ...whole, headers });
});

test('menu entries are resolved through their module, and one missing there is left out', async () => {
  const row = {
    moduleId: 3,
    menuEntryNumber: 0,
    position: 1,
    sectionNumber: 0,
    sectionI18N: 'menu.section.none',
    nameI18N: 'menu.chat',
    navigationPath: '/chat',
    iconId: 'chat',
    requiredEventRole: 'participant',
  };
  expect(await read('author', '/api/users/me/menu')).toMatchObject([row]);
  await sqlOf(world.store.reading).updateTable('menu_entries').set({ navigation_path: '/gone' }).execute();
  expect(await read('author', '/api/users/me/menu')).toEqual([]);
});

test('active modules are listed with their entries', async () => {
  expect((await read('author', '/api/modules')).map(({ id, name }: { id: number; name: string }) => `${id} ${name}`)).toEqual([
    '1 home',
    '2 schedule',
    '3 chat',
    '4 announcements',
    '5 session',
    '18 dating',
  ]);
  await sqlOf(world.store.reading).updateTable('event_modules').set({ is_active: 0 }).where('module_id', 'in', [1, 3]).execute();
  // A module that is not optional cannot be off.
  expect((await read('author', '/api/modules')).map(({ id }: { id: number }) => id)).toEqual([1, 2, 4, 5, 18]);
});

test('visible events are listed for everybody, hidden ones for their members', async () => {
  const events = async (who: Parameters<World['call']>[0]) =>
    (await read(who, '/api/event')).map(({ id, participant }: { id: number; participant: boolean }) => [id, participant]);
  expect(await events(null)).toEqual([[1, false]]);
  expect(await events('author')).toEqual([[1, true]]);
  expect(await events('stranger')).toEqual([
    [1, false],
    [2, true],
  ]);
});

test('schedule, home screen and announcements are listed for members, in order', async () => {
  expect(await read('author', `/api/event/${home}/schedule`)).toMatchObject([{ title: 'Frühstück', locationUrl: 'geo:53.3,12.7' }]);
  expect(await read('author', `/api/event/${home}/homescreen`)).toMatchObject([{ moduleId: 3, homeScreenNumber: 0, position: 1 }]);
  expect(await read('author', '/api/announcement')).toMatchObject([{ title: 'Feuer' }]);
  expect(await read('stranger', '/api/announcement')).toEqual([]);
});

test('posts are paged, the newest first, with authors and with replies oldest first', async () => {
  const threads = Array.from({ length: 23 }, (_, index) => postOf('author', { order: 100 + index, content: `Faden ${index}` }));
  const newest = threads.at(-1)!;
  const replies = [1, 2].map((index) => postOf('participant', { order: 200 + index, content: `Antwort ${index}`, replyToId: newest.id }));
  await insertRows(world.store, world.clock, 'posts', [...threads, ...replies]);
  const first = await read('author', '/api/post');
  expect(first).toMatchObject({ currentPage: 1, totalPages: 3, totalPosts: 25 });
  expect(first.posts).toHaveLength(10);
  expect(first.posts[0]).toMatchObject({
    id: newest.id,
    content: 'Faden 22',
    author: { id: 3, name: 'author', image: null },
    replies: [
      { content: 'Antwort 1', author: { id: 4 }, replies: [] },
      { content: 'Antwort 2', replies: [] },
    ],
  });
  expect((await read('author', '/api/post?page=3')).posts).toHaveLength(5);
  expect((await read('author', '/api/post?page=9')).posts).toEqual([]);
  expect(await read('author', '/api/post?limit=2&page=2')).toMatchObject({ totalPages: 13, posts: [{}, {}] });
  expect((await read('stranger', '/api/post')).totalPosts).toBe(1);
});

test.each(['page=0', 'page=x', 'limit=0', 'limit=101', 'page=1&since=1'])('an invalid page is refused: %s', async (query) => {
  expect(await world.call('author', 'GET', `/api/post?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test.each(['0', '-1', 'x', '1.5', uuidv7()])('an invalid event id is refused: %s', async (id) => {
  expect(await world.call('author', 'GET', `/api/event/${id}/schedule`)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});

test('the code for invitations is the first reusable one', async () => {
  await sqlOf(world.store.reading).deleteFrom('event_codes').execute();
  expect(await world.call('author', 'GET', '/api/event/sharecode')).toMatchObject({ status: 404, body: { error: 'not_found' } });
  const codes = ['ONCE', 'FIRST', 'SECOND'].map((code) => codeOf({ code, reusable: code !== 'ONCE' }));
  await insertRows(world.store, world.clock, 'codes', codes.toReversed());
  expect(await read('author', '/api/event/sharecode')).toEqual({ sharecode: 'FIRST' });
});

test('the header picture of a hidden event needs its key', async () => {
  await storedPictures(world).put(`/events/${away}/header.png`, 'hidden picture');
  const [event] = (await loadRows(world.store.reading, 'events', [away])).values() as Iterable<EventRow>;
  expect(await world.call(null, 'GET', headerPictureOf(event!))).toMatchObject({ status: 200, text: 'hidden picture' });
  const url = `/images/events/${away}/event-header.png`;
  const none = await world.call(null, 'GET', '/images/events/999/event-header.png');
  for (const query of ['', '?key=', '?key=key-1']) {
    const { status, headers } = await world.call(null, 'GET', url + query);
    expect([status, headers['etag']]).toEqual([200, none.headers['etag']]);
  }
});

test("the header picture is the event's own or the logo, and is revalidated by its tag", async () => {
  const url = `/images/events/${home}/event-header.png`;
  const logo = await world.call(null, 'GET', url);
  expect(logo).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'no-cache' } });
  await storedPictures(world).put(`/events/${home}/header.png`, 'picture');
  const own = await world.call(null, 'GET', url);
  expect(own).toMatchObject({ status: 200, text: 'picture' });
  const tag = String(own.headers['etag']);
  expect(await world.call(null, 'GET', url, { headers: { 'if-none-match': `"other", W/${tag}` } })).toMatchObject({
    status: 304,
    text: '',
  });
  expect((await world.call(null, 'GET', url, { headers: { 'if-none-match': String(logo.headers['etag']) } })).status).toBe(200);
  for (const id of ['..', '%2e%2e', '..%2f1', 'x', '1%00']) {
    expect((await world.call(null, 'GET', `/images/events/${id}/event-header.png`)).status).toBeGreaterThanOrEqual(400);
  }
});
