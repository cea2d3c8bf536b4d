import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { announcementOf, callerOf, home, insertRows, type PersonName, photoOf } from '#tests/fixtures/camp.ts';
import { readCall } from '../http/commands/call-table.ts';
import type { Action, Call, Success } from '../services/commands/call.ts';
import { Writer } from '../services/commands/writer.ts';
import { sqlOf } from '../store/core/handles.ts';
import type { Store } from '../store/store.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { redactReceipts } from './redact-receipts.ts';
import { purge } from './purge.ts';

const clock = { now: () => campTime };
let store: Store;
let writer: Writer;
beforeEach(async () => {
  store = await openCamp();
  writer = new Writer({ store, clock, log: { error: (details) => expect.fail(JSON.stringify(details)) } });
});
afterEach(async () => {
  await writer.close();
  await store.close();
});

function call(who: PersonName, route: string, body: object = {}, ifMatch?: number): Call {
  const [method, path] = route.split(' ') as [string, string];
  return readCall({ caller: callerOf(who), key: uuidv7(), lane: null, method, path, body, ifMatch });
}
const post = (who: PersonName, content: string, own: object = {}) =>
  call(who, 'POST /api/post', { id: uuidv7(), event: home, content, ...own });
const answerTo = async (one: Call) => (await writer.submit([one]))[0]!;
const rowOf = async (one: Call) => ((await answerTo(one)) as Success).row as Post;
const kept = async () => JSON.stringify(await sqlOf(store.reading).selectFrom('receipts').select('body').execute());

test("a deleted row's texts are removed from receipts, and a repeated command still succeeds", async () => {
  const [gone, stays] = [post('author', 'secret of the thread'), post('author', 'of another thread')];
  const first = await rowOf(gone);
  await answerTo(stays);
  const reply = post('participant', 'secret reply', { replyToId: first.id });
  await answerTo(reply);
  await answerTo(call('author', `DELETE /api/post/${first.id}`));
  await purge(store, clock);
  expect(await kept()).not.toContain('secret');
  // The row keeps its version, so that its tombstone is newer.
  expect(await answerTo(gone)).toEqual({ status: 201, row: { ...first, content: '' } });
  expect(await answerTo(stays)).toMatchObject({ status: 201, row: { content: 'of another thread' } });
  expect(await answerTo(reply)).toMatchObject({ status: 201, row: { content: '', replyToId: first.id } });
});

async function entry(): Promise<ScheduleEntry> {
  const times = { startDate: '2026-11-21T18:00:00.000Z', endDate: '2026-11-21T19:00:00.000Z' };
  const places = { locationName: 'Steg', locationUrl: null, locationAddress: null };
  const row = { id: uuidv7(), version: 1, eventId: home, title: 'secret entry', details: null, ...times, ...places };
  await insertRows(store, clock, 'schedule', [row]);
  return row;
}
const pathOf = ({ id }: ScheduleEntry) => `/api/event/${home}/schedule/${id}`;

test.each([
  ['a change', 'PUT', { title: 'Later' }],
  ['a removal', 'DELETE', {}],
])('a stored conflict of %s loses its current row after that was deleted', async (_what, method, body) => {
  const row = await entry();
  const tried = call('orga', `${method} ${pathOf(row)}`, body, 7);
  expect(await answerTo(tried)).toMatchObject({ code: 'version_conflict', details: { current: row } });
  expect(await answerTo(call('orga', `DELETE ${pathOf(row)}`))).toMatchObject({ status: 204 });
  await purge(store, clock);
  expect(await kept()).not.toContain('secret');
  expect(await answerTo(tried)).toEqual(new Refusal('version_conflict'));
});

test('other writes run during the redaction', async () => {
  await answerTo(post('author', 'secret'));
  const ended: string[] = [];
  const clearedFields = redactReceipts(store).then(() => ended.push('words'));
  const writing = store.write([], () => Promise.resolve()).then(() => ended.push('another'));
  await Promise.all([clearedFields, writing]);
  expect(ended).toEqual(['another', 'words']);
});

test('all receipts of deleted rows are redacted, however many there are', async () => {
  const posts = Array.from({ length: 600 }, (_, index) => post(index % 2 ? 'author' : 'participant', `secret ${index}`));
  await writer.submit(posts.filter((_, index) => index % 2));
  await writer.submit(posts.filter((_, index) => index % 2 === 0));
  const stays = post('author', 'stays');
  const answer = await answerTo(stays);
  await writer.submit(posts.map(({ action }) => call('orga', `DELETE /api/post/${(action as Action).id}`)));
  await redactReceipts(store);
  expect(await kept()).not.toContain('secret');
  expect(await answerTo(stays)).toEqual(answer);
});

test('the receipt of a removal stays', async () => {
  const removal = call('orga', `DELETE ${pathOf(await entry())}`);
  const done = await answerTo(removal);
  await purge(store, clock);
  expect(await answerTo(removal)).toEqual(done);
  expect(done).toEqual({ status: 204, row: null });
});

test('receipts of a row stay if a row of another resource with the same id was deleted', async () => {
  const row = await entry();
  const edit = call('orga', `PUT ${pathOf(row)}`, { title: 'Later' }, 7);
  const change = call('orga', `PUT ${pathOf(row)}`, { title: 'Sooner' }, 1);
  const answers = [await answerTo(edit), await answerTo(change)];
  await answerTo(post('participant', 'secret', { id: row.id }));
  expect(await answerTo(call('participant', `DELETE /api/post/${row.id}`))).toMatchObject({ status: 204 });
  await purge(store, clock);
  expect([await answerTo(edit), await answerTo(change)]).toEqual(answers);
  expect(answers).toMatchObject([{ details: { current: row } }, { row: { title: 'Sooner' } }]);
});

test('a redacted receipt keeps the link of the picture', async () => {
  const { id, url } = photoOf('author');
  const body = { id, event: home, url, description: 'secret' };
  const sent = { caller: callerOf('author'), key: uuidv7(), lane: null, method: 'POST', path: '/api/photo', body };
  const share = readCall({ ...sent, pictureDigest: 'of the picture' });
  const shared = await rowOf(share);
  await answerTo(call('author', `DELETE /api/photo/${id}`));
  await purge(store, clock);
  expect(await answerTo(share)).toEqual({ status: 201, row: { ...shared, description: '' } });
  expect(shared).toMatchObject({ url, description: 'secret' });
});

test('the receipt of a row that only left the sight of some keeps its texts', async () => {
  const row = announcementOf();
  await insertRows(store, clock, 'announcements', [row]);
  const hide = call('orga', `POST /api/announcement/${row.id}/deactivate`);
  const hidden = await rowOf(hide);
  expect(hidden).toMatchObject({ active: false, title: row.title });
  await purge(store, clock);
  expect(await rowOf(hide)).toEqual(hidden);
});
