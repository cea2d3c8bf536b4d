import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thumbnailOf } from '#contract/pictures.ts';
import { home, people } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';
import { sqlOf } from '#server/store/core/handles.ts';

let world: World;
beforeEach(async () => void (world = await openWorld({ ACCESS_TOKEN_MINUTES: '120' })));
afterEach(() => world.close());

const save = (body: object) => world.call('author', 'POST', '/api/users/me', { body });
const me = async () => (await world.call('author', 'GET', '/api/users/me')).body;

describe('a profile', () => {
  test('changes only in the given fields, trimmed, and blank contacts are removed', async () => {
    const { body } = await save({ name: ' Anna L. ', email: ' Anna@Camp.example', whatsapp: ' +49 170 1 ', linkedin: '  ' });
    expect(body).toMatchObject({ id: people.author.id, version: 2, name: 'Anna L.', email: 'anna@camp.example', whatsapp: '+49 170 1' });
    await save({ instagram: 'anna' });
    expect(await me()).toMatchObject({ name: 'Anna L.', whatsapp: '+49 170 1', instagram: 'anna', linkedin: null });
    await save({ whatsapp: null });
    expect(await me()).toMatchObject({ name: 'Anna L.', whatsapp: null, instagram: 'anna' });
  });

  test('reaches all members of shared events after a change', async () => {
    await sqlOf(world.store.reading)
      .insertInto('memberships')
      .values({ user_id: 3, event_id: 2, role: 'participant', version: 1 })
      .execute();
    const [reader, stranger] = [await world.pull('participant'), await world.pull('stranger')];
    await save({ name: 'Anna L.' });
    const seen = { resource: 'participants', version: 2, row: { userId: 3, name: 'Anna L.' } };
    expect((await world.pull('participant', reader.cursor)).changes).toMatchObject([{ ...seen, id: `${home}-3` }]);
    expect((await world.pull('stranger', stranger.cursor)).changes).toMatchObject([{ ...seen, id: '2-3' }]);
  });

  test('reaches nobody when it is sent unchanged', async () => {
    const { cursor } = await world.pull('participant');
    await save({ name: 'author' });
    expect((await world.pull('participant', cursor)).changes).toEqual([]);
  });

  test('has its own picture, which is deleted when it is replaced', async () => {
    const { body: first } = await save({ image: samplePicture });
    expect(first.image).toMatch(/^\/images\/people\/[\w-]{22}-1x1\.webp$/);
    expect(await world.call(null, 'GET', first.image)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(await world.call(null, 'GET', thumbnailOf(first.image))).toMatchObject({ status: 200 });
    const { body: second } = await save({ image: samplePicture });
    expect(second.image).not.toBe(first.image);
    await expect.poll(() => storedPictures(world).has(first.image)).toBe(false);
    await save({ image: null });
    expect((await me()).image).toBe('/images/placeholder-profile.svg');
    await expect.poll(() => storedPictures(world).has(second.image)).toBe(false);
  });

  test.each([
    [{}],
    [{ email: 'x' }],
    [{ email: '' }],
    [{ name: 'x'.repeat(201) }],
    [{ role: 'admin' }],
    [{ image: '/images/people/x.webp' }],
  ])('%j is refused', async (body) => expect(await save(body)).toMatchObject({ status: 400, body: { error: 'invalid' } }));
});

describe('the address of another account', () => {
  test('is rejected in a single command and in a batch', async () => {
    expect(await save({ email: 'ORGA@camp.example ' })).toMatchObject({ status: 422, body: { error: 'email_unusable' } });
    const calls = ['new@camp.example', 'orga@camp.example', 'author@camp.example'].map((email) => ({
      key: uuidv7(),
      lane: email,
      method: 'POST',
      path: '/api/users/me',
      body: { email },
    }));
    const { body } = await world.call('author', 'POST', '/api/batch', { body: { calls } });
    expect(body.answers.map(({ status }: { status: number }) => status)).toEqual([200, 422, 200]);
    expect((await me()).email).toBe('author@camp.example');
  });

  test('is given to one of two who choose it at the same moment', async () => {
    const body = { email: 'wanted@camp.example' };
    const answers = await Promise.all(
      (['author', 'participant'] as const).map((who) => world.call(who, 'POST', '/api/users/me', { body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('cannot be found by trying: after ten hits the answers are blocked for an hour', async () => {
    for (let index = 0; index < 10; index += 1) await save({ email: 'orga@camp.example' });
    expect(await save({ email: 'free@camp.example' })).toMatchObject({ status: 422, body: { error: 'email_unusable' } });
    expect(await save({ name: 'Anna' })).toMatchObject({ status: 200 });
    world.clock.time += 3_600_001;
    expect(await save({ email: 'free@camp.example' })).toMatchObject({ status: 200 });
  });
});
