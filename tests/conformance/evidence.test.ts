import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { home, type PersonName } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';
import { sqlOf } from '#server/store/core/handles.ts';

let world: World;
beforeEach(async () => void (world = await openWorld({ PICTURES_PER_PERSON: '2' })));
afterEach(() => world.close());

const read = async (who: PersonName, url = '/api/users/me/statistic') => (await world.call(who, 'GET', url)).body;
const count = (who: PersonName, body: object, headers: Record<string, string> = {}) =>
  world.call(who, 'POST', '/api/users/me/statistic/1', { body, headers });
const evidence = samplePicture;

const files = () => storedPictures(world).names('/images/evidence');

test('a plain client counts with a picture, and reads the name of the picture back', async () => {
  expect(await count('participant', { value: 1, evidence })).toMatchObject({ status: 200, body: { id: '1-4', value: 1, version: 1 } });
  const [own] = await read('participant');
  expect(own).toMatchObject({ statistic: { id: 1, nameI18N: 'Sprünge' }, value: 1, UserEvidence: [{ id: expect.any(String) as string }] });
  const { imageFileName } = JSON.parse(own.UserEvidence[0].value) as { imageFileName: string };
  expect(imageFileName).toMatch(/^\/images\/evidence\/[\w-]{22}-1x1\.webp$/);
  expect(await world.call(null, 'GET', imageFileName)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
});

test('a count repeated under its key counts once and stores one picture; another picture or none needs another key', async () => {
  const key = { 'idempotency-key': uuidv7() };
  const first = await count('participant', { value: 1, change: 1, evidence }, key);
  const again = await count('participant', { value: 1, change: 1, evidence }, key);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  const other = evidence.replace('image/png', 'image/webp');
  for (const body of [{ evidence: other }, {}]) {
    expect((await count('participant', { value: 1, change: 1, ...body }, key)).body.error).toBe('key_reused');
  }
  expect(await read('participant')).toMatchObject([{ value: 1, UserEvidence: [{}] }]);
  expect(await files()).toHaveLength(2);
});

test('two simultaneous counts under one key count once and store one picture', async () => {
  const key = { 'idempotency-key': uuidv7() };
  const body = { value: 1, change: 1, evidence };
  const answers = await Promise.all([count('participant', body, key), count('participant', body, key)]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await count('participant', body, key)).toMatchObject({ status: 200, body: { value: 1 } });
  expect(await read('participant')).toMatchObject([{ value: 1, UserEvidence: [{}] }]);
  await expect.poll(files).toHaveLength(2);
});

test.each([null, ''])('an empty evidence field counts as none: %j', async (nothing) => {
  expect(await count('participant', { value: 1, evidence: nothing })).toMatchObject({ status: 200, body: { value: 1 } });
  expect(await read('participant')).toMatchObject([{ value: 1, UserEvidence: [] }]);
});

test('a key used without a picture accepts none later', async () => {
  const key = { 'idempotency-key': uuidv7() };
  expect((await count('participant', { value: 1, change: 1 }, key)).status).toBe(200);
  expect((await count('participant', { value: 1, change: 1, evidence }, key)).body.error).toBe('key_reused');
  expect(await read('participant')).toMatchObject([{ value: 1, UserEvidence: [] }]);
  expect(await files()).toEqual([]);
});

test.each([
  ['data:image/svg+xml;base64,PHN2Zy8+', 'not_a_picture'],
  ['data:image/png;base64,@@', 'not_a_picture'],
  ['https://elsewhere.example/picture.png', 'invalid'],
  [7, 'invalid'],
  [`/images/evidence/${'e'.repeat(22)}-1x1.webp`, 'invalid'],
])('evidence that is no picture is refused, and nothing is counted: %s', async (wrong, error) => {
  expect((await count('participant', { value: 1, evidence: wrong })).body.error).toBe(error);
  expect(await read('participant')).toMatchObject([{ value: 0, UserEvidence: [] }]);
  expect(await files()).toEqual([]);
});

test('a refused count stores no picture: an invalid one, one of another event, one of an unknown statistic', async () => {
  expect((await count('participant', { value: 'x', evidence })).body.error).toBe('invalid');
  expect((await count('stranger', { value: 1, evidence })).status).toBe(404);
  expect((await world.call('participant', 'POST', '/api/users/me/statistic/4711', { body: { value: 1, evidence } })).status).toBe(404);
  expect(await files()).toEqual([]);
});

test('only the owner receives a picture, by list, feed or own data, and no admin does', async () => {
  await count('participant', { value: 1, evidence });
  const [{ UserEvidence }] = await read('participant');
  const { imageFileName } = JSON.parse(UserEvidence[0].value) as { imageFileName: string };
  expect(JSON.stringify((await world.pull('participant')).changes)).toContain(imageFileName);
  for (const who of ['author', 'orga', 'admin', 'stranger'] as const) {
    const lists = [await read(who, `/api/event/${home}/statistic`), await read(who), (await world.pull(who)).changes];
    const data = await world.call(who, 'GET', '/api/users/me/data');
    expect(JSON.stringify(lists) + data.text).not.toContain(imageFileName);
  }
});

test('a deleted picture is removed with its file and frees its place; the count stays', async () => {
  await count('participant', { value: 1, evidence });
  await count('participant', { value: 2, evidence });
  const [{ UserEvidence }] = await read('participant');
  for (const { id } of UserEvidence as { id: string }[]) {
    expect((await world.call('orga', 'DELETE', `/api/evidence/${id}`)).status).toBe(404);
    expect((await world.call('participant', 'DELETE', `/api/evidence/${id}`)).status).toBe(204);
  }
  expect(await read('participant')).toMatchObject([{ value: 2, UserEvidence: [] }]);
  await expect.poll(files).toEqual([]);
  expect((await count('participant', { value: 3, evidence })).status).toBe(200);
});

test('photos and evidence share the picture quota of a person', async () => {
  const photo = () => world.call('participant', 'POST', '/api/photo', { body: { url: samplePicture, description: 'See' } });
  expect([(await count('participant', { value: 1, evidence })).status, (await photo()).status]).toEqual([200, 201]);
  expect([(await count('participant', { value: 2, evidence })).body.error, (await photo()).body.error]).toEqual([
    'picture_quota',
    'picture_quota',
  ]);
  // A count without a picture needs no quota.
  expect((await count('participant', { value: 2 })).status).toBe(200);
  expect(await read('participant')).toMatchObject([{ value: 2, UserEvidence: [{}] }]);
});

test('a deleted statistic takes its evidence with it', async () => {
  await count('participant', { value: 1, evidence });
  await sqlOf(world.store.reading).deleteFrom('statistics').where('id', '=', 1).execute();
  expect(await sqlOf(world.store.reading).selectFrom('evidence').selectAll().execute()).toEqual([]);
});
