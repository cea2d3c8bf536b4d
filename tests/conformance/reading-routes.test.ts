import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import { home, insertRows, meetupOf, people, photoOf, postOf, shareOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await insertRows(world.store, world.clock, 'posts', [postOf('author')]);
  await insertRows(world.store, world.clock, 'photos', [photoOf('author')]);
  await insertRows(world.store, world.clock, 'meetups', [meetupOf('author')]);
  await insertRows(world.store, world.clock, 'shares', [shareOf('author')]);
});
afterEach(() => world.close());

/** Looking up a code is counted as a guess, which has no owner. */
const counted = ['attempts'];

async function content(): Promise<unknown> {
  const db = sqlOf(world.store.reading);
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !counted.includes(name));
  const rows = tables.map(async (name) => {
    const { rows: found } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    return [name, found.map((row) => JSON.stringify(row)).toSorted()];
  });
  return Object.fromEntries(await Promise.all(rows)) as unknown;
}

/** Query fields of links in mails, on posters and of earlier versions, which could trigger an action. */
const query = 'token=abc&code=CAMP-OPEN&eventcode=CAMP-OPEN&email=new@camp.example&action=delete&confirm=true&sure=true';

test.each([null, 'participant', 'orga', 'admin'] as const)('no GET route changes a row for the caller %s', async (who) => {
  if (who) await world.signIn(who);
  const parts: Record<string, string> = { eventId: String(home), userId: String(people.author.id), id: String(home) };
  const routes = world.app.routeTable().filter(({ method, url }) => method === 'GET' && url !== '/api/sync/events');
  expect(routes.length).toBeGreaterThan(30);
  const before = await content();
  const statuses = new Set<number>();
  for (const { url } of routes) {
    const path = url.replaceAll(/:(\w+)/g, (_all, name: string) => parts[name] ?? '1');
    for (const address of [path, `${path}?${query}`]) statuses.add((await world.call(who, 'GET', address)).status);
  }
  expect(statuses).toContain(200);
  expect(await content()).toEqual(before);
});
