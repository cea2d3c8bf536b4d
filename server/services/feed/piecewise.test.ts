import fc from 'fast-check';
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { EventRole } from '#contract/roles.ts';
import { announcementOf, away, callerOf, home, insertRows, postOf, replaceRow } from '#tests/fixtures/camp.ts';
import { FeedMirror } from '#tests/fixtures/server/feed-mirror.ts';
import { timesByChance } from '#tests/setup/tier.ts';
import type { Caller } from '#server/lib/caller.ts';
import { purge } from '#server/jobs/purge.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { recordChanges } from './change-log.ts';
import { readCursor } from './cursor.ts';
import { Feed } from './feed.ts';
import { scopesOf } from './scopes-of.ts';

const clock = { time: campTime, now: () => clock.time };
let store: Store;
let feed: Feed;

async function open(): Promise<void> {
  clock.time = campTime;
  store = await openCamp();
  feed = new Feed(store);
}

beforeEach(open);
afterEach(() => store.close());

/** The author, a member of these events. */
const activeIn = (
  activeEventId: number | null,
  eventRoles: Record<number, EventRole> = { [home]: 'participant', [away]: 'participant' },
): Caller => ({
  ...callerOf('author'),
  activeEventId,
  eventRoles,
});
const asAdmin = (activeEventId: number): Caller => activeIn(activeEventId, { [home]: 'admin', [away]: 'participant' });

const posted = async (eventId: number, count = 1): Promise<BaseRow[]> => {
  const rows = Array.from({ length: count }, () => postOf('author', { eventId }));
  await insertRows(store, clock, 'posts', rows);
  return rows;
};

async function expectLevelWith(caller: Caller, mirror: FeedMirror): Promise<void> {
  const fresh = new FeedMirror(feed);
  await fresh.pull(caller);
  expect(mirror.contentIn(scopesOf(caller))).toEqual(fresh.content);
}

async function levelMirror(caller: Caller): Promise<FeedMirror> {
  const mirror = new FeedMirror(feed);
  await mirror.pull(caller);
  return mirror;
}

test('a switch loads only the other event, and the mirror keeps the first one', async () => {
  const [old] = await posted(home);
  const [other] = await posted(away);
  const mirror = await levelMirror(activeIn(home));
  const changes = await mirror.pull(activeIn(away));
  expect(changes.map(({ id }) => id)).toContain(other!.id);
  expect(changes.filter(({ row }) => row?.['eventId'] !== away)).toEqual([]);
  expect([mirror.resets, mirror.rows.has(`posts:${old!.id}`)]).toEqual([1, true]);
  await expectLevelWith(activeIn(away), mirror);
});

test('a switch back loads only the changes since, with tombstones, in one page', async () => {
  const single = (event: number): Caller => ({ ...activeIn(event), datingIn: [] });
  const [gone] = await posted(home, 3);
  const mirror = await levelMirror(single(home));
  await mirror.pull(single(away));
  const { id } = (await posted(home))[0]!;
  const draft = announcementOf({ title: 'Noch da' });
  await insertRows(store, clock, 'announcements', [draft]);
  await replaceRow(store, clock, 'announcements', draft, { ...draft, active: false, version: 2 } as BaseRow);
  const [pages, back] = [mirror.pages, await mirror.pull(single(home))];
  expect(new Set(back.map((change) => change.id))).toEqual(new Set([id, draft.id]));
  expect([mirror.pages - pages, mirror.rows.has(`posts:${gone!.id}`)]).toEqual([1, true]);
  await expectLevelWith(single(home), mirror);
});

test('the dating pool is mirrored only during an opt-in in the active event, and never parked', async () => {
  const inPool = (mirror: FeedMirror) => [...mirror.rows.keys()].filter((name) => name.startsWith('datingParticipants:')).length;
  const mirror = await levelMirror({ ...activeIn(home), datingIn: [] });
  expect(inPool(mirror)).toBe(0);
  await mirror.pull(activeIn(home));
  expect(inPool(mirror)).toBe(2);
  await mirror.pull(activeIn(away));
  expect(inPool(mirror)).toBe(0);
  await mirror.pull(activeIn(home));
  expect(inPool(mirror)).toBe(2);
  await mirror.pull({ ...activeIn(home), datingIn: [] });
  expect([inPool(mirror), mirror.resets]).toEqual([0, 1]);
});

test('a new role adds the rows that only event admins see, and its loss removes just those', async () => {
  const draft = announcementOf({ active: false });
  await insertRows(store, clock, 'announcements', [draft]);
  const mirror = await levelMirror(activeIn(home));
  expect((await mirror.pull(asAdmin(home))).map(({ id }) => id)).toContain(draft.id);
  const before = mirror.rows.size;
  expect(await mirror.pull(activeIn(home))).toEqual([]);
  expect(mirror.rows.has(`announcements:${draft.id}`)).toBe(false);
  expect(mirror.rows.size).toBeLessThan(before);
  await expectLevelWith(activeIn(home), mirror);
});

test('rows of a lost membership or role are removed while another event is active', async () => {
  const draft = announcementOf({ active: false });
  const [old] = await posted(home);
  await insertRows(store, clock, 'announcements', [draft]);
  const mirror = await levelMirror(asAdmin(home));
  await mirror.pull(asAdmin(away));
  expect(mirror.rows.has(`announcements:${draft.id}`)).toBe(true);
  await mirror.pull(activeIn(away));
  expect([mirror.rows.has(`announcements:${draft.id}`), mirror.rows.has(`posts:${old!.id}`)]).toEqual([false, true]);
  await mirror.pull(activeIn(away, { [away]: 'participant' }));
  expect(mirror.rows.has(`posts:${old!.id}`)).toBe(false);
  expect(mirror.resets).toBe(1);
});

test('the mirror keeps the last four events', async () => {
  const events = [11, 12, 13, 14, 15];
  const everywhere = Object.fromEntries([home, ...events].map((id) => [id, 'participant' as const]));
  const [like] = await sqlOf(store.reading).selectFrom('events').selectAll().where('id', '=', home).execute();
  await store.write(dynamicScopes(), async (trx) => {
    await sqlOf(trx)
      .insertInto('events')
      .values(events.map((id) => ({ ...like!, id })))
      .execute();
  });
  for (const id of [home, ...events]) await posted(id);
  const mirror = await levelMirror(activeIn(home, everywhere));
  const eventsHeld = () =>
    new Set([...mirror.rows].filter(([name]) => name.startsWith('posts:')).map(([, row]) => (row as never)['eventId']));
  for (const id of [11, 12, home, 13, 14, 15]) await mirror.pull(activeIn(id, everywhere));
  expect(eventsHeld()).toEqual(new Set([12, home, 13, 14, 15]));
});

test('a load that a switch interrupts is not taken for complete, and one that continues is', async () => {
  await posted(away, limits.feedPageRows + 20);
  const mirror = await levelMirror(activeIn(home));
  expect((await mirror.page(activeIn(away))).more).toBe(true);
  await mirror.pull(activeIn(home));
  expect([...mirror.rows.keys()].filter((name) => name.startsWith('posts:')).length).toBe((await fresh(activeIn(home))).length);
  await mirror.page(activeIn(away));
  await mirror.pull(activeIn(away));
  await expectLevelWith(activeIn(away), mirror);
});

const fresh = async (caller: Caller): Promise<string[]> =>
  [...(await levelMirror(caller)).rows.keys()].filter((name) => name.startsWith('posts:'));

test('a load continues when another scope is added', async () => {
  await posted(away, limits.feedPageRows + 20);
  const mirror = await levelMirror(activeIn(home));
  await mirror.page(activeIn(away));
  const promoted = activeIn(away, { [home]: 'participant', [away]: 'admin' });
  await mirror.pull(promoted);
  await expectLevelWith(promoted, mirror);
});

test('changes during the load of an event come with the next page, before the rest of the load', async () => {
  await posted(away, limits.feedPageRows + 20);
  const mirror = await levelMirror(activeIn(home));
  await mirror.page(activeIn(away));
  const [late] = await posted(away);
  const { changes } = await mirror.page(activeIn(away));
  expect(changes[0]).toMatchObject({ resource: 'posts', id: late!.id });
});

test('an event whose tombstones were purged is reloaded alone', async () => {
  const [gone] = (await posted(home)) as [BaseRow];
  const mirror = await levelMirror(activeIn(home));
  await mirror.pull(activeIn(away));
  await store.write(dynamicScopes(), async (trx) => {
    await sqlOf(trx).deleteFrom('posts').where('id', '=', String(gone.id)).execute();
    await recordChanges(trx, [{ resource: 'posts', rowBefore: gone, rowAfter: null }], clock.now());
  });
  clock.time += times.tombstoneLife + times.day;
  await purge(store, clock);
  await mirror.pull(activeIn(home));
  expect([mirror.resets, mirror.rows.has(`posts:${gone.id}`)]).toEqual([1, false]);
  await expectLevelWith(activeIn(home), mirror);
});

test('a hashed cursor of an earlier version continues in the same scopes', async () => {
  const mirror = await levelMirror(activeIn(home));
  const scopes = scopesOf(activeIn(home));
  const { epoch, numbers } = readCursor(mirror.cursor!, scopes)!;
  const former = {
    epoch,
    scopes: hash('sha256', scopes.join(' '), 'base64url').slice(0, 16),
    numbers: scopes.map((scope) => numbers.get(scope)),
  };
  const text = Buffer.from(JSON.stringify(former)).toString('base64url');
  const [{ id }] = (await posted(home)) as [BaseRow];
  mirror.cursor = text;
  expect((await mirror.pull(activeIn(home))).map((change) => change.id)).toEqual([id]);
  mirror.cursor = text;
  await mirror.pull(activeIn(away));
  expect(mirror.resets).toBe(2);
});

const caller = fc.record({
  event: fc.constantFrom(home, away, null),
  role: fc.constantFrom<EventRole | null>('participant', 'admin', null),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), event: fc.constantFrom(home, away), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('toggle' as const), event: fc.constantFrom(home, away), pick: fc.nat() }),
  fc.record({ kind: fc.constant('become' as const), caller }),
  fc.record({ kind: fc.constant('page' as const) }),
);

test('a mirror ends level after random switches, roles and writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await store.close();
      await open();
      const mirror = new FeedMirror(feed);
      let reader = activeIn(home);
      const announcements = [home, away].flatMap((eventId) => [announcementOf({ eventId }), announcementOf({ eventId, active: false })]);
      await insertRows(store, clock, 'announcements', announcements);
      for (const one of steps) {
        if (one.kind === 'write') await posted(one.event, one.count);
        else if (one.kind === 'page') await mirror.page(reader);
        else if (one.kind === 'become') {
          const { event, role } = one.caller;
          const roles: Record<number, EventRole> = role ? { [home]: role, [away]: 'participant' } : { [away]: 'participant' };
          reader = activeIn(role === null && event === home ? null : event, roles);
        } else {
          const index = (one.event === home ? 0 : 2) + (one.pick % 2);
          const before = announcements[index]!;
          const after = { ...before, active: !before.active, version: before.version + 1 };
          await replaceRow(store, clock, 'announcements', before, after);
          announcements[index] = after;
        }
      }
      // Every readable event, one after the other.
      for (const event of [away, home, away]) {
        const there = { ...reader, activeEventId: event };
        await mirror.pull(there);
        await expectLevelWith(there, mirror);
      }
      expect(mirror.resets).toBe(1);
    }),
    { numRuns: timesByChance({ gate: 6, full: 300 }), seed: 1 },
  );
}, 300_000);
