import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { away, home, insertRows, meetupOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const read = async (who: Parameters<World['call']>[0], url: string) => (await world.call(who, 'GET', url)).body;

test('meetups of the named event, or of the active one, come by start with their authors', async () => {
  const late = meetupOf('participant', { title: 'Spät', startDate: '2026-11-22T20:00:00.000Z' });
  const early = meetupOf('orga', { title: 'Früh', startDate: '2026-11-21T08:00:00.000Z' });
  await insertRows(world.store, world.clock, 'meetups', [late, early, meetupOf('stranger', { eventId: away, title: 'Anderswo' })]);
  const list = await read('author', `/api/meetup?event=${home}`);
  expect(list.map(({ title }: { title: string }) => title)).toEqual(['Früh', 'Nachtschwimmen', 'Spät']);
  expect(list[0]).toEqual({
    id: early.id,
    version: 1,
    eventId: home,
    title: 'Früh',
    description: early.description,
    startDate: early.startDate,
    author: { id: 2, name: 'orga', image: null },
  });
  expect(await read('author', '/api/meetup/')).toEqual(list);
  expect(await read('stranger', '/api/meetup')).toMatchObject([{ title: 'Anderswo' }]);
});

test('a plain client makes and deletes a meetup as the document says, without key or id', async () => {
  const body = { event: home, title: 'Baden', description: 'Am Steg', startDate: '2026-11-21T15:00:00Z' };
  const made = await world.call('author', 'POST', '/api/meetup/', { body });
  expect(made).toMatchObject({ status: 201, body: { title: 'Baden', authorId: 3, startDate: '2026-11-21T15:00:00.000Z' } });
  expect((await world.call('author', 'DELETE', `/api/meetup/${made.body.id}`)).status).toBe(204);
  expect(await read('author', '/api/meetup')).toMatchObject([{ title: 'Nachtschwimmen' }]);
});

test.each([{ title: ' ' }, { description: '' }, { startDate: '' }, { startDate: 'tomorrow' }, { title: undefined }])(
  'a meetup wants title, description and start: %o',
  async (part) => {
    const body = { title: 'Baden', description: 'Am Steg', startDate: '2026-11-21T15:00:00Z', ...part };
    const answer = await world.call('author', 'POST', '/api/meetup', { body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: Object.keys(part)[0] }] } });
  },
);

test.each(['event=x', 'event=0', 'page=1', `event=${uuidv7()}`])('a list that is none is refused: %s', async (query) => {
  expect(await world.call('author', 'GET', `/api/meetup?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid' } });
});
