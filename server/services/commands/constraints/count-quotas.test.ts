import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { callerOf, home, insertRows, type PersonName, photoOf } from '#tests/fixtures/camp.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import { placeholderPicture } from '#server/http/commands/uploads.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { watchStatements } from '#tests/fixtures/databases/statements.ts';
import type { Answer, Call } from '../call.ts';
import { countQuotas } from './count-quotas.ts';
import { Writer } from '../writer.ts';

const clock = { now: () => campTime };
const mine = photoOf('participant');
let store: Store;
/** Two processes on one database. */
let writers: Writer[];

beforeEach(async () => {
  store = await openCamp();
  await insertRows(store, clock, 'photos', [mine]);
  const log = { error: () => undefined };
  writers = [0, 1].map(() => new Writer({ store, clock, log, constraint: countQuotas(clock, { picturesPerPerson: 3 }) }));
});
afterEach(async () => {
  for (const writer of writers) await writer.close();
  await store.close();
});

function call(method: string, path: string, body: object, who: PersonName = 'participant'): Call {
  return readCall({ caller: callerOf(who), key: uuidv7(), lane: null, method, path, body, pictureDigest: 'digest' });
}

const url = placeholderPicture('photos');
const photo = (who?: PersonName) => call('POST', '/api/photo', { event: home, url, description: 'See' }, who);
const offer = (image?: string) =>
  call('POST', '/api/sharing', { event: home, type: 'stuff', title: 'Zelt', description: 'Für zwei', image });
const summary = (answers: readonly Answer[]) => answers.map((answer) => (answer instanceof Refusal ? answer.code : answer.status));

test('two writers together enforce the picture quota of a person, across resources', async () => {
  const answers = await Promise.all([
    writers[0]!.submit([photo(), photo()]),
    writers[1]!.submit([offer(placeholderPicture('shares')), photo(), photo('author')]),
  ]);
  // Either request may be executed first.
  const [photos, [share, shared, ofAuthor]] = answers.map(summary) as [unknown[], unknown[]];
  expect(ofAuthor).toBe(201);
  expect([...photos, share, shared].map(String).toSorted()).toEqual(['201', '201', 'picture_quota', 'picture_quota']);
});

test('a person with an unconfirmed address has a fifth of the quota', async () => {
  const writer = new Writer({ store, clock, log: { error: () => undefined }, constraint: countQuotas(clock, { picturesPerPerson: 15 }) });
  const unconfirmed = () => ({ ...photo(), caller: { ...callerOf('participant'), isTrusted: false } });
  expect(summary(await writer.submit([unconfirmed(), unconfirmed(), unconfirmed(), photo()]))).toEqual([201, 201, 'picture_quota', 201]);
  await writer.close();
});

test('commands without a picture, or with a replacement, are accepted when the quota is full', async () => {
  expect(summary(await writers[0]!.submit([photo(), photo(), photo()]))).toEqual([201, 201, 'picture_quota']);
  const sharper = call('PUT', `/api/photo/${mine.id}/picture`, { url });
  expect(summary(await writers[1]!.submit([sharper, offer()]))).toEqual([200, 201]);
});

test('the first picture of an existing row counts', async () => {
  const made = offer();
  expect(summary(await writers[0]!.submit([made, photo()]))).toEqual([201, 201]);
  const { id } = await sqlOf(store.reading).selectFrom('shares').select('id').where('title', '=', 'Zelt').executeTakeFirstOrThrow();
  const edit = () => call('PUT', `/api/sharing/${id}`, { image: placeholderPicture('shares') });
  expect(summary(await writers[0]!.submit([edit(), photo(), edit()]))).toEqual([200, 'picture_quota', 200]);
});

test('commands without a picture read no picture count', async () => {
  const { statements } = watchStatements();
  const post = call('POST', '/api/post', { event: home, content: 'Hallo' });
  const name = call('POST', '/api/users/me', { image: placeholderPicture('people') });
  expect(summary(await writers[0]!.submit([post, name, offer()]))).toEqual([201, 200, 201]);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((sql) => sql.includes('count(*) as "count"'))).toEqual([]);
});
