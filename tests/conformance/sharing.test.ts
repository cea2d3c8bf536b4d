import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { away, home, insertRows, people, type PersonName, shareOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const offer = (who: PersonName, body: object) => world.call(who, 'POST', '/api/sharing/', { body });
const change = (who: PersonName, id: string, body: object) => world.call(who, 'PUT', `/api/sharing/${id}`, { body });
const count = (who: PersonName, id: string, by: 1 | -1, key = uuidv7()) =>
  world.call(who, 'POST', `/api/sharing/${id}/available`, { body: { change: by }, headers: { 'idempotency-key': key } });
const listed = async (who: PersonName, query = '') => (await world.call(who, 'GET', `/api/sharing${query}`)).body;

const ride = { type: 'ride', title: 'Bern', description: 'Nach dem Essen', available: 2, total: 3 };

describe('the board', () => {
  test('lists offers of the event by type, the newest first, with their owners', async () => {
    await offer('author', ride);
    await offer('participant', { type: 'ride', title: 'Basel' });
    await insertRows(world.store, world.clock, 'shares', [shareOf('stranger', { eventId: away, title: 'elsewhere' })]);
    const { sharing } = await listed('participant', '/?type=ride');
    expect(sharing.map(({ title }: { title: string }) => title)).toEqual(['Basel', 'Bern', 'Bern']);
    expect(sharing[1]).toMatchObject({ ...ride, image: null, thumbnail: null, creator: { id: people.author.id } });
    expect(sharing[1]).not.toHaveProperty('surplus');
    expect(await listed('participant', '?type=stuff')).toEqual({ sharing: [] });
  });

  test('counts the offers of each type, and lists the own ones', async () => {
    await offer('author', { type: 'stuff', title: 'Zelt', description: 'Für zwei' });
    expect(await listed('author')).toEqual({ totalByType: { ride: 1, room: 0, stuff: 1 } });
    expect((await listed('author', '/me')).map(({ title }: { title: string }) => title)).toEqual(['Zelt']);
    expect(await listed('stranger')).toEqual({ totalByType: { ride: 0, room: 0, stuff: 0 } });
  });

  test.each([
    ['an unknown type', { ...ride, type: 'boat' }],
    ['no title', { ...ride, title: ' ' }],
    ['no type', { title: 'Bern' }],
    ['stuff without a description', { type: 'stuff', title: 'Zelt' }],
    ['a picture of a ride', { ...ride, image: samplePicture }],
    ['more left than there are', { ...ride, available: 4 }],
    ['less than zero', { ...ride, available: -2 }],
    ['nothing to share', { ...ride, available: 0, total: 0 }],
    ['half a seat', { ...ride, available: 1.5 }],
    ['more than anybody has', { ...ride, total: limits.shared + 1 }],
  ])('accepts no offer with %s', async (_what, body) => {
    const { status, body: answer } = await offer('author', body);
    expect([status, answer.error]).toEqual([400, 'invalid']);
    expect(answer.issues.length).toBeGreaterThan(0);
  });

  test('shows the picture of a thing, which can be replaced and removed', async () => {
    const { status, body } = await offer('author', { type: 'stuff', title: 'Zelt', description: 'Für zwei', image: samplePicture });
    expect([status, body.image]).toEqual([201, expect.stringMatching(/^\/images\/shares\/[\w-]{22}-\d+x\d+\.webp$/)]);
    expect((await world.call('participant', 'GET', body.image)).status).toBe(200);
    const data = expect.stringMatching(/^data:image\/webp;base64,/) as string;
    expect((await listed('participant', '?type=stuff')).sharing).toMatchObject([{ image: data, thumbnail: data }]);
    expect(await listed('author', '/me')).toMatchObject([{ image: data, thumbnail: data }]);
    const links = { image: body.image, thumbnail: body.image.replace('.webp', '-small.webp') };
    expect((await listed('participant', '?type=stuff&images=link')).sharing).toMatchObject([links]);
    expect(await listed('author', '/me?images=link')).toMatchObject([links]);
    expect((await change('author', body.id, { image: null })).body.image).toBeNull();
  });
});

test('lists that a person reads at the same moment are all answered', async () => {
  await offer('author', { type: 'stuff', title: 'Zelt', description: 'Für zwei', image: samplePicture });
  const answers = await Promise.all(
    ['?type=stuff', '/me', '?type=ride', '?type=stuff'].map((query) => world.call('author', 'GET', `/api/sharing${query}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("a picture counts for its owner's quota when an offer gets its first one", async () => {
  const small = await openWorld({ PICTURES_PER_PERSON: '1' });
  const call = (method: string, url: string, body: object) => small.call('author', method, url, { body });
  await small.call('author', 'DELETE', `/api/photo/${(await small.call('author', 'GET', '/api/photo?page=1')).body.photos[0].id}`);
  const tent = { type: 'stuff', title: 'Zelt', description: 'Für zwei' };
  const [one, other] = [await call('POST', '/api/sharing', tent), await call('POST', '/api/sharing', tent)];
  const picture = { image: samplePicture };
  expect((await call('PUT', `/api/sharing/${one.body.id}`, picture)).status).toBe(200);
  // Replaces the picture before it.
  expect((await call('PUT', `/api/sharing/${one.body.id}`, picture)).status).toBe(200);
  const { status, body } = await call('PUT', `/api/sharing/${other.body.id}`, picture);
  expect([status, body.error]).toEqual([422, 'picture_quota']);
  await small.close();
});

describe('an offer', () => {
  test('is changed by its owner, in full or in part, as the answer shows', async () => {
    const { body } = await offer('author', ride);
    expect((await change('author', body.id, { ...ride, title: 'Basel', image: null })).body).toMatchObject({ title: 'Basel', version: 2 });
    expect((await change('author', body.id, { description: '' })).body).toMatchObject({ title: 'Basel', description: '' });
    expect((await change('author', body.id, { total: -1 })).body).toMatchObject({ total: -1, available: -1 });
    expect((await change('participant', body.id, { title: 'mine' })).status).toBe(403);
    expect((await change('author', body.id, {})).status).toBe(400);
  });

  test('counts each click once, whatever another device sends, and never shows less than zero', async () => {
    const { body } = await offer('author', ride);
    const key = uuidv7();
    await count('author', body.id, -1, key);
    await count('author', body.id, -1, key);
    expect((await listed('author', '/me'))[0]).toMatchObject({ available: 1, total: 3 });
    for (let index = 0; index < 2; index += 1) await count('author', body.id, -1);
    expect((await listed('author', '/me'))[0]).toMatchObject({ available: 0 });
    expect((await count('author', body.id, 1)).body).toMatchObject({ available: 0, surplus: 0 });
    expect((await count('author', body.id, 1)).body).toMatchObject({ available: 1, surplus: 0 });
    expect((await count('participant', body.id, 1)).status).toBe(403);
  });

  test('stays with its owner after they leave the event', async () => {
    await offer('participant', ride);
    const leave = (body: object) => world.call('participant', 'POST', `/api/event/${home}/leave`, { body });
    expect((await leave({})).status).toBe(409);
    expect((await leave({ sure: true })).status).toBe(200);
  });
});
