import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import type { Post } from '#contract/resources/posts.ts';
import { posts } from '#contract/resources/posts.ts';
import type { Scope } from '#contract/scope.ts';
import { callerOf, home, insertRows, type PersonName, postOf } from '#tests/fixtures/camp.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { revokeSession } from '#server/store/accounts/sessions.ts';
import type { Store } from '#server/store/store.ts';
import { watchRoundTrips, watchStatements } from '#tests/fixtures/databases/statements.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { newsHeard, newsOf, onPostgres } from '#tests/fixtures/databases/test-store.ts';
import type { Answer, Call, Success } from './call.ts';
import { Writer } from './writer.ts';

const clock = { now: () => campTime };
let store: Store;
let writer: Writer;
let errors: string[];
let news: Scope[][];

beforeEach(async () => {
  store = await openCamp();
  errors = [];
  const log = { error: (_details: object, message: string) => void errors.push(message) };
  writer = new Writer({ store, clock, log });
  news = (await newsOf(store)).published;
});

afterEach(async () => {
  await writer.close();
  await store.close();
});

interface Given {
  readonly who?: PersonName;
  readonly key?: string | null;
  readonly lane?: string | null;
  readonly id?: string;
  readonly content?: string;
  readonly replyToId?: string;
}

function create({ who = 'author', key = uuidv7(), lane = null, id = uuidv7(), content = 'Hallo', replyToId }: Given = {}): Call {
  const body = { id, event: home, content, ...(replyToId && { replyToId }) };
  return readCall({ caller: callerOf(who), key, lane, method: 'POST', path: '/api/post', body });
}

function remove(id: string, { who = 'author', key = uuidv7(), lane = null }: Given = {}): Call {
  return readCall({ caller: callerOf(who), key, lane, method: 'DELETE', path: `/api/post/${id}` });
}

const summary = (answers: readonly Answer[]) => answers.map((answer) => (answer instanceof Refusal ? answer.code : answer.status));
const idsIn = async () => new Set((await sqlOf(store.reading).selectFrom('posts').select('id').execute()).map(({ id }) => id));
const rowOf = (answer: Answer | undefined) => (answer as Success).row as Post;

test('orders follow the order of the calls, within a request and across requests', async () => {
  const requests = await Promise.all([1, 2, 3].map(() => writer.submit(Array.from({ length: 120 }, () => create()))));
  const orders = requests.map((answers) => answers.map((answer) => rowOf(answer).order));
  for (const ofRequest of orders) expect(ofRequest).toEqual(ofRequest.toSorted((a, b) => a - b));
  expect(new Set(orders.flat()).size).toBe(360);
});

test('one transaction executes the calls of many requests', async () => {
  const watching = watchStatements();
  await Promise.all(Array.from({ length: 50 }, () => writer.submit([create()])));
  expect(watching.statements.filter((sql) => sql === 'commit')).toHaveLength(1);
});

test.each(onPostgres() ? ['commands of one transaction take four round trips to PostgreSQL, commit and news included'] : [])(
  '%s',
  async () => {
    await writer.submit([create()]);
    const watching = watchRoundTrips();
    expect(summary(await writer.submit(Array.from({ length: 100 }, () => create())))).toEqual(Array.from({ length: 100 }, () => 201));
    expect(watching.count).toBe(4);
  },
);

test('a repeated call gets the same answer and is executed once', async () => {
  const call = create();
  const [first] = await writer.submit([call]);
  const before = await idsIn();
  expect(await writer.submit([call])).toEqual([first]);
  expect(await idsIn()).toEqual(before);
});

test('a call that appears twice in one batch is executed once', async () => {
  const call = create();
  const [first, second] = await writer.submit([call, call]);
  expect(summary([first!, second!])).toEqual([201, 201]);
  expect(second).toEqual(first);
});

test('a refusal is stored as a receipt too', async () => {
  const call = remove(uuidv7());
  expect(summary(await writer.submit([call, call]))).toEqual(['not_found', 'not_found']);
  expect(await sqlOf(store.reading).selectFrom('receipts').select('status').execute()).toMatchObject([{ status: 404 }]);
});

test("a reused key of another call is refused and leaves the first call's receipt unchanged", async () => {
  const key = uuidv7();
  const id = uuidv7();
  await writer.submit([create({ key, id, content: 'eins' })]);
  expect(summary(await writer.submit([create({ key, id, content: 'zwei' })]))).toEqual(['key_reused']);
  expect(summary(await writer.submit([create({ key, id, content: 'eins' })]))).toEqual([201]);
});

test('the same key of two people counts as two keys', async () => {
  const key = uuidv7();
  expect(summary(await writer.submit([create({ key }), create({ key, who: 'participant' })]))).toEqual([201, 201]);
});

test('a key that another request is executing is refused as in progress and stops its lane', async () => {
  const key = uuidv7();
  const id = uuidv7();
  const first = writer.submit([create({ key, id })]);
  const second = writer.submit([create({ key, id, lane: 'a' }), create({ lane: 'a' }), create({ lane: 'b' })]);
  expect(summary(await first)).toEqual([201]);
  const answers = await second;
  expect(summary(answers)).toEqual(['in_progress', 'lane_stopped', 201]);
  expect((answers[0] as Refusal).details.retryAfter).toBe(1);
  expect(summary(await writer.submit([create({ key, id })]))).toEqual([201]);
});

test('the same key of two people counts as two keys while both are executed', async () => {
  const key = uuidv7();
  const [own, theirs] = await Promise.all([writer.submit([create({ key })]), writer.submit([create({ key, who: 'participant' })])]);
  expect([summary(own), summary(theirs)]).toEqual([[201], [201]]);
});

test('a full queue refuses new calls and executes the queued ones', async () => {
  const before = await idsIn();
  const taken = writer.submit([create()]);
  const many = create();
  const answers = await writer.submit(Array.from({ length: 20_000 }, () => many));
  expect(new Set(summary(answers))).toEqual(new Set(['unavailable']));
  expect(answers.map((answer) => (answer as Refusal).details.retryAfter)).toEqual(Array.from({ length: 20_000 }, () => 1));
  expect(summary(await taken)).toEqual([201]);
  expect((await idsIn()).size).toBe(before.size + 1);
});

test('a lane stops at its first failure, also across slices, and stopped calls leave no receipt', async () => {
  const stopped = create({ lane: 'a' });
  const calls = [
    remove(uuidv7(), { lane: 'a' }),
    stopped,
    ...Array.from({ length: 200 }, () => create({ lane: 'b' })),
    create({ lane: 'a' }),
  ];
  const answers = summary(await writer.submit(calls));
  expect([answers[0], answers[1], answers.at(-1)]).toEqual(['not_found', 'lane_stopped', 'lane_stopped']);
  expect(answers.slice(2, -1).every((answer) => answer === 201)).toBe(true);
  expect(summary(await writer.submit([stopped]))).toEqual([201]);
});

test('lanes of different requests are independent', async () => {
  const [one, other] = await Promise.all([
    writer.submit([remove(uuidv7(), { lane: 'a' }), create({ lane: 'a' })]),
    writer.submit([create({ lane: 'a' })]),
  ]);
  expect([summary(one), summary(other)]).toEqual([['not_found', 'lane_stopped'], [201]]);
});

test('a post, its reply and its removal in one batch see each other', async () => {
  const id = uuidv7();
  const reply = uuidv7();
  const answers = await writer.submit([create({ id }), create({ id: reply, replyToId: id }), remove(id), create({ replyToId: id })]);
  expect(summary(answers)).toEqual([201, 201, 204, 'post_gone']);
  const ids = await idsIn();
  expect([ids.has(id), ids.has(reply)]).toEqual([false, false]);
});

test('the removal of a post removes its replies with a tombstone each, and only the post has the key', async () => {
  const id = uuidv7();
  const replies = [uuidv7(), uuidv7()];
  await writer.submit([create({ id }), ...replies.map((reply) => create({ id: reply, replyToId: id, who: 'participant' }))]);
  const key = uuidv7();
  expect(summary(await writer.submit([remove(id, { key })]))).toEqual([204]);
  const pointers = await sqlOf(store.reading)
    .selectFrom('change_log')
    .selectAll()
    .where('row_id', 'in', [id, ...replies])
    .execute();
  expect(pointers.map(({ gone, version }) => [gone, version])).toEqual([1, 2, 3].map(() => [1, 2]));
  expect(pointers.filter((pointer) => pointer.key === key).map(({ row_id }) => row_id)).toEqual([id]);
});

test('the removal of a thread of 8,000 replies runs in one transaction and linear time', async () => {
  const root = postOf('author');
  const replies = Array.from({ length: 8_000 }, () => postOf('participant', { replyToId: root.id }));
  await insertRows(store, clock, 'posts', [root, ...replies]);
  const begun = process.threadCpuUsage();
  expect(summary(await writer.submit([remove(root.id)]))).toEqual([204]);
  const { user, system } = process.threadCpuUsage(begun);
  // CPU time, so that other work on the machine does not count: about 0.2 s. Comparing each reply with every other took over 5 s.
  expect((user + system) / 1_000).toBeLessThan(3_000);
  const ids = await idsIn();
  expect([root, ...replies].filter(({ id }) => ids.has(id))).toEqual([]);
});

test('a reply to a reply belongs to the first post', async () => {
  const id = uuidv7();
  const reply = uuidv7();
  await writer.submit([create({ id }), create({ id: reply, replyToId: id })]);
  const [answer] = await writer.submit([create({ replyToId: reply })]);
  expect(rowOf(answer).replyToId).toBe(id);
});

test('a taken id is refused, whoever owns it', async () => {
  const id = uuidv7();
  await writer.submit([create({ id })]);
  expect(summary(await writer.submit([create({ id, who: 'participant' }), create({ id })]))).toEqual(['id_taken', 'id_taken']);
});

test('a refused call changes no counter and sends no poke', async () => {
  const before = await sqlOf(store.reading).selectFrom('scope_counters').selectAll().execute();
  await writer.submit([create({ replyToId: uuidv7() }), remove(uuidv7())]);
  expect(await sqlOf(store.reading).selectFrom('scope_counters').selectAll().execute()).toEqual(before);
  await newsHeard(store);
  expect(news).toEqual([]);
});

test('changed scopes are announced after the commit', async () => {
  await writer.submit([create()]);
  await newsHeard(store);
  expect(news).toEqual([[`event:${home}`]]);
});

test('a rule that throws fails its own call alone', async () => {
  const apply = posts.mutations.create.apply;
  vi.spyOn(posts.mutations.create, 'apply').mockImplementation((row, context) => {
    if (context.args.content === 'boom') throw new Error('a fault in the rule');
    return apply(row, context);
  });
  const calls = [create({ lane: 'a' }), create({ content: 'boom', lane: 'b' }), create({ lane: 'b' }), create()];
  expect(summary(await writer.submit(calls))).toEqual([201, 'internal', 'lane_stopped', 201]);
  expect(errors).toEqual(['a write failed']);
});

test('rows that the database rejects fail their own call alone', async () => {
  const code = { caller: callerOf('orga'), key: null, lane: null, method: 'POST', path: `/api/event/${home}/code` };
  // This writer has no constraint that would refuse the code first.
  const bad = readCall({ ...code, body: { code: 'CAMP-OPEN', reusable: true } });
  expect(summary(await writer.submit([create(), bad, create()]))).toEqual([201, 'internal', 201]);
});

const failures = [
  { name: 'a full disk', fault: 'full', code: 'storage_full' },
  { name: 'a locked database', fault: 'locked', code: 'unavailable' },
  { name: 'a broken disk', fault: 'broken', code: 'unavailable' },
] as const;

/** Fakes the clock that limits the wait for a lock: each read advances it by a quarter of the limit. */
function playWaiting(): void {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 500));
}

test.each(failures)('$name fails the call, stores no receipt, and a later call succeeds', async ({ fault, code }) => {
  playWaiting();
  const watching = watchStatements((sql) => (sql.startsWith('insert into "posts"') ? fault : null));
  const call = create();
  expect(summary(await writer.submit([call, create()]))).toEqual([code, code]);
  watching.stop();
  expect(summary(await writer.submit([call]))).toEqual([201]);
});

test('a database that stays locked refuses the running and all queued calls together', async () => {
  playWaiting();
  const isPost = (sql: string): boolean => sql.startsWith('insert into "posts"');
  const watching = watchStatements((sql) => (isPost(sql) ? 'locked' : null));
  const requests = Array.from({ length: 8 }, () => writer.submit(Array.from({ length: 100 }, () => create())));
  const answers = summary((await Promise.all(requests)).flat());
  expect(new Set(answers)).toEqual(new Set(['unavailable']));
  expect(errors).toHaveLength(1);
  // The wait for one write is four tries; eight slices one after another would have needed four each.
  expect(watching.statements.filter(isPost).length).toBeLessThan(8);
  watching.stop();
  expect(summary(await writer.submit([create()]))).toEqual([201]);
});

test('the longest wait includes calls that are still queued', async () => {
  const timers = { time: 0, now: () => timers.time };
  const slow = new Writer({ store, clock, log: { error: () => undefined }, timers });
  const done = slow.submit(Array.from({ length: 250 }, () => create()));
  expect(slow.waiting).toBe(250);
  timers.time = 40;
  expect(slow.resetLongestWait()).toBe(40);
  timers.time = 70;
  await done;
  expect([slow.resetLongestWait(), slow.resetLongestWait(), slow.waiting]).toEqual([70, 0, 0]);
  await slow.close();
});

test('close finishes accepted calls and refuses new ones', async () => {
  const taken = writer.submit([create()]);
  await writer.close();
  expect(summary(await taken)).toEqual([201]);
  expect(summary(await writer.submit([create()]))).toEqual(['unavailable']);
});

test('one person fills their share of the queue, and calls of others are accepted', async () => {
  const thousand = (who: PersonName) => writer.submit(Array.from({ length: 1_000 }, () => create({ who })));
  const own = Array.from({ length: 5 }, () => thousand('author'));
  const other = thousand('participant');
  expect((await Promise.all(own)).map((answers) => new Set(summary(answers)))).toEqual([
    ...Array.from({ length: 4 }, () => new Set([201])),
    new Set(['too_many_requests']),
  ]);
  expect(new Set(summary(await other))).toEqual(new Set([201]));
  expect(new Set(summary(await thousand('author')))).toEqual(new Set([201]));
});

test('a session that ended while its call waited writes nothing', async () => {
  const first = writer.submit([create()]);
  await store.write([], (trx) => revokeSession(trx, { id: 'author', userId: callerOf('author').userId }, clock.now()));
  expect(summary(await writer.submit([create(), create({ who: 'participant' })]))).toEqual(['unauthenticated', 201]);
  await first;
});
