import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eraseUser } from '#contract/endpoints/admin-users.ts';
import {
  changePassword,
  eraseAccount,
  login,
  refresh,
  resetPassword,
  revertAddress,
  useNewAddress,
  syncEvents,
  tfa,
  verifyEmail,
} from '#contract/endpoints/core.ts';
import { errorBody } from '#contract/error-body.ts';
import { errorStatus } from '#contract/errors.ts';
import { provePassword } from '#contract/endpoints/sensitive-calls.ts';
import { beginSecondFactor, renewRecoveryCodes, turnOffSecondFactor, turnOnSecondFactor } from '#contract/endpoints/second-factor.ts';
import { pictureFolders, resourceNamed } from '#contract/resources.ts';
import type { ListedRoute } from '#server/http/hooks/access.ts';
import { evidenceOf, hiddenPersonOf, insertRows, meetupOf, ownEntryOf, photoOf, shareOf } from '#tests/fixtures/camp.ts';
import { type Answer, openWorld, type World } from '#tests/fixtures/world.ts';
import { inTier, seedFrom, timesByChance } from '#tests/setup/tier.ts';
import { everyRequestTo, type FuzzedRequest, requestsTo, rightRequestsTo } from './requests.ts';
import { goodToken, whatIsThere } from './what-is-there.ts';
import { countStatements, workOf } from './work.ts';

/** Random requests per route, in addition to the bad ones. */
const runs = timesByChance({ gate: 4, full: 2_000 });
/** The gate plays every sixth bad request, because most take the same path on every route. */
const step = inTier({ gate: 6, full: 1 });
const seed = seedFrom(20_261_121);
const timeout = inTier({ gate: 5, full: 30 }) * 60_000;

/** Limits of one answer: statements to the database, processor time of this thread (ms), and characters of a refusal. */
const most = { statements: 200, thread: 2_000, refusal: 2_000 };

const nothingThere = pictureFolders.map((folder) => `/images/${folder}/:name`);

/**
 * Routes that never succeed here: they need a password, a name, a cookie or a token that cannot be guessed, or they end only for a refused
 * caller.
 */
const neverDone = new Set([
  login.path,
  tfa.path,
  changePassword.path,
  eraseAccount.path,
  eraseUser.path,
  provePassword.path,
  beginSecondFactor.path,
  turnOnSecondFactor.path,
  turnOffSecondFactor.path,
  renewRecoveryCodes.path,
  refresh.path,
  syncEvents.path,
  verifyEmail.path,
  revertAddress.path,
  useNewAddress.path,
  resetPassword.path,
  '/api/schedule-feed/:id/:file',
  '/api/agenda-feed/:id/:file',
  ...nothingThere,
]);

const page = '<!doctype html>';

/** The number of test files in this folder, each of which plays one part of the routes. */
const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts')).length;

/** Fuzzes every `parts`-th route of the app from the one at `first` on, each with a camp of its own. */
export async function fuzzPart(first: number): Promise<void> {
  const appDir = mkdtempSync(join(tmpdir(), 'event-companion-fuzz-'));
  beforeAll(() => {
    mkdirSync(join(appDir, 'assets'));
    writeFileSync(join(appDir, 'index.html'), page);
    writeFileSync(join(appDir, 'assets/app.js'), '');
  });
  afterAll(() => rmSync(appDir, { recursive: true }));

  const routes = (await routesOfApp()).filter(({ method }) => method !== 'HEAD');
  test.each(routes.filter((_route, index) => index % parts === first))(
    '$method $url answers bad and random requests without a failure and with little work',
    { timeout },
    async (route) => {
      countStatements();
      const world = await openWorld({}, appDir);
      // Time stands still: an answer that waits for a timer never comes.
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
      try {
        // A row that only its author sees, and a hidden person to show again.
        await insertRows(world.store, world.clock, 'evidence', [evidenceOf('author')]);
        await insertRows(world.store, world.clock, 'hiddenPeople', [hiddenPersonOf('admin', 'orga', true)]);
        // Rows that only their author may change, not even a global admin.
        await insertRows(world.store, world.clock, 'photos', [photoOf('admin')]);
        await insertRows(world.store, world.clock, 'shares', [shareOf('admin')]);
        await insertRows(world.store, world.clock, 'ownEntries', [ownEntryOf('admin'), ownEntryOf('author')]);
        await insertRows(world.store, world.clock, 'meetups', [meetupOf('admin')]);
        await fuzz(world, route);
        await expectSound(world);
      } finally {
        vi.useRealTimers();
        await world.close();
      }
    },
  );
}

async function fuzz(world: World, route: ListedRoute): Promise<void> {
  const known = await whatIsThere(world);
  const seen = new Set<number>();
  const play = async (request: FuzzedRequest) => void seen.add(await statusOf(world, route, request));
  const bad = everyRequestTo(route, known, seed);
  for (let at = route.url.length % step; at < bad.length; at += step) await play(bad[at]!);
  await fc.assert(fc.asyncProperty(requestsTo(route, known), play), { numRuns: runs, seed, endOnFailure: true });
  // At least one request must succeed; otherwise all were refused early. Chance alone may miss the few bodies that succeed.
  const letIn = () => [...seen].some((status) => status < 400);
  const done = !neverDone.has(route.url);
  for (const request of done ? rightRequestsTo(route, known, seed) : []) if (!letIn()) await play(request);
  expect(letIn()).toBe(done);
}

/** Sends a request and checks its answer; a failure includes the request, to play it again. */
async function statusOf(world: World, route: ListedRoute, request: FuzzedRequest): Promise<number> {
  try {
    const { value: answer, work } = await workOf(() => send(world, route, request));
    expect(work.statements).toBeLessThan(most.statements);
    expect(work.thread).toBeLessThan(most.thread);
    expect({ status: answer.status, text: answer.text }).toMatchObject({
      status: expect.toSatisfy((status: number) => status < 500) as number,
    });
    if (answer.status >= 400) {
      // A conflict answers with the whole current row, however long it is.
      const { current: _current, ...said } = errorBody.parse(answer.body);
      expect(errorStatus[said.error]).toBe(answer.status);
      expect(JSON.stringify(said).length).toBeLessThan(most.refusal);
    }
    // Browsers that navigate get the page of the app, and so do requests that leave the route by dots in the address.
    return neverDone.has(route.url) && answer.text.startsWith(page) ? 404 : answer.status;
  } catch (cause) {
    const { url, headers, payload } = request;
    const sent = [url.slice(0, 300), JSON.stringify(headers).slice(0, 300), String(payload).slice(0, 500)].join(' ');
    throw new Error(`${route.method} ${route.url} with TEST_SEED=${seed}, sent ${sent}: ${(cause as Error).message}`, { cause });
  }
}

async function send(world: World, route: ListedRoute, { caller, method, url, headers, payload }: FuzzedRequest): Promise<Answer> {
  // An accepted stream does not end, and reads nothing of a request but its caller.
  const who = route.url === syncEvents.path ? null : caller;
  if (route.url !== login.path || typeof payload !== 'string') return world.call(who, method, url, { body: payload, headers });
  const { preSession, csrfToken } = world.app.deps.auth.csrf.issue();
  const body = payload.replace(JSON.stringify(goodToken), JSON.stringify(csrfToken));
  return world.call(who, method, url, { body, headers: { ...headers, cookie: `pre-session=${preSession}` } });
}

/** Checks that all stored rows can be read by their readers and match the contract. */
async function expectSound(world: World): Promise<void> {
  expect((await world.call(null, 'GET', '/readyz')).status).toBe(200);
  for (const who of ['orga', 'otherOrga'] as const) {
    // An admin may have signed them out.
    if ((await world.call(who, 'GET', '/api/sync')).status === 401) continue;
    const rows = (await world.pull(who)).changes.filter(({ row }) => row !== null);
    expect(rows.filter(({ resource, row }) => !resourceNamed(resource).row.safeParse(row).success)).toEqual([]);
  }
}

async function routesOfApp(): Promise<ListedRoute[]> {
  const world = await openWorld();
  const routes = world.app.routeTable();
  await world.close();
  return routes;
}
