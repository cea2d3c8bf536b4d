import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Code } from '#contract/resources/codes.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { away, codeOf, home, insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { readXlsx } from '../fixtures/screens/read-xlsx.ts';
import { type CallOptions, openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const path = `/api/event/${home}/code`;
const taken = { status: 422, body: { error: 'code_taken', message: expect.stringContaining('already') } };
const used = { status: 422, body: { error: 'code_used', message: expect.stringContaining('used') } };

const create = (code: string, reusable = false, who: PersonName = 'orga') => world.call(who, 'POST', path, { body: { code, reusable } });
const edit = (id: string, body: object, options: CallOptions = {}) => world.call('orga', 'PUT', `${path}/${id}`, { body, ...options });
const remove = (id: string) => world.call('orga', 'DELETE', `${path}/${id}`);
const read = async (id: string) => (await loadRows(world.store.reading, 'codes', [id])).get(id) as Code | undefined;
const join = (who: PersonName, code: string, event: number) =>
  world.call(who, 'POST', `/api/event/${event}/switch`, { body: { eventCode: code } });

async function put(own: Partial<Code>): Promise<Code> {
  const row = codeOf({ code: uuidv7(), reusable: false, ...own });
  await insertRows(world.store, world.clock, 'codes', [row]);
  return row;
}

interface Batched {
  method: string;
  path: string;
  body?: unknown;
  ifMatch?: number;
}

/** Sends each command in a lane of its own, as the app does for different codes. */
async function inBatch(...calls: Batched[]) {
  const body = { calls: calls.map((call, index) => ({ key: uuidv7(), lane: `${index}`, ...call })) };
  const { answers } = (await world.call('orga', 'POST', '/api/batch', { body })).body as { answers: { status: number; body?: object }[] };
  return answers;
}

const creation = (code: string): Batched => ({ method: 'POST', path, body: { code, reusable: false } });

describe('a code', () => {
  test('is trimmed, and rejected if blank or longer than a hundred characters', async () => {
    expect(await create('  NEW  ')).toMatchObject({
      status: 201,
      body: { eventId: home, code: 'NEW', used: false, usedBy: null, version: 1 },
    });
    for (const code of ['', '   ', 'x'.repeat(101)]) {
      expect(await create(code)).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: 'code' }] } });
    }
    expect((await create('x'.repeat(100))).status).toBe(201);
  });

  test('admits to its event as typed by hand, and records the person who used it', async () => {
    await world.call('otherOrga', 'POST', `/api/event/${away}/code`, { body: { code: ' AWAY-NEW ', reusable: false } });
    expect((await join('participant', 'AWAY-NEW  ', away)).status).toBe(200);
    const { body } = await world.call('otherOrga', 'GET', `/api/event/${away}/code`);
    expect(body).toMatchObject([
      { code: 'AWAY-NEW', used: true, reusable: false, version: 2, user: { email: 'participant@camp.example' } },
    ]);
    expect(await join('author', 'AWAY-NEW', away)).toMatchObject({ status: 401, body: { error: 'switch_code_spent' } });
  });

  test('has a new version after its use, so that an open form is outdated', async () => {
    const { id } = await put({ eventId: away, code: 'AWAY-SEEN' });
    await join('participant', 'AWAY-SEEN', away);
    const late = await world.call('otherOrga', 'PUT', `/api/event/${away}/code/${id}`, {
      body: { code: 'OTHER' },
      headers: { 'if-match': '"1"' },
    });
    expect(late).toMatchObject({
      status: 412,
      body: { error: 'version_conflict', current: { used: true, usedBy: people.participant.id } },
    });
  });
});

describe('a used code', () => {
  const spent = () => put({ used: true, usedBy: people.author.id });

  test('cannot be deleted or renamed', async () => {
    const row = await spent();
    expect(await remove(row.id)).toMatchObject(used);
    expect(await edit(row.id, { code: 'OTHER' })).toMatchObject(used);
    expect(await edit(row.id, { code: 'OTHER', reusable: false })).toMatchObject(used);
    expect(await read(row.id)).toEqual(row);
    // The same text is no change.
    expect((await edit(row.id, { code: ` ${row.code} ` })).status).toBe(200);
  });

  test('admits again once it is reusable, forgets its user, and may be deleted', async () => {
    const { id, code } = await put({ eventId: away, used: true, usedBy: people.author.id });
    const call = (method: string, body?: object) =>
      world.call('otherOrga', method, `/api/event/${away}/code/${id}`, body === undefined ? {} : { body });
    expect(await join('participant', code, away)).toMatchObject({ status: 401, body: { error: 'switch_code_spent' } });
    expect(await call('PUT', { reusable: true })).toMatchObject({ status: 200, body: { code, reusable: true, used: false, usedBy: null } });
    expect((await join('participant', code, away)).status).toBe(200);
    expect(await call('PUT', { reusable: false })).toMatchObject({ status: 200, body: { reusable: false, used: false } });
    expect((await call('DELETE')).status).toBe(204);
    expect(await read(id)).toBeUndefined();
  });

  test('is never a reusable code, however often it opens its event', async () => {
    const { id } = await put({ eventId: away, code: 'AGAIN', reusable: true });
    for (const who of ['participant', 'author'] as const) expect((await join(who, 'AGAIN', away)).status).toBe(200);
    expect(await read(id)).toMatchObject({ version: 1, used: false, usedBy: null });
    expect((await world.call('otherOrga', 'DELETE', `/api/event/${away}/code/${id}`)).status).toBe(204);
  });
});

describe('a duplicate code', () => {
  test('is rejected within its event and accepted in another', async () => {
    expect(await create('CAMP-OPEN')).toMatchObject(taken);
    expect(await create(' CAMP-OPEN ')).toMatchObject(taken);
    expect((await create('camp-open')).status).toBe(201);
    const elsewhere = await world.call('otherOrga', 'POST', `/api/event/${away}/code`, { body: { code: 'CAMP-OPEN', reusable: true } });
    expect(elsewhere.status).toBe(201);
  });

  test('is rejected when another code is renamed to it, but not for the code itself', async () => {
    const { id, code } = await put({});
    expect(await edit(id, { code: 'CAMP-OPEN' })).toMatchObject(taken);
    expect((await edit(id, { code })).status).toBe(200);
    expect(await read(id)).toMatchObject({ code });
  });

  test('is revealed only to callers who may create codes', async () => {
    expect(await create('CAMP-ONCE', false, 'participant')).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect(await create('CAMP-ONCE', false, 'otherOrga')).toMatchObject({ status: 403 });
  });

  test('is rejected within a batch, which creates the first one and its other codes', async () => {
    const answers = await inBatch(creation('TWICE'), creation('TWICE '), creation('ONCE'));
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 201]);
    expect(answers[1]?.body).toMatchObject({ error: 'code_taken' });
  });

  test('is created by one of two racing batches', async () => {
    const both = await Promise.all([inBatch(creation('RACE')), inBatch(creation('RACE'))]);
    expect(
      both
        .flat()
        .map(({ status }) => status)
        .toSorted((one, other) => one - other),
    ).toEqual([201, 422]);
  });

  test('is accepted after an earlier command of the batch freed it', async () => {
    const [gone, renamed] = [await put({}), await put({})];
    const answers = await inBatch(
      { method: 'DELETE', path: `${path}/${gone.id}`, ifMatch: 1 },
      creation(gone.code),
      { method: 'PUT', path: `${path}/${renamed.id}`, body: { code: 'RENAMED' }, ifMatch: 1 },
      creation(renamed.code),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 201, 200, 201]);
  });

  test('is rejected though a rejected command of the batch would have freed it', async () => {
    const spent = await put({ used: true, usedBy: people.author.id });
    const answers = await inBatch({ method: 'DELETE', path: `${path}/${spent.id}`, ifMatch: 1 }, creation(spent.code));
    expect(answers.map(({ body }) => body)).toMatchObject([{ error: 'code_used' }, { error: 'code_taken' }]);
  });

  test('is rejected again under the same key, also after the first code was deleted', async () => {
    const { id, code } = await put({});
    const headers = { 'idempotency-key': uuidv7() };
    const call = () => world.call('orga', 'POST', path, { body: { code, reusable: false }, headers });
    expect(await call()).toMatchObject(taken);
    await remove(id);
    expect(await call()).toMatchObject(taken);
  });
});

test('one batch creates 500 codes', async () => {
  const answers = await inBatch(...Array.from({ length: 500 }, (_, index) => creation(`MANY-${index}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(500);
});

describe('members', () => {
  test('receive a code that becomes reusable, and a tombstone when it is for one person again', async () => {
    const { id } = await put({});
    const start = await world.pull('participant');
    expect(start.changes.some((change) => change.id === id)).toBe(false);
    await edit(id, { reusable: true });
    const open = await world.pull('participant', start.cursor);
    expect(open.changes).toMatchObject([{ resource: 'codes', id, version: 2, row: { reusable: true } }]);
    await edit(id, { reusable: false });
    const shut = await world.pull('participant', open.cursor);
    expect(shut.changes).toEqual([{ resource: 'codes', id, version: 3, row: null }]);
    await edit(id, { code: 'SECRET' });
    await remove(id);
    expect((await world.pull('participant', shut.cursor)).changes.filter(({ resource }) => resource === 'codes')).toEqual([]);
  });

  test('receive nothing about the former user of a code that becomes reusable', async () => {
    const { id } = await put({ used: true, usedBy: people.author.id });
    const { cursor } = await world.pull('participant');
    await edit(id, { reusable: true });
    expect((await world.pull('participant', cursor)).changes).toMatchObject([{ id, row: { used: false, usedBy: null } }]);
  });
});

describe('the list', () => {
  const listed = async () => (await world.call('orga', 'GET', path)).body as { code: string }[];

  test('has all codes, the newest first, with their users', async () => {
    await put({ code: 'USED', used: true, usedBy: people.author.id });
    expect(await listed()).toEqual([
      {
        id: expect.any(String),
        version: 1,
        eventId: home,
        code: 'USED',
        reusable: false,
        used: true,
        user: { email: 'author@camp.example' },
      },
      expect.objectContaining({ code: 'CAMP-ONCE', used: false, reusable: false, user: null }),
      expect.objectContaining({ code: 'CAMP-OPEN', used: false, reusable: true, user: null }),
    ]);
  });

  test('leaves out the names of former members', async () => {
    await put({ code: 'LEFT', used: true, usedBy: people.stranger.id });
    expect((await listed())[0]).toMatchObject({ code: 'LEFT', used: true, user: null });
  });
});

describe('the spreadsheet', () => {
  const download = async (headers: Record<string, string> = {}) => {
    const token = (await world.app.deps.auth.sessions.open(people.orga.id)).token;
    return world.app.inject({ method: 'GET', url: `${path}/excel`, headers: { authorization: `Bearer ${token}`, ...headers } });
  };

  test('is named after the event, and has the content of the list', async () => {
    await put({ code: 'a & <b> "c"', used: true, usedBy: people.author.id });
    const answer = await download();
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="event-codes-1.xlsx"',
    });
    expect(await readXlsx(answer.rawPayload)).toEqual([
      ['Code', 'Used', 'Reusable', 'Used by'],
      ['a & <b> "c"', 'yes', 'no', 'author@camp.example'],
      ['CAMP-ONCE', 'no', 'no', ''],
      ['CAMP-OPEN', 'no', 'yes', ''],
    ]);
  });

  test('is in the language of the request, and holds no formula', async () => {
    await put({ code: '=HYPERLINK("http://x.example")' });
    const [headings, row] = await readXlsx((await download({ 'accept-language': 'de' })).rawPayload);
    expect(headings).toEqual(['Code', 'Benutzt', 'Mehrfach nutzbar', 'Benutzt von']);
    expect(row?.[0]).toBe(`'=HYPERLINK("http://x.example")`);
  });

  test('holds 2,000 codes', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => codeOf({ code: `MANY-${index}`, reusable: false }));
    await insertRows(world.store, world.clock, 'codes', rows);
    expect(await readXlsx((await download()).rawPayload)).toHaveLength(2_003);
  });
});
