import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedChange } from '#contract/endpoints/core.ts';
import { errorStatus } from '#contract/errors.ts';
import type { AnyMutation, AnyResource, BaseRow } from '#contract/resource.ts';
import { resourceNamed, resources } from '#contract/resources.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { canSee } from '#server/services/commands/policy.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { away, callerOf, home, insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { type Answer, type CallOptions, openWorld, type World } from '../fixtures/world.ts';
import { argsOf, type Case, cases, pathOf, sampleRow, sentArgs, wrongArgs, samplePicture } from './samples.ts';
import { dynamicScopes } from '#server/store/store.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

/** A person with every access that a mutation of a row by `author` can require. */
const may: PersonName = 'orga';
const reader: PersonName = 'participant';

interface Prepared {
  readonly id: string;
  readonly url: string;
  readonly body: Record<string, unknown> | undefined;
  readonly args: Record<string, unknown>;
  readonly before: BaseRow | null;
}

const remove = (name: string, id: BaseRow['id']): Promise<void> =>
  world.store.write(dynamicScopes(), async (trx) => {
    const rowBefore = (await loadRows(trx, name, [id])).get(id)!;
    await rowStoreOf(name).remove(trx, [id]);
    await recordChanges(trx, [{ resource: name, rowBefore, rowAfter: null }], world.clock.now());
  });

const namesEvent = ({ path }: AnyMutation) => path.includes(':event');
/** A newly inserted event has no admin. */
const isEvent = ({ name }: AnyResource) => name === 'events';
const isAboutOwnRow = ({ kind, path }: AnyMutation) => kind === 'change' && !path.includes(':id');

/** Returns a row that `may` can see and change: their own, if only its author may change it. */
function rowFor({ resource, mutation }: Case): BaseRow {
  const row = sampleRow(resource);
  const isOthers = mutation.access !== 'only-author' && canSee(callerOf(may), resource, row);
  return isOthers ? row : ({ ...row, authorId: people[may].id } as BaseRow);
}

const anyAtHome = async (name: string): Promise<BaseRow['id']> =>
  (await rowStoreOf(name).idsWhere(world.store.reading, 'eventId', [home]))[0]!;

/** Returns a valid command, and inserts the row that it is about. */
async function prepare(tested: Case, text?: string): Promise<Prepared> {
  const { resource, mutation } = tested;
  const seen = argsOf(mutation, text);
  const args = sentArgs(mutation, seen);
  if (mutation.kind === 'create') {
    const id = uuidv7();
    const event = namesEvent(mutation) ? {} : { event: home };
    return { id, url: pathOf(mutation), body: { ...args, id, ...event }, args: seen, before: null };
  }
  if (mutation.ownOf) {
    const named = { events: home, me: people[may].id }[mutation.ownOf.resource] ?? (await anyAtHome(mutation.ownOf.resource));
    const id = mutation.ownOf.idOf(named, people[may].id, seen);
    return { id: String(id), url: pathOf(mutation, named), body: args, args: seen, before: await stored(resource, id) };
  }
  const isThere = isAboutOwnRow(mutation) || isEvent(resource);
  const before = isThere ? await stored(resource, isEvent(resource) ? home : people[may].id) : rowFor(tested);
  if (!before) throw new TypeError(`nobody made ${resource.name} of their own`);
  if (!isThere) await insertRows(world.store, world.clock, resource.name, [before]);
  const body = mutation.kind === 'remove' || Object.keys(args).length === 0 ? undefined : args;
  return { id: String(before.id), url: pathOf(mutation, before.id), body, args: seen, before };
}

const send = ({ mutation }: Case, { url, body }: Pick<Prepared, 'url' | 'body'>, options: CallOptions & { who?: PersonName } = {}) =>
  world.call(options.who ?? may, mutation.method, url, { ...(body && { body }), ...options });

const stored = async (resource: AnyResource, id: BaseRow['id']) =>
  (await loadRows(world.store.reading, resource.name, [id])).get(id) ?? null;

function expectError(answer: Answer, code: keyof typeof errorStatus): void {
  expect({ status: answer.status, error: answer.body?.error }).toEqual({ status: errorStatus[code], error: code });
  expect(answer.body.message).toEqual(expect.any(String));
}

const rowIdOf = ({ idType }: AnyResource, id: string): BaseRow['id'] => (idType === 'number' ? Number(id) : id);

const about = (changes: readonly FeedChange[], { id }: Prepared, { name }: AnyResource) =>
  changes.filter((change) => change.resource === name && String(change.id) === id);

describe.each(cases)('$title', (one) => {
  const { resource, mutation } = one;

  test('has the same effect as on the device, except for time and order, which the server sets', async () => {
    const call = await prepare(one);
    const answer = await send(one, call);
    const now = '1999-01-01T00:00:00.000Z';
    const onDevice = mutation.apply(call.before, {
      id: rowIdOf(resource, call.id),
      args: call.args,
      eventId: home,
      userId: people[may].id,
      now,
      order: -7,
    }) as BaseRow | null;
    const row = await stored(resource, rowIdOf(resource, call.id));
    const version = (call.before?.version ?? 0) + 1;
    expect(answer.status).toBe({ create: 201, change: 200, remove: 204 }[mutation.kind]);
    expect(answer.body).toEqual(row && { ...row, version });
    expect(answer.headers['etag']).toBe(row ? `"${version}"` : undefined);
    expect(row === null || resource.row.safeParse(answer.body).success).toBe(true);
    const counted = onDevice && { ...onDevice, version };
    // The server also decides where a picture is stored, and stores a missing optional field as null.
    const decidedByRule = Object.entries(counted ?? {}).filter(
      ([name, value]) => value !== undefined && value !== now && value !== -7 && name !== mutation.picture,
    );
    expect(answer.body ?? {}).toMatchObject(Object.fromEntries(decidedByRule));
  });

  test('reaches its readers by the feed once, without the key of the sender, and is removed for former readers', async () => {
    const { cursor } = await world.pull(reader);
    const own = await world.pull(may);
    const call = await prepare(one);
    const key = uuidv7();
    const answer = await send(one, call, { headers: { 'idempotency-key': key } });
    const sees = (who: PersonName, row: BaseRow | null) => row !== null && canSee(callerOf(who), resource, row);
    const after = answer.body as BaseRow | null;
    const version = after?.version ?? (call.before?.version ?? 0) + 1;
    const expected = { resource: resource.name, id: rowIdOf(resource, call.id), version };
    const row = sees(reader, after) ? after : null;
    const changes = about((await world.pull(reader, cursor)).changes, call, resource);
    expect(changes).toEqual(sees(reader, call.before) || sees(reader, after) ? [{ ...expected, row }] : []);
    expect(about((await world.pull(may, own.cursor)).changes, call, resource)).toEqual([{ ...expected, row: after, key }]);
  });

  test('is executed once and answered the same when it is sent twice', async () => {
    const call = await prepare(one);
    const headers = { 'idempotency-key': uuidv7() };
    const first = await send(one, call, { headers });
    const { cursor } = await world.pull(reader);
    const second = await send(one, call, { headers });
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect((await world.pull(reader, cursor)).changes).toEqual([]);
  });

  // Commands without arguments about the same row are all alike.
  const telling = mutation.ownOf && Object.keys(argsOf(mutation)).length === 0 ? [] : [one];
  test.each(telling)('rejects a used key for another command', async () => {
    const headers = { 'idempotency-key': uuidv7() };
    await send(one, await prepare(one), { headers });
    const other = await prepare(one, 'Ein anderer Satz');
    const { cursor } = await world.pull(reader);
    expectError(await send(one, other, { headers }), 'key_reused');
    expect((await world.pull(reader, cursor)).changes).toEqual([]);
  });

  test('rejects an unknown or invalid field by its name, and changes nothing', async () => {
    const call = await prepare(one);
    const { cursor } = await world.pull(reader);
    const wrong = [{ field: 'surprise', value: 1 }, ...wrongArgs(mutation)];
    if (mutation.kind === 'create') {
      wrong.push(...['x', 7, null].map((value) => ({ field: 'id', value })), ...['x', 0, null].map((value) => ({ field: 'event', value })));
    }
    for (const { field, value } of wrong) {
      const answer = await send(one, { url: call.url, body: { ...call.body, [field]: value } });
      expectError(answer, 'invalid');
      expect([field, answer.body.issues[0].path]).toEqual([field, expect.stringContaining(field)]);
    }
    for (const body of [[], 'text', 7]) expectError(await send(one, call, { body: JSON.stringify(body), headers: json }), 'invalid');
    expect((await world.pull(reader, cursor)).changes).toEqual([]);
  });

  test('rejects an invalid key or version', async () => {
    const call = await prepare(one);
    expectError(await send(one, call, { headers: { 'idempotency-key': 'again' } }), 'invalid');
    for (const tag of ['7', 'W/"1"', '"x"', '"1", "2"']) expectError(await send(one, call, { headers: { 'if-match': tag } }), 'invalid');
  });

  test('is the same command with a trailing slash', async () => {
    const call = await prepare(one);
    const headers = { 'idempotency-key': uuidv7() };
    const first = await send(one, { ...call, url: `${call.url}/` }, { headers });
    expect(first.status).toBeLessThan(300);
    expect((await send(one, call, { headers })).body).toEqual(first.body);
  });

  // A command with a picture has a route of its own.
  const batched = mutation.picture === undefined ? [one] : [];
  test.each(batched)('is answered in a batch as by its route', async () => {
    const [alone, inBatch] = [await prepare(one), await prepare(one)];
    const answer = await send(one, alone);
    const call = { key: uuidv7(), lane: 'a', method: mutation.method, path: inBatch.url, ...(inBatch.body && { body: inBatch.body }) };
    const { body } = await world.call(may, 'POST', '/api/batch', { body: { calls: [call] } });
    expect(body.answers).toMatchObject([{ key: call.key, status: answer.status }]);
    expect(Object.keys(body.answers[0].body ?? {}).toSorted()).toEqual(Object.keys(answer.body ?? {}).toSorted());
  });

  test('rejects a parent row that is missing or in another event', async () => {
    const linked = Object.keys(argsOf(mutation)).map((field) => ({ [field]: uuidv7() }));
    for (const link of linked) {
      const { body, url } = await prepare(one);
      const parsed = mutation.args.safeParse({ ...argsOf(mutation), ...link });
      for (const ref of parsed.success ? (mutation.refs?.(parsed.data, home) ?? []) : []) {
        expectError(await send(one, { url, body: { ...body, ...link } }), ref.missing);
        const elsewhere = { ...sampleRow(resourceNamed(ref.resource)), id: ref.id, eventId: away };
        await insertRows(world.store, world.clock, ref.resource, [elsewhere]);
        expectError(await send(one, { url, body: { ...body, ...link } }), ref.missing);
      }
    }
  });
});

describe.each(cases.filter(({ mutation }) => mutation.kind !== 'create'))('$title', (one) => {
  const { resource } = one;

  test('an outdated version is a conflict with the current row, and the current version is accepted', async () => {
    const call = await prepare(one);
    const stale = await send(one, call, { headers: { 'if-match': '"4711"' } });
    expectError(stale, 'version_conflict');
    expect(stale.body.current).toEqual({ ...(await stored(resource, call.before!.id)) });
    expect((await send(one, call, { headers: { 'if-match': `"${call.before!.version}"` } })).status).toBeLessThan(300);
  });
});

/** True for an event, or for a person's row about one, which can be visible to people outside. */
const isOfEvent = ({ resource, mutation }: Case) => isEvent(resource) || mutation.ownOf?.resource === 'events';

describe.each(cases.filter((one) => one.mutation.kind !== 'create' && !isAboutOwnRow(one.mutation) && !isOfEvent(one)))('$title', (one) => {
  const { resource, mutation } = one;

  test('a missing row and an invisible one have the same answer', async () => {
    const call = await prepare(one);
    const hidden = await send(one, call, { who: 'stranger' });
    expectError(hidden, 'not_found');
    for (const id of [uuidv7(), 'x', '%00', '..%2f']) {
      const missing = await send(one, { ...call, url: pathOf(mutation, id) });
      expect([missing.status, missing.body]).toEqual([hidden.status, hidden.body]);
    }
    expectError(await send(one, { ...call, url: pathOf(mutation, '%E0%A4%A') }), 'invalid');
    if (namesEvent(mutation)) expectError(await send(one, { ...call, url: pathOf(mutation, call.id, away) }), 'not_found');
    expect(await stored(resource, call.before!.id)).not.toBeNull();
  });
});

describe.each(cases.filter(({ mutation }) => mutation.kind === 'create'))('$title', (one) => {
  test('rejects an existing id, creates a missing one, and uses the active event by default', async () => {
    const call = await prepare(one);
    await send(one, call);
    expectError(await send(one, call), 'id_taken');
    const { id: _, event: _event, ...args } = (await prepare(one)).body ?? {};
    const minted = await send(one, { url: call.url, body: args });
    expect(minted.body).toMatchObject({ eventId: home, id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/) as string });
  });

  test('never gives the id of a removed row to another, which devices would take for an old state', async () => {
    const call = await prepare(one);
    const { resource } = one;
    const { id } = (await send(one, call)).body as BaseRow;
    await remove(resource.name, id);
    expectError(await send(one, call), 'id_taken');
  });

  test('rejects another event, and answers a missing one the same', async () => {
    const call = await prepare(one);
    const inEvent = (event: number, who: PersonName) =>
      namesEvent(one.mutation)
        ? send(one, { url: pathOf(one.mutation, '', event), body: call.body }, { who })
        : send(one, { url: call.url, body: { ...call.body, event } }, { who });
    expectError(await inEvent(away, 'author'), 'forbidden');
    expectError(await inEvent(4_711, 'author'), 'forbidden');
    expectError(await inEvent(4_711, 'admin'), 'not_found');
  });
});

const goesWithPicture: Readonly<Record<string, object>> = { shares: { type: 'stuff', description: 'Ein Zelt' } };

describe.each(cases.filter(({ mutation }) => mutation.picture !== undefined))('$title', (one) => {
  const { resource, mutation } = one;
  const field = mutation.picture as string;

  test('is rejected with a picture in a batch, as data or as the link of an existing picture', async () => {
    const first = await prepare(one);
    // A command that may have a picture has one here.
    const { body: row } = await send(one, {
      url: first.url,
      body: { ...first.body, ...goesWithPicture[resource.name], [field]: samplePicture },
    });
    expect(row[field]).toMatch(/^\/images\//);
    for (const picture of [samplePicture, row[field]]) {
      const { url, body } = await prepare(one);
      const call = { key: uuidv7(), lane: 'a', method: mutation.method, path: url, body: { ...body, [field]: picture } };
      const answer = await world.call(may, 'POST', '/api/batch', { body: { calls: [call] } });
      expect(answer.body.answers).toMatchObject([{ status: 400, body: { error: 'invalid', issues: [{ path: field }] } }]);
      expectError(await send(one, { url, body: { ...body, [field]: row[field] } }), 'invalid');
    }
  });

  test('rejects data that is no picture, and rejects it the same when repeated', async () => {
    const call = await prepare(one);
    const headers = { 'idempotency-key': uuidv7() };
    const svg = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
    for (let twice = 0; twice < 2; twice += 1) {
      expectError(await send(one, { url: call.url, body: { ...call.body, [field]: svg } }, { headers }), 'not_a_picture');
    }
    expect(await stored(resource, rowIdOf(resource, call.id))).toEqual(call.before);
  });
});

const json = { 'content-type': 'application/json' };

const views = (descriptors as readonly AnyDescriptor[]).filter(({ viewOf }) => viewOf !== undefined);

/** Resources made from several tables, views of another table, and those whose rows exist as long as their person. */
const composed = new Set(['me', 'modules', 'participants', 'notifications', ...views.map(({ resource }) => resource.name)]);
const ofTables = resources.filter(({ name }) => !composed.has(name)).map(({ name }) => name);

/** Opens a camp that no test has changed. */
const inFreshCamp = (): void =>
  beforeAll(async () => {
    await world.close();
    world = await openWorld();
  });

describe.each(resources.map(({ name }) => name))('rows of %s', (name) => {
  if (name === resources[0].name) inFreshCamp();

  test('match the contract in a first load', async () => {
    const rows = (await world.pull('orga')).changes.filter(({ resource }) => resource === name);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, version, row } of rows) {
      expect(resourceNamed(name).row.parse(row)).toEqual(row);
      expect(row).toMatchObject({ id, version });
    }
  });

  test('in the home event do not reach people outside it', async () => {
    const { changes } = await world.pull('stranger');
    expect(changes.filter(({ row }) => (row as { eventId?: number } | null)?.eventId === home)).toEqual([]);
  });
});

describe.each(ofTables)('a row of %s', (name) => {
  test('is a tombstone after its removal, and missing in a first load', async () => {
    const sample = { ...sampleRow(resourceNamed(name)), ...(resourceNamed(name).idType === 'number' ? { id: 99 } : {}) };
    // A private row is looked for on the device of its person.
    const { id } = people.orga;
    const row = canSee(callerOf('orga'), resourceNamed(name), sample) ? sample : { ...sample, authorId: id, userId: id };
    await insertRows(world.store, world.clock, name, [row]);
    const before = await world.pull('orga');
    expect(before.changes.some(({ resource, id }) => resource === name && id === row.id)).toBe(true);
    await remove(name, row.id);
    const removed = [name, ...views.filter(({ viewOf }) => viewOf === name).map(({ resource }) => resource.name)];
    expect((await world.pull('orga', before.cursor)).changes).toEqual(
      removed.map((resource) => ({ resource, id: row.id, version: 2, row: null })),
    );
    expect((await world.pull('orga')).changes.some(({ resource, id }) => resource === name && id === row.id)).toBe(false);
  });
});
