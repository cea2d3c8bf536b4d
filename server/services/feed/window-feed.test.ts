import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedPage } from '#contract/endpoints/core.ts';
import type { Post } from '#contract/resources/posts.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { listOf, peopleOf, windows, windowSizes } from '#contract/rules/windows.ts';
import { scopeOf } from '#contract/scope.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { EventRole } from '#contract/roles.ts';
import type { Caller } from '#server/lib/caller.ts';
import { callerOf, away, home, insertRows, people, type PersonName, photoOf, postOf, reactionOf } from '#tests/fixtures/camp.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { newsHeard, newsOf } from '#tests/fixtures/databases/test-store.ts';
import { FeedMirror } from '#tests/fixtures/server/feed-mirror.ts';
import { Random } from '#tests/simulation/world/random.ts';
import { deleteMembership, insertMembership, touchMemberships } from '#server/store/repositories/events/memberships.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { recordChanges } from './change-log.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { EventSizes } from './event-sizes.ts';
import { Feed } from './feed.ts';
import { removeRows } from './removed-rows.ts';

const clock = { time: campTime, now: () => clock.time };
const sizes = structuredClone(windowSizes);
const scope = scopeOf.event(home);
let store: Store;
let feed: Feed;
const firstOrder = 1_000;
let order: number;

const resize = (own: Partial<typeof windowSizes>): void => void Object.assign(windowSizes, own);

beforeEach(async () => {
  clock.time = campTime;
  store = await openCamp();
  feed = new Feed(store, new EventSizes(clock));
  order = firstOrder;
  resize({ bigMembers: 2, bigRows: 1_000, gap: 50 });
  Object.assign(windowSizes.posts, { first: 4, each: 2, rows: 20 });
  Object.assign(windowSizes.photos, { first: 3, each: 0, rows: 3 });
});

afterEach(async () => {
  Object.assign(windowSizes.posts, sizes.posts);
  Object.assign(windowSizes.photos, sizes.photos);
  resize({ bigMembers: sizes.bigMembers, bigRows: sizes.bigRows, gap: sizes.gap });
  await store.close();
});

async function post(author: PersonName, own: Partial<Post> = {}): Promise<Post> {
  const row = postOf(author, { order: (order += 1), ...own });
  await insertRows(store, clock, 'posts', [row]);
  return row;
}

async function threads(count: number, author: PersonName = 'author'): Promise<Post[]> {
  const added: Post[] = [];
  for (let index = 0; index < count; index += 1) added.push(await post(author));
  return added;
}

const remove = (id: string) =>
  store.write(dynamicScopes(), async (trx) => recordChanges(trx, await removeRows(trx, 'posts', [id]), clock.now()));

const memberOf = (who: PersonName) => participantId(home, people[who].id);

const join = (who: PersonName) =>
  store.write(dynamicScopes(), async (trx) => {
    await insertMembership(trx, people[who].id, home);
    const rowAfter = await readRow(trx, 'participants', memberOf(who));
    await recordChanges(trx, [{ resource: 'participants', rowBefore: null, rowAfter }], clock.now());
  });

const leave = (who: PersonName) =>
  store.write(dynamicScopes(), async (trx) => {
    const rowBefore = await readRow(trx, 'participants', memberOf(who));
    await deleteMembership(trx, people[who].id, home);
    await recordChanges(trx, [{ resource: 'participants', rowBefore, rowAfter: null }], clock.now());
  });

const touch = (who: PersonName) =>
  store.write(dynamicScopes(), async (trx) => {
    const rowBefore = await readRow(trx, 'participants', memberOf(who));
    await touchMemberships(trx, [people[who].id]);
    const rowAfter = await readRow(trx, 'participants', memberOf(who));
    await recordChanges(trx, [{ resource: 'participants', rowBefore, rowAfter }], clock.now());
  });

const reader = callerOf('participant');

async function windowMirror(caller: Caller = reader): Promise<FeedMirror> {
  const mirror = new FeedMirror(feed, { windows: true });
  await mirror.pull(caller);
  return mirror;
}

async function wholeOf(caller: Caller): Promise<Map<string, BaseRow>> {
  const mirror = new FeedMirror(feed);
  await mirror.pull(caller);
  return mirror.rows;
}

const resourceOf = (name: string): string => name.slice(0, name.indexOf(':'));

/** Expects the rows of the window with all that they name, and every other row of the reader. */
async function expectWindow(mirror: FeedMirror, caller: Caller = reader): Promise<void> {
  const whole = await wholeOf(caller);
  const missing: string[] = [];
  for (const [name, row] of whole) {
    const kind = windows[resourceOf(name)]?.kind;
    const parent = (row as Partial<Post>).replyToId;
    const floor = mirror.floors[listOf(resourceOf(name), row)] ?? 0;
    const isListHeld = kind === 'newest' && (!parent || mirror.isHeld('posts', parent)) && (row as Post).order >= floor;
    const isHeldWith = kind === 'with' && mirror.isHeld('posts', row.id);
    if ((kind === undefined || isListHeld || isHeldWith) && !mirror.rows.has(name)) missing.push(name);
  }
  const named = [...mirror.rows].flatMap(([name, row]) => peopleOf(resourceOf(name), row)).map((id) => `participants:${home}-${id}`);
  missing.push(...named.filter((name) => whole.has(name) && !mirror.rows.has(name)));
  expect(missing).toEqual([]);
  expect([...mirror.rows].filter(([name, row]) => whole.get(name)?.version !== row.version)).toEqual([]);
}

/** Returns the ids of held posts of this test, without those of the camp. */
const heldPosts = (mirror: FeedMirror): unknown[] =>
  [...mirror.rows].flatMap(([name, row]) => (name.startsWith('posts:') && (row as Post).order > firstOrder ? [row.id] : []));

const page = (mirror: FeedMirror, caller: Caller = reader): Promise<FeedPage> => mirror.page(caller);

describe('a load of a big event', () => {
  test('brings the floor of a list that has no rows yet', async () => {
    resize({ bigMembers: 0 });
    const mirror = await windowMirror({ ...reader, activeEventId: away, eventRoles: { [away]: 'participant' } });
    expect(mirror.floors).toEqual({ posts: 0, photos: 0 });
  });

  test('has the newest threads with their newest replies, and the floors', async () => {
    const all = await threads(7);
    const replies: Post[] = [];
    for (let index = 0; index < 4; index += 1) replies.push(await post('author', { replyToId: all[6]!.id }));
    const mirror = await windowMirror();
    expect(new Set(heldPosts(mirror))).toEqual(new Set([...all.slice(3), ...replies.slice(2)].map(({ id }) => id)));
    expect(mirror.floors).toEqual({ posts: all[3]!.order, [`posts/${all[6]!.id}`]: replies[2]!.order, photos: 0 });
    await expectWindow(mirror);
  });

  test('has the people whom rows name, admins and the person, and nobody else', async () => {
    await join('outsider');
    const mirror = await windowMirror();
    const ids = [...mirror.rows.keys()].filter((name) => name.startsWith('participants:'));
    expect(ids).toContain(`participants:${memberOf('participant')}`);
    expect(ids).toContain(`participants:${memberOf('orga')}`);
    expect(ids).not.toContain(`participants:${memberOf('outsider')}`);
    await post('author', { content: mentionOf(people.outsider.id) });
    await mirror.pull(reader);
    await expectWindow(mirror);
    expect(mirror.rows.has(`participants:${memberOf('outsider')}`)).toBe(true);
  });

  test('has the threads of the person, and their post in a cut thread', async () => {
    const [old] = await threads(1);
    const mine = await post('participant', { replyToId: old!.id });
    for (let index = 0; index < 3; index += 1) await post('author', { replyToId: old!.id });
    const mentioning = await post('author', { content: mentionOf(people.participant.id) });
    const [other, cut] = await threads(2);
    await threads(3);
    const own = await post('participant', { replyToId: cut!.id });
    for (let index = 0; index < 3; index += 1) await post('author', { replyToId: cut!.id });
    const mirror = await windowMirror();
    for (const { id } of [old!, mine, mentioning, own]) expect(heldPosts(mirror)).toContain(id);
    expect(heldPosts(mirror)).not.toContain(other!.id);
    await expectWindow(mirror);
  });

  test('has the threads of the person, although changes fill their page', async () => {
    resize({ gap: 1_000 });
    const long = 'x'.repeat(5_000);
    const own: Post[] = [];
    for (let index = 0; index < 30; index += 1) own.push(await post('participant', { content: long }));
    await threads(6);
    const mirror = new FeedMirror(feed, { windows: true });
    await mirror.page(reader);
    await insertRows(
      store,
      clock,
      'posts',
      Array.from({ length: 190 }, () => postOf('author', { order: (order += 1), content: long })),
    );
    await mirror.pull(reader);
    expect(own.filter(({ id }) => !mirror.rows.has(`posts:${id}`))).toEqual([]);
  });

  test('is cut into pages that never separate a reply from its thread', async () => {
    Object.assign(windowSizes.posts, { first: 300, each: 50, rows: 2_500 });
    resize({ gap: 4_000 });
    const roots = Array.from({ length: 320 }, () => postOf('author', { order: (order += 1) }));
    await insertRows(store, clock, 'posts', roots);
    const replies = roots.map(({ id }) => postOf('orga', { replyToId: id, order: (order += 1) }));
    await insertRows(store, clock, 'posts', replies);
    const mirror = new FeedMirror(feed, { windows: true });
    let more = true;
    for (let pages = 0; more; pages += 1) {
      ({ more } = await mirror.page(reader));
      if (pages === 1) await threads(2);
      const parents = [...mirror.rows.values()].flatMap((row) => (row as Partial<Post>).replyToId ?? []);
      expect(parents.filter((id) => !mirror.isHeld('posts', id))).toEqual([]);
    }
    expect(mirror.pages).toBeGreaterThan(2);
    expect(heldPosts(mirror)).toHaveLength(602);
    await expectWindow(mirror);
  });

  test('has photos down to their floor', async () => {
    const photos = Array.from({ length: 5 }, () => photoOf('orga', { order: (order += 1) }));
    await insertRows(store, clock, 'photos', photos);
    const mirror = await windowMirror();
    expect(photos.map(({ id }) => mirror.isHeld('photos', id))).toEqual([false, false, true, true, true]);
    expect(mirror.floors['photos']).toBe(photos[2]!.order);
  });

  test('reports its window with counts, epoch and number', async () => {
    await threads(2);
    const mirror = new FeedMirror(feed, { windows: true });
    let read = await page(mirror);
    while (read.more) read = await page(mirror);
    const before = await wholeOf(reader);
    const members = [...before.keys()].filter((name) => name.startsWith('participants:')).length;
    const posts = [...before].filter(([name, row]) => name.startsWith('posts:') && !(row as Post).replyToId).length;
    const [window] = read.windows!;
    expect(window).toMatchObject({ scope, at: campTime, counts: { participants: members, posts } });
    expect(window!.number).toBeGreaterThan(0);
    expect(window!.epoch).not.toBe('');
  });
});

describe('changes of a big event', () => {
  test('leave out first joins, and bring a person who is back or has changed', async () => {
    const mirror = await windowMirror();
    await join('outsider');
    const read = await page(mirror);
    expect([read.changes, read.with, read.more]).toEqual([[], [], false]);
    await touch('outsider');
    expect((await page(mirror)).changes.map(({ id }) => id)).toEqual([memberOf('outsider')]);
    await leave('outsider');
    expect((await page(mirror)).changes).toMatchObject([{ id: memberOf('outsider'), row: null }]);
    await join('outsider');
    const back = await page(mirror);
    expect([back.changes, back.with!.map(({ id }) => id)]).toEqual([[], [memberOf('outsider')]]);
  });

  test('bring the authors of new rows, also of those that have just joined', async () => {
    const mirror = await windowMirror();
    await join('outsider');
    await post('outsider');
    const read = await page(mirror);
    expect(read.with!.map(({ id }) => id)).toContain(memberOf('outsider'));
    await expectWindow(mirror);
  });

  test('drop the scope after a gap, and bring the window anew', async () => {
    const mirror = await windowMirror();
    await threads(60);
    const read = await page(mirror);
    expect([read.reset, read.keep?.includes(scope)]).toEqual([false, false]);
    await mirror.pull(reader);
    expect(mirror.resets).toBe(1);
    await expectWindow(mirror);
  });

  test('are no gap if only people have joined', async () => {
    resize({ gap: 0 });
    const mirror = await windowMirror();
    await join('outsider');
    const read = await page(mirror);
    expect([read.keep, read.changes]).toEqual([undefined, []]);
  });

  test('leave a mirror complete in 12 random orders', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new Random(seed);
      const caller = random.chance(0.5) ? reader : callerOf('orga');
      const mirror = await windowMirror(caller);
      const known: Post[] = [];
      let isMember = (await wholeOf(caller)).has(`participants:${memberOf('outsider')}`);
      for (let step = 0; step < 25; step += 1) {
        const kind = random.weighted({ post: 5, reply: 5, gone: 2, person: 2, react: 2, page: 3, pull: 2 });
        if (kind === 'post') known.push(await post(random.pick(['author', 'participant', 'orga'] as const)));
        else if (kind === 'page') await mirror.page(caller);
        else if (kind === 'pull') await mirror.pull(caller);
        else if (kind === 'person') {
          await (isMember ? leave('outsider') : join('outsider'));
          isMember = !isMember;
        } else if (known.length > 0) {
          const one = random.pick(known);
          if (kind === 'reply') await post(random.pick(['author', 'participant'] as const), { replyToId: one.id });
          else if (kind === 'react')
            await insertRows(store, clock, 'reactions', [reactionOf('author', one.id, { order })]).catch(() => undefined);
          else {
            known.splice(known.indexOf(one), 1);
            await remove(one.id);
          }
        }
      }
      await mirror.pull(caller);
      await expectWindow(mirror, caller);
    }
  });
});

describe('a mirror that changes its kind', () => {
  test('gets floors without a load when the event is big, and keeps its rows', async () => {
    resize({ bigMembers: 1_000 });
    const all = await threads(7);
    const mirror = await windowMirror();
    expect(mirror.floors).toEqual({});
    resize({ bigMembers: 2 });
    clock.time += 11_000;
    const held = mirror.rows.size;
    const read = await page(mirror);
    expect([read.keep, read.changes, read.more]).toEqual([undefined, [], false]);
    expect(mirror.floors).toEqual({ posts: all[3]!.order, photos: 0 });
    expect(mirror.rows.size).toBe(held);
    const next = await page(mirror);
    expect(next.windows![0]!.floors).toEqual({});
    await expectWindow(mirror);
  });

  test('stays windowed down to half of the size, and is loaded whole below', async () => {
    const mirror = await windowMirror();
    const counted = (members: number): void => {
      clock.time += 11_000;
      resize({ bigMembers: members });
    };
    const members = [...(await wholeOf(reader)).keys()].filter((name) => name.startsWith('participants:')).length;
    counted(members * 2 - 1);
    expect((await page(mirror)).keep).toBeUndefined();
    counted(members * 2);
    const read = await page(mirror);
    expect([read.keep?.includes(scope), read.windows]).toEqual([false, undefined]);
    await mirror.pull(reader);
    expect(mirror.rows).toEqual(await wholeOf(reader));
  });

  test('is loaded whole by an app without windows, and converted again by one that accepts them', async () => {
    await threads(7);
    const mirror = await windowMirror();
    mirror.windows = false;
    const read = await page(mirror);
    expect([read.keep?.includes(scope), read.windows, read.with]).toEqual([false, undefined, undefined]);
    await mirror.pull(reader);
    expect(mirror.rows).toEqual(await wholeOf(reader));
    expect(mirror.cursor).toMatch(/^3\./);
    mirror.windows = true;
    await mirror.pull(reader);
    expect(mirror.cursor).toMatch(/^4\./);
    await expectWindow(mirror);
  });

  test('keeps a parked window, and continues it', async () => {
    const activeIn = (activeEventId: number): Caller => {
      const eventRoles: Record<number, EventRole> = { [home]: 'participant', [away]: 'participant' };
      return { ...reader, activeEventId, eventRoles };
    };
    await threads(6);
    const mirror = await windowMirror(activeIn(home));
    resize({ bigMembers: 3 });
    await mirror.pull(activeIn(away));
    const { floors } = mirror;
    await post('author');
    const back = await mirror.pull(activeIn(home));
    expect([back.length, mirror.floors]).toEqual([1, floors]);
    expect(mirror.resets).toBe(1);
  });

  test('has a window for a global admin without a membership, who is nowhere named', async () => {
    await threads(6);
    const mirror = await windowMirror(callerOf('admin'));
    expect(mirror.floors['posts']).toBeGreaterThan(0);
    await expectWindow(mirror, callerOf('admin'));
  });
});

describe('a cursor that the app has made up', () => {
  test.each([away, home])('brings only rows of the reader: a window of event %d', async (eventId) => {
    await insertRows(store, clock, 'posts', [postOf('stranger', { eventId: away, order: 5 })]);
    const { cursor } = await windowMirror();
    const { epoch, numbers } = readCursor(cursor!, [])!;
    const forged = scopeOf.event(eventId);
    const loading = { scopes: [forged], resource: 'posts', scope: forged, below: 2_000, floor: 0 };
    const text = writeCursor({ epoch, numbers: new Map([...numbers, [forged, 0]]), windowed: new Set([scope, forged]), loading });
    const mirror = new FeedMirror(feed, { windows: true });
    mirror.cursor = text;
    await mirror.pull(reader);
    expect([...mirror.rows.values()].filter((row) => (row as Partial<Post>).eventId === away)).toEqual([]);
  });
});

describe('an app without windows', () => {
  test('gets the same pages of a big event as of a small one, and so does any app in a small one', async () => {
    await threads(6);
    const play = async (windowsToo: boolean): Promise<string[]> => {
      const pages: string[] = [];
      const mirror = new FeedMirror(feed, { windows: windowsToo });
      for (let more = true; more;) {
        const read = await mirror.page(reader);
        pages.push(JSON.stringify(read));
        ({ more } = read);
      }
      return pages;
    };
    const big = await play(false);
    resize({ bigMembers: 1_000 });
    clock.time += 11_000;
    expect(await play(false)).toEqual(big);
    expect(await play(true)).toEqual(big);
    expect(big.join('')).not.toMatch(/"windows"|"with"/);
  });

  test('does not count rows for an app without windows', async () => {
    let counted = 0;
    const counting = { of: () => expect.fail(`counted ${(counted += 1)}`) } as unknown as EventSizes;
    await new Feed(store, counting).readPage(reader, null, true);
    expect(counted).toBe(0);
  });
});

test('a join announces only the readers of whole mirrors', async () => {
  const { published, stop } = await newsOf(store);
  await join('outsider');
  await touch('outsider');
  await leave('outsider');
  await join('outsider');
  await newsHeard(store);
  stop();
  expect(published).toEqual([[`${scope}~`], [scope], [scope], [scope]]);
});

test('counts an event once in ten seconds', async () => {
  const counts = new EventSizes(clock);
  const first = await counts.of(store.reading, home);
  await join('outsider');
  expect(await counts.of(store.reading, home)).toBe(first);
  clock.time += 10_000;
  const [next, same] = await Promise.all([counts.of(store.reading, home), counts.of(store.reading, home)]);
  expect(next.counts['participants']).toBe(first.counts['participants']! + 1);
  expect(same === next || same === first).toBe(true);
});

test('a pull counts an event for itself while another reader waits to count it', async () => {
  const counts = new EventSizes(clock);
  const pulled = store.readTogether(async (db) => {
    // On SQLite this reader waits for the end of the snapshot.
    const other = counts.of(store.reading, home);
    return { own: await counts.of(db, home), other };
  });
  const { own, other } = await pulled;
  expect(own.counts['participants']).toBeGreaterThan(0);
  expect((await other).counts).toEqual(own.counts);
});
