import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#contract/endpoints/core.ts';
import type { Post } from '#contract/resources/posts.ts';
import { purge } from '#server/jobs/purge.ts';
import type { OwnData } from '#server/services/accounts/own-data.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { away, callerOf, home, people, type PersonName } from '../fixtures/camp.ts';
import { watchStatements } from '../fixtures/databases/statements.ts';
import { type Answer, openWorld, type World } from '../fixtures/world.ts';

/** Lone surrogates, as a cut within a pair leaves them, and NUL: PostgreSQL stores neither, and parses no JSON with one. */

const half = '\ud83d';
const mark = '\ufffd';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const send = (who: PersonName, method: string, url: string, body?: unknown, key = uuidv7()): Promise<Answer> =>
  world.call(who, method, url, { body, headers: { 'idempotency-key': key } });
const post = (content: string, own: object = {}, key?: string) =>
  send('participant', 'POST', '/api/post', { content, event: home, ...own }, key);
const kept = async (): Promise<string[]> =>
  (await sqlOf(world.store.reading).selectFrom('receipts').select('body').execute()).map(({ body }) => String(body));

test('a lone surrogate is stored and returned as a replacement character, also in the repeated answer', async () => {
  const { cursor } = await world.pull('participant');
  const key = uuidv7();
  const { body } = await post(`See${half}`, {}, key);
  expect(body.content).toBe(`See${mark}`);
  expect((await world.pull('participant', cursor)).changes.map(({ row }) => row)).toEqual([body]);
  expect((await post(`See${half}`, {}, key)).body).toEqual(body);
});

test.each([
  ['a NUL', '\0', mark],
  ['half a character', half, mark],
  ['a pair that is cut in two', `${'x'.repeat(199)}😀`, `${'x'.repeat(199)}${mark}`],
])('an unknown field named %s is reported by its storable name', async (_name, field, named) => {
  const { status, body } = await post('See', { [field]: 1 });
  expect([status, body.issues]).toEqual([400, [{ path: named, message: 'unrecognized_keys' }]]);
  expect(await kept()).toContain(JSON.stringify({ error: 'invalid', issues: body.issues }));
});

test('a lone surrogate or NUL as an id is answered with 404 and harms no other command of a batch', async () => {
  const paths = [`/api/post/${half}`, '/api/post/\0', '/api/post/%00', '/api/post/%ED%A0%80', `/api/report/${half}/dismiss`];
  const calls = [
    ...paths.map((path) => ({ path, method: path.endsWith('dismiss') ? 'POST' : 'DELETE' })),
    { path: '/api/post', method: 'POST', body: { content: 'See', event: home } },
  ].map((call, lane) => ({ key: uuidv7(), lane: `${lane}`, ...call }));
  await world.signIn('participant');
  const watching = watchStatements();
  const { body } = await world.call('participant', 'POST', '/api/batch', { body: { calls } });
  const commits = watching.statements.filter((sql) => sql === 'commit');
  watching.stop();
  expect((body.answers as BatchAnswer[]).map(({ status }) => status)).toEqual([...paths.map(() => 404), 201]);
  expect(commits).toHaveLength(1);
});

test.each([
  ['a login', 'POST', '/api/users/login', { email: '\0', password: 'x', csrfToken: 'x' }],
  ['a second factor', 'POST', '/api/users/tfa', { username: '\0', password: 'x', token: 'x' }],
  ['registering', 'POST', '/api/users/register', { email: 'new@camp.example', password: 'x', eventcode: '\0' }],
  ['a switch', 'POST', `/api/event/${away}/switch`, { eventCode: '\0' }],
  ['a look at a code', 'GET', '/api/event/by-code/%00', undefined],
  ['forgetting a device', 'POST', '/api/notification/unsubscribe', { endpoint: '\0' }],
  ['signing a device out', 'DELETE', '/api/users/sessions/%00', undefined],
])('a NUL in %s is rejected before any query', async (_name, method, url, body) => {
  await world.signIn('participant');
  const { status, body: answer } = await world.call('participant', method, url, { body });
  expect([status, answer.error, answer.issues?.length]).toEqual([400, 'invalid', 1]);
});

/** Rewrites receipts to the form in which they were stored before such texts were repaired on arrival. */
async function answerAsOnce(find: string, replace: string): Promise<void> {
  const db = sqlOf(world.store.reading);
  for (const { key, body } of await db.selectFrom('receipts').select(['key', 'body']).execute()) {
    if (body?.includes(find))
      await db
        .updateTable('receipts')
        .set({ body: body.replaceAll(find, replace) })
        .where('key', '=', key)
        .execute();
  }
}

test('an old receipt with such a text stops neither the purge nor the deletion of an account', async () => {
  const { id } = (await post('secret of somebody')).body as Post;
  await send('participant', 'DELETE', `/api/post/${id}`);
  const seen = { authorId: people.participant.id, title: '', text: 'secret of somebody', startDate: null, picture: null };
  const report = { id: uuidv7(), event: home, resource: 'posts', rowId: id, reason: 'spam', text: 'secret reason', seen };
  expect((await send('author', 'POST', '/api/report', report)).status).toBe(201);
  const rating = { ratedParticipantId: participantId(home, people.author.id), rating: 1 };
  expect((await send('orga', 'POST', '/api/dating', rating)).status).toBe(200);
  await post('See', { unknown: 1 });
  await answerAsOnce('secret', String.raw`secret \ud83d \u0000 \\u0000 \\\ud83d \"`);
  await answerAsOnce('"path":"unknown"', String.raw`"path":"\u0000"`);
  await answerAsOnce('"interestedIn":', String.raw`"x":"\ud83d","interestedIn":`);
  expect((await kept()).filter((body) => /\\ud83d|\\u0000/.test(body))).toHaveLength(4);

  await purge(world.store, world.clock);
  expect((await kept()).filter((body) => body.includes('secret') && !body.includes(report.id))).toEqual([]);
  const { sessionId } = await world.app.deps.auth.sessions.open(people.author.id);
  await (world.app.deps as unknown as { ownData: OwnData }).ownData.erase({ ...callerOf('author'), sessionId }, true);
  expect((await kept()).filter((body) => body.includes('secret') || body.includes(`"interestedIn":[${people.author.id}]`))).toEqual([]);
});
