import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureFolders } from '../../../contract/pictures.ts';
import { changePassword, eraseAccount, login, refresh, syncEvents, tfa } from '../../../contract/endpoints.ts';
import { errorBody, errorStatus } from '../../../contract/errors.ts';
import { resourceNamed } from '../../../contract/resources.ts';
import type { ListedRoute } from '../../../server/plugins/access.ts';
import { evidenceOf, insertRows } from '../../fixtures/camp.ts';
import { type Answer, openWorld, type World } from '../../fixtures/world.ts';
import type { Known } from './fitting.ts';
import { type FuzzedRequest, requestsTo } from './requests.ts';

/** Of each route. `FUZZ_RUNS` and `FUZZ_SEED` play others. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 500);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

/** No answer may take more work than this, nor longer (ms). */
const longest = 2_000;
/** A machine that runs the other tests too is slow, not wrong: what took longer is sent again, so many times at most. */
const tries = 3;
/** Nothing takes as long as this, however slow the machine (ms). */
const patience = 20_000;
/** Pictures by names that lead nowhere. */
const nothingThere = pictureFolders.map((folder) => `/images/${folder}/:name`);
const manyMinutes = 10 * 60_000;
const below500: unknown = expect.toSatisfy((status: number) => status < 500);

/** Fuzzes all routes of these methods, each over a camp of its own. */
export function fuzzRoutes(methods: readonly string[], routes: readonly ListedRoute[]): void {
  const appDir = mkdtempSync(join(tmpdir(), 'event-companion-fuzz-'));
  beforeAll(() => {
    mkdirSync(join(appDir, 'assets'));
    writeFileSync(join(appDir, 'index.html'), '<!doctype html>');
    writeFileSync(join(appDir, 'assets/app.js'), '');
  });
  afterAll(() => rmSync(appDir, { recursive: true }));

  test.each(routes.filter(({ method }) => methods.includes(method)))(
    `$method $url answers ${runs} requests of every kind in time, and never with a failure of its own`,
    { timeout: manyMinutes },
    async (route) => {
      const world = await openWorld({}, appDir);
      try {
        // What only its author knows of.
        await insertRows(world.store, world.clock, 'evidence', [evidenceOf('author')]);
        await fuzz(world, route);
        await expectSound(world);
      } finally {
        await world.close();
      }
    },
  );
}

async function fuzz(world: World, route: ListedRoute): Promise<void> {
  const known = await whatIsThere(world);
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(requestsTo(route, known), async (request) => {
    const { answer, took } = await timed(world, route, request);
    const { status, body } = answer;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    expect(took).toBeLessThan(patience);
    // Whoever only waits, for a lock or a timer, does so each time.
    let again = took;
    for (let left = tries; again > longest && left > 0; left -= 1) again = (await timed(world, route, request)).took;
    expect(again).toBeLessThanOrEqual(longest);
    if (status < 400) return;
    const { error } = errorBody.parse(body);
    expect(errorStatus[error]).toBe(status);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
  // Otherwise it would all have been turned away at the door.
  expect([...seen.keys()].some((status) => status < 400)).toBe(!neverDone.has(route.url));
}

/** What wants a password that nobody has here, a cookie that cannot be guessed, or, to end at all, a caller who is not let in. */
const neverDone = new Set([login.path, tfa.path, changePassword.path, eraseAccount.path, refresh.path, syncEvents.path, ...nothingThere]);

/** Stands for a token that the login takes. */
const goodToken = 'a good token';

/** Sends it, and looks that it is answered without a failure and too much work; `took` is in ms. */
async function timed(world: World, route: ListedRoute, request: FuzzedRequest): Promise<{ answer: Answer; took: number }> {
  const [begun, worked] = [performance.now(), process.cpuUsage()];
  const answer = await send(world, route, request);
  const [took, { user, system }] = [performance.now() - begun, process.cpuUsage(worked)];
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: below500 });
  expect((user + system) / 1_000).toBeLessThan(longest);
  return { answer, took };
}

async function send(world: World, route: ListedRoute, { caller, method, url, headers, payload }: FuzzedRequest): Promise<Answer> {
  // A stream that is let in does not end, and reads nothing of a request but who asks.
  const who = route.url === syncEvents.path ? null : caller;
  if (route.url !== login.path || typeof payload !== 'string') return world.call(who, method, url, { body: payload, headers });
  const { preSession, csrfToken } = world.app.deps.auth.csrf.issue();
  const body = payload.replace(JSON.stringify(goodToken), JSON.stringify(csrfToken));
  return world.call(who, method, url, { body, headers: { ...headers, cookie: `pre-session=${preSession}` } });
}

/** What was let in can be read by whoever may see it, and is what the contract calls a row. */
async function expectSound(world: World): Promise<void> {
  expect((await world.call(null, 'GET', '/readyz')).status).toBe(200);
  for (const who of ['orga', 'otherOrga'] as const) {
    const rows = (await world.pull(who)).changes.filter(({ row }) => row !== null);
    expect(rows.filter(({ resource, row }) => !resourceNamed(resource).row.safeParse(row).success)).toEqual([]);
  }
}

/** Ids of all rows, its callers' own included, and texts that open something, by the name of their field. */
async function whatIsThere(world: World): Promise<Known> {
  const changes = [...(await world.pull('orga')).changes, ...(await world.pull('author')).changes];
  const ids = [...new Set(changes.map(({ id }) => String(id)))];
  const idsOf = Object.fromEntries(
    [...Map.groupBy(changes, ({ resource }) => resource)].map(([name, rows]) => [name, rows.map(({ id }) => String(id))]),
  );
  const codes = ['CAMP-OPEN', ' CAMP-ONCE ', 'CAMP-LOST'];
  const emails = ['author@camp.example', 'nobody@camp.example', ' Author@Camp.Example '];
  return {
    ids,
    idsOf,
    byField: {
      email: emails,
      username: emails,
      eventcode: codes,
      eventCode: codes,
      csrfToken: [goodToken],
      password: ['Correct-1', 'wrong'],
      newPassword: ['Correct-2', 'password'],
      endpoint: ['https://push.example/1'],
      subscription: ['{"endpoint":"https://push.example/1","keys":{"p256dh":"x","auth":"y"}}', '{}', '[]', '{"endpoint":1}'],
      cursor: [(await world.pull('orga')).cursor],
      event: [1, 1, 1, 2],
      eventId: [1, 1, 1, 2],
    },
  };
}

/** All routes of the app with what they say they take. */
export async function routesOfApp(): Promise<ListedRoute[]> {
  const world = await openWorld();
  const routes = world.app.routeTable();
  await world.close();
  return routes;
}
