import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { ownPostRowId } from '#contract/rules/own-rows.ts';
import { mentionOf } from '#contract/rules/mentions.ts';
import { times } from '#contract/times.ts';
import { home, insertRows, people, postOf } from '#tests/fixtures/camp.ts';
import { openSharedCamp, type SharedCamp } from '#tests/fixtures/databases/shared-camp.ts';
import { claimJobs } from '#server/store/push/push-jobs.ts';
import { sqlOf } from '../store/core/handles.ts';
import { insertPendingNews } from '../store/push/pending-news.ts';
import type { Store } from '../store/store.ts';
import { queueDueNews } from './news.ts';

const clock = { time: Date.UTC(2026, 10, 21, 12), now: () => clock.time };
const userId = people.participant.id;
let camp: SharedCamp;
let store: Store;

const thread = postOf('author');

beforeEach(async () => {
  camp = await openSharedCamp(1, clock);
  [store] = camp.stores as [Store];
  const device = { endpoint: 'https://push.example/1', p256dh: '', auth: '', language: 'en' as const, created_at: 0 };
  await sqlOf(store.reading)
    .insertInto('push_subscriptions')
    .values({ ...device, user_id: userId, session_id: 'participant' })
    .execute();
  await insertRows(store, clock, 'posts', [thread]);
  const row = { id: ownPostRowId(thread.id, userId), event_id: home, user_id: userId, post_id: thread.id, version: 1 };
  await sqlOf(store.reading)
    .insertInto('thread_follows')
    .values({ ...row, state: 'usual' })
    .execute();
});
afterEach(() => camp.close());

const choose = (state: FollowState) =>
  sqlOf(store.reading)
    .updateTable('thread_follows')
    .set({ state })
    .where('user_id', '=', userId)
    .where('post_id', '=', thread.id)
    .execute();

async function reply(content = 'yes'): Promise<void> {
  const row = postOf('author', { replyToId: thread.id, content });
  await insertRows(store, clock, 'posts', [row]);
  const news = { resource: 'posts', rowId: row.id, eventId: home, authorId: people.author.id };
  await store.write([], (trx) => insertPendingNews(trx, [news], clock.now()));
  clock.time += times.minute;
  await store.write([], (trx) => queueDueNews(trx, '', clock.now()));
}

/** Returns the kinds of the pushes that are sent now. */
async function claimed(): Promise<string[]> {
  clock.time += 10 * times.minute;
  const jobs = await store.write([], (trx) => claimJobs(trx, { now: clock.now(), lease: times.minute, limit: 25 }));
  if (jobs.length === 0) return [];
  const rows = await sqlOf(store.reading).selectFrom('push_jobs').select(['id', 'setting']).execute();
  return jobs.map(({ id }) => rows.find((row) => row.id === id)!.setting);
}

test.each<[FollowState, string[]]>([
  ['usual', ['chats']],
  ['followed', ['chats']],
  ['muted', []],
])('a reply in a thread that is %s is pushed as %j with the chat on', async (state, expected) => {
  await choose(state);
  await reply();
  expect(await claimed()).toEqual(expected);
});

test.each<[FollowState, string[]]>([
  ['usual', []],
  ['followed', ['followed']],
  ['muted', []],
])('a reply in a thread that is %s is pushed as %j with the chat off', async (state, expected) => {
  await sqlOf(store.reading)
    .insertInto('notification_settings')
    .values({
      id: userId,
      version: 1,
      general: 1,
      chats: 0,
      meetups: 1,
      pictures: 1,
      agenda: 1,
      mentions: 1,
      quiet_from: null,
      quiet_to: null,
    })
    .execute();
  await choose(state);
  await reply();
  expect(await claimed()).toEqual(expected);
  await reply(mentionOf(userId));
  expect(await claimed()).toEqual(['mentions']);
});

test('a waiting push is dropped if the thread was muted since', async () => {
  await reply();
  await choose('muted');
  expect(await claimed()).toEqual([]);
});
