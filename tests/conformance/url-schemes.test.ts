import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, insertRows } from '../fixtures/camp.ts';
import { urlTricks } from '../fixtures/url-tricks.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { scheduleEntryOf } from './organisers-rows.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const path = `/api/event/${home}/schedule`;
const times = { startDate: '2026-11-22T07:00:00Z', endDate: '2026-11-22T08:00:00Z' };
const entry = { title: 'Yoga', locationName: 'Wiese', ...times };

test('the list has 60 different tricks', () => {
  expect(new Set(urlTricks).size).toBe(60);
});

test.each(urlTricks)('%j is rejected as a link by every command', async (locationUrl) => {
  const row = scheduleEntryOf();
  await insertRows(world.store, world.clock, 'schedule', [row]);
  const { id } = row;
  const created = await world.call('orga', 'POST', path, { body: { ...entry, locationUrl } });
  const edited = await world.call('orga', 'PUT', `${path}/${id}`, { body: { locationUrl } });
  const call = { key: uuidv7(), lane: 'a', method: 'PUT', path: `${path}/${id}`, body: { locationUrl } };
  const [batched] = (await world.call('orga', 'POST', '/api/batch', { body: { calls: [call] } })).body.answers;
  const links = [{ name: 'Web', url: locationUrl }];
  const linked = await world.call('orga', 'POST', '/api/contactlinks', { body: { title: 'Orga', links, position: 1 } });
  const refusedFor = (field: string) => ({ status: 400, body: { error: 'invalid', issues: [{ path: field }] } });
  const refused = refusedFor('locationUrl');
  expect([created, edited, batched, linked]).toMatchObject([refused, refused, refused, refusedFor('links.0.url')]);
  const rows = (await world.call('orga', 'GET', path)).body as { locationUrl: string | null }[];
  expect(rows.filter((row) => row.locationUrl === locationUrl)).toEqual([]);
});

test.each(['https://osm.org/#map=19/53.3/12.7', 'HTTP://example.org', 'mailto:orga@example.org', 'tel:+49301234', 'geo:53.3,12.7'])(
  '%s is accepted as a link',
  async (locationUrl) => {
    const created = await world.call('orga', 'POST', path, { body: { ...entry, locationUrl } });
    expect(created).toMatchObject({ status: 201, body: { locationUrl } });
  },
);
