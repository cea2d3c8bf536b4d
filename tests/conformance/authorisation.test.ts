import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people, type PersonName } from '../fixtures/camp.ts';
import { type CallOptions, openWorld, type World } from '../fixtures/world.ts';
import { type CallerName, callers } from './callers.ts';
import { routesTable } from './routes-table.ts';

/**
 * Every route with the status for each of nine callers. The test fails if the table and the routes of the app differ. The statuses are
 * written down, not computed, so that a change of the rules needs two edits.
 */

let world: World;

const table = routesTable(() => world);

const rows = Object.entries(table).flatMap(([route, given]) => [given].flat().map((row) => ({ route, ...row })));

async function endedSession(): Promise<Record<string, string>> {
  const { sessions } = world.app.deps.auth;
  const { token, sessionId } = await sessions.open(people.author.id);
  await sessions.close({ sessionId, userId: people.author.id });
  return { authorization: `Bearer ${token}` };
}

async function callAs(caller: CallerName, method: string, path: string, { headers, ...options }: CallOptions = {}): Promise<number> {
  const person: PersonName | null = caller === 'anonymous' || caller === 'ended' ? null : caller;
  const token = caller === 'ended' ? await endedSession() : {};
  return (await world.call(person, method, path, { ...options, headers: { ...headers, ...token } })).status;
}

async function statusOf({ route, url, options }: (typeof rows)[number], caller: CallerName): Promise<number> {
  const [method, pattern] = route.split(' ') as [string, string];
  const path = typeof url === 'function' ? await url() : (url ?? pattern);
  return callAs(caller, method, path, options);
}

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

/** Gives the tests of this block a world of their own. */
function apart(): void {
  let shared: World;
  beforeAll(async () => void ([shared, world] = [world, await openWorld()]));
  afterAll(async () => {
    await world.close();
    world = shared;
  });
}

describe.each(rows)('$route $url', (row) => {
  if (row.changesCallers) apart();

  const expected = callers.map((caller, index) => ({ caller, status: row.statuses[index] as number })).filter(({ status }) => status > 0);

  test.each(expected)('$caller: $status', async ({ caller, status }) => {
    expect(await statusOf(row, caller)).toBe(status);
  });
});

describe('the table', () => {
  test('has exactly the routes of the app', () => {
    const routes = world.app.routeTable().filter(({ method }) => method !== 'HEAD');
    expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test('has the same access for a HEAD as for its GET', () => {
    const routes = world.app.routeTable();
    for (const { url, access } of routes.filter(({ method }) => method === 'HEAD')) {
      expect(routes.find((route) => route.method === 'GET' && route.url === url)?.access).toBe(access);
    }
  });
});
