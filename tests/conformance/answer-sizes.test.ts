import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { ownData, syncEvents } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import type { AnyResource, BaseRow } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { shareTypes } from '#contract/resources/shares.ts';
import { userStatisticId } from '#contract/resources/statistics.ts';
import { chunksOf } from '#server/store/core/chunks.ts';
import { anyTableOf, type WriteHandle } from '#server/store/core/handles.ts';
import type { ListedRoute } from '#server/http/hooks/access.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { descriptorOf } from '#server/resources/catalogue/descriptors.ts';
import { rowStoreOf } from '#server/store/repositories/rows.ts';
import { dynamicScopes } from '#server/store/store.ts';
import { codeOf, home, people, type PersonName, statistic } from '../fixtures/camp.ts';
import { shapeOf } from './fuzz/fitting.ts';
import { openWorld, type World } from '../fixtures/world.ts';

/** An upper bound (bytes) for every answer that is no stream: a list, plus as much for the people and pictures that it names. */
const mostBytes = 2 * limits.listBytes;

/** Routes that are written page by page at the pace of the reader; see `tests/conformance/held-answers.test.ts`. */
const streams = new Set<string>([ownData.path, syncEvents.path, '/api/schedule-feed/:id/:file', '/api/agenda-feed/:id/:file']);

/** Bytes of rows to insert per resource: more than one answer may have. */
const filledBytes = 3 * limits.listBytes;
const mostRows = 40_000;

const manyPeople = Array.from({ length: mostRows }, (_, index) => 1_000 + index);

let world: World;
const samples = new Map<string, BaseRow>();
beforeAll(async () => {
  world = await openWorld();
  // A view has the rows of another resource.
  const ofTables = resources.filter(({ name }) => descriptorOf(name).viewOf === undefined);
  for (const resource of ofTables) {
    const sample = await sampleOf(resource);
    if (sample) samples.set(resource.name, sample);
  }
  const locks = [people.admin, people.author].map(({ id }) => accountLock(id));
  await world.store.write(dynamicScopes(locks), async (trx) => {
    await fillPeople(trx);
    for (const resource of ofTables) await fillResource(trx, resource);
  });
}, 240_000);
afterAll(() => world.close());

const into = async (trx: WriteHandle, table: string, rows: readonly object[]): Promise<void> => {
  for (const chunk of chunksOf(rows, 300))
    await anyTableOf(trx)
      .insertInto(table)
      .values(chunk as never)
      .execute();
};

const long = (length: number): string => 'x'.repeat(length);

async function fillPeople(trx: WriteHandle): Promise<void> {
  const fields = { image: null, password_hash: '!', totp_secret: null, email_verified: 1, version: 1, created_at: 0, role: 'user' };
  const name = long(limits.titleLength);
  await into(
    trx,
    'users',
    manyPeople.map((id) => ({ ...fields, id, name, email: `${id}@camp.example`.padStart(limits.emailLength, 'x'), active_event_id: home })),
  );
  const member = { event_id: home, role: 'participant', version: 1 };
  await into(
    trx,
    'memberships',
    manyPeople.map((user_id) => ({ ...member, user_id })),
  );
  await into(
    trx,
    'removed_members',
    manyPeople.map((user_id) => ({ id: uuidv7(), event_id: home, user_id, address_hash: null, removed_at: 0 })),
  );
  const session = { previous_hash: null, handed_out_at: 0, generation: 0, created_at: 0, expires_at: 9e15, revoked_at: null };
  for (const user_id of [people.admin.id, people.author.id])
    await into(
      trx,
      'sessions',
      manyPeople.map((index) => ({ ...session, id: `${user_id} ${index}`, user_id, current_hash: `none of ${user_id} ${index}` })),
    );
}

/** Returns the camp's row of a resource, in the home event if the resource belongs to events. */
async function sampleOf(resource: AnyResource): Promise<BaseRow | undefined> {
  for (const who of ['orga', 'author', 'admin'] as const) {
    const { changes } = await world.pull(who);
    const found = changes.find(
      ({ resource: name, row }) => name === resource.name && ((row as { eventId?: number }).eventId ?? home) === home,
    );
    if (found) return found.row as BaseRow;
  }
  return undefined;
}

function longest({ mutations }: AnyResource, row: BaseRow): BaseRow {
  const texts = Object.keys(row).flatMap((field) => {
    const types = Object.values(mutations).flatMap(({ args }) => shapeOf(args)[field] ?? []) as {
      safeParse(value: unknown): { success: boolean };
    }[];
    const fits = [limits.textLength, limits.postLength, limits.descriptionLength, 500, limits.titleLength].find((length) =>
      types.some((type) => type.safeParse(long(length)).success),
    );
    return fits === undefined ? [] : [[field, long(fits)]];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

const idOfPost = (index: number): string => `0192c8a0-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** Fields that must differ between the rows of a resource. */
const distinct: Record<string, (index: number) => object> = {
  posts: (index) => ({ id: idOfPost(index), replyToId: index % 51 === 0 ? null : idOfPost(index - (index % 51)), order: index }),
  codes: (index) => ({ code: codeOf().code.padEnd(limits.codeLength - 10, 'x') + String(index) }),
  events: (index) => ({
    id: 1_000 + index,
    title: String(index).padStart(limits.titleLength, 'x'),
    visible: true,
    pictureKey: String(index),
  }),
  userStatistics: (index) => ({ id: userStatisticId(statistic.id, 1_000 + index), userId: 1_000 + index }),
  datingParticipants: (index) => ({ id: uuidv7(), userId: 1_000 + index }),
  datingMatches: (index) => ({ id: uuidv7(), userId: people.author.id, otherId: 1_000 + index }),
};

async function fillResource(trx: WriteHandle, resource: AnyResource): Promise<void> {
  const sample = samples.get(resource.name);
  const own = distinct[resource.name];
  // A resource with another kind of id has a fixed number of rows, or one per person.
  if (!sample || !(own || /^[\da-f]{8}-/.test(String(sample.id)))) return;
  const row = longest(resource, sample);
  const count = Math.min(mostRows, Math.ceil(filledBytes / JSON.stringify(row).length));
  const author = 'authorId' in row ? { authorId: people.author.id } : {};
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, ...author, id: uuidv7(), ...own?.(index) }));
  for (const chunk of chunksOf(rows, 300)) await rowStoreOf(resource.name).insert(trx, chunk);
}

function widestQueries(route: ListedRoute): string[] {
  const shape = shapeOf(route.schema.querystring);
  const limit = 'limit' in shape ? [`limit=${'startDate' in shape ? limits.calendarPageSize : 100}`] : [];
  const lists = 'list' in shape ? ['posts', 'photos', 'participants'].map((list) => `list=${list}&text=x`) : [];
  const types = 'type' in shape ? shareTypes.map((type) => `type=${type}`) : [];
  return ['', ...limit, ...types, ...lists].map((query) => (query === '' ? '' : `?${query}`));
}

/** Returns the callers with the largest answers; the author has most rows. */
function callersOf({ access }: ListedRoute): readonly (PersonName | null)[] {
  if (access === 'anyone') return [null, 'author'];
  return [access === 'global-admin' ? 'admin' : access === 'event-admin' ? 'orga' : 'author'];
}

const named: Record<string, string> = {
  ':id': String(home),
  ':event': String(home),
  ':userId': String(people.author.id),
  ':code': 'CAMP-OPEN',
};
const pathOf = ({ url }: ListedRoute): string =>
  url
    .split('/')
    .map((part) => named[part] ?? (part.startsWith(':') || part === '*' ? 'none' : part))
    .join('/');

test('every answer that is no stream ends below a number of bytes, however many rows there are', async () => {
  const routes = world.app.routeTable().filter(({ method, url }) => method === 'GET' && !streams.has(url));
  const sizes = new Map<string, number>();
  for (const route of routes)
    for (const query of widestQueries(route))
      for (const who of callersOf(route)) {
        world.later(1_000);
        const { status, text } = await world.call(who, 'GET', `${pathOf(route)}${query}`);
        expect([route.url, status], 'a failure of the server').toEqual([route.url, expect.toSatisfy((one: number) => one < 500)]);
        if (status === 200) sizes.set(route.url, Math.max(sizes.get(route.url) ?? 0, Buffer.byteLength(text)));
      }
  expect([...sizes].filter(([, bytes]) => bytes > mostBytes)).toEqual([]);
  // Proves that the inserted rows reached the routes: without a bound each answer would be far larger.
  const full = [...sizes].filter(([, bytes]) => bytes > limits.listBytes / 2).map(([url]) => url);
  expect(full).toEqual(
    expect.arrayContaining(['/api/event', '/api/meetup', '/api/post', '/api/event/:id/code', '/api/event/:id/statistic']),
  );
}, 240_000);
