import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BaseRow } from '#contract/resource.ts';
import { announcementOf, contactLinks, faqEntry, home, insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { scheduleEntryOf } from './organisers-rows.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

async function put<Row extends BaseRow>(resource: string, row: Row): Promise<Row> {
  await insertRows(world.store, world.clock, resource, [row]);
  return row;
}

async function inBatch(who: PersonName, ...calls: { method: string; path: string; body?: unknown; ifMatch?: number; lane?: string }[]) {
  const body = { calls: calls.map((call) => ({ key: uuidv7(), lane: 'a', ...call })) };
  return (await world.call(who, 'POST', '/api/batch', { body })).body.answers as { status: number; body?: Record<string, unknown> }[];
}

describe('a concurrent edit', () => {
  const calls = [
    ['an announcement', 'announcements', 'PUT', () => announcementOf(), (id: string) => `/api/announcement/${id}`],
    ['a schedule entry', 'schedule', 'PUT', () => scheduleEntryOf(), (id: string) => `/api/event/${home}/schedule/${id}`],
    [
      'a block of contact links',
      'contactLinks',
      'PUT',
      () => ({ ...contactLinks, id: uuidv7() }),
      (id: string) => `/api/contactlinks/${id}`,
    ],
    ['a removal', 'schedule', 'DELETE', () => scheduleEntryOf(), (id: string) => `/api/event/${home}/schedule/${id}`],
  ] as const;

  test.each(calls)('%s on an outdated version is a conflict with the current row', async (_what, resource, method, make, pathOf) => {
    const { id } = await put(resource, make() as BaseRow);
    const path = pathOf(String(id));
    const theirs = await world.call('admin', 'PUT', path, { body: { title: 'Theirs' }, headers: { 'if-match': '"1"' } });
    expect(theirs).toMatchObject({ status: 200, body: { id, version: 2, title: 'Theirs' }, headers: { etag: '"2"' } });
    const mine = method === 'PUT' ? { body: { title: 'Mine' } } : {};

    const direct = await world.call('orga', method, path, { ...mine, headers: { 'if-match': '"1"' } });
    expect(direct).toMatchObject({ status: 412, body: { error: 'version_conflict', current: theirs.body } });
    const [batched, behind] = await inBatch(
      'orga',
      { method, path, ...mine, ifMatch: 1 },
      { method: 'PUT', path, body: { title: 'Next' } },
    );
    expect(batched).toMatchObject({ status: 412, body: { error: 'version_conflict', current: theirs.body } });
    expect(behind).toMatchObject({ status: 424, body: { error: 'lane_stopped' } });

    const [merged] = await inBatch('orga', { method, path, ...mine, ifMatch: 2 });
    expect(merged?.status).toBe(method === 'PUT' ? 200 : 204);
    const late = await world.call('admin', 'PUT', path, { body: { title: 'Late' } });
    expect(late.status).toBe(method === 'PUT' ? 200 : 404);
  });
});

describe('a path with the event', () => {
  const entry = { title: 'Yoga', locationName: 'Wiese', startDate: '2026-11-22T07:00:00Z', endDate: '2026-11-22T08:00:00Z' };

  test('determines the event of a created row, and the body must not repeat it', async () => {
    const made = await world.call('admin', 'POST', '/api/event/2/schedule', { body: entry });
    expect(made).toMatchObject({ status: 201, body: { eventId: 2, startDate: '2026-11-22T07:00:00.000Z' } });
    const twice = await world.call('admin', 'POST', '/api/event/2/schedule', { body: { ...entry, event: 2 } });
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: 'event' }] } });
  });

  test('works the same in a batch', async () => {
    const id = uuidv7();
    const path = `/api/event/${home}/schedule`;
    const answers = await inBatch(
      'orga',
      { method: 'POST', path, body: { ...entry, id } },
      { method: 'PUT', path: `${path}/${id}`, body: { details: 'Matte' }, ifMatch: 1 },
      { method: 'DELETE', path: `/api/event/2/schedule/${id}`, lane: 'b' },
      { method: 'DELETE', path: `/api/event/0/schedule/${id}`, lane: 'c' },
      { method: 'DELETE', path: `${path}/${id}`, ifMatch: 2 },
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 404, 404, 204]);
  });

  test('reads values of datetime-local fields as wall-clock times of the event', async () => {
    const made = await world.call('orga', 'POST', `/api/event/${home}/schedule`, {
      body: { ...entry, startDate: '2026-11-22T08:00', endDate: '2026-11-22T09:00' },
    });
    expect(made).toMatchObject({ status: 201, body: { startDate: '2026-11-22T07:00:00.000Z', endDate: '2026-11-22T08:00:00.000Z' } });
    const path = `/api/event/${home}/schedule/${made.body.id}`;
    const edited = await world.call('orga', 'PUT', path, { body: { endDate: '2026-11-22T09:30' } });
    expect(edited).toMatchObject({ status: 200, body: { startDate: '2026-11-22T07:00:00.000Z', endDate: '2026-11-22T08:30:00.000Z' } });
    const { status, body } = await world.call('orga', 'PUT', path, { body: { endDate: '2026-11-22T07:59' } });
    expect([status, body.issues]).toEqual([400, [{ path: 'endDate', message: 'before_start' }]]);
  });

  test('rejects an entry that would end before it starts', async () => {
    const { id } = await put('schedule', scheduleEntryOf());
    const path = `/api/event/${home}/schedule/${id}`;
    const { status, body } = await world.call('orga', 'PUT', path, { body: { endDate: '2026-11-21T19:59:59.999Z' } });
    expect([status, body.error, body.issues]).toEqual([400, 'invalid', [{ path: 'endDate', message: 'before_start' }]]);
  });
});

describe('contact links', () => {
  const path = '/api/contactlinks';
  const links = [{ name: 'Telefon', url: 'tel:+49301234' }];
  const block = { title: 'Küche', subtitle: 'Tag und Nacht', links, position: 1 };

  test('are created, changed by field and removed by a plain client, and read by everybody in their order', async () => {
    const made = await world.call('orga', 'POST', path, { body: block });
    expect(made).toMatchObject({ status: 201, body: { ...block, eventId: home, version: 1 } });
    const { id } = made.body;
    const edited = await world.call('orga', 'PUT', `${path}/${id}`, { body: { subtitle: null } });
    expect(edited).toMatchObject({ status: 200, body: { ...block, subtitle: null } });
    await world.call('orga', 'PATCH', `${path}/positions`, {
      body: {
        positions: [
          { id, position: 1 },
          { id: contactLinks.id, position: 2 },
        ],
      },
    });
    const read = async () => ((await world.call('participant', 'GET', path)).body as BaseRow[]).map((row) => row.id);
    const shown = await read();
    expect(shown.filter((other) => [id, contactLinks.id].includes(other))).toEqual([id, contactLinks.id]);
    expect((await world.call('orga', 'DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await read()).not.toContain(id);
  });

  test.each<[object, string]>([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ links: [] }, 'links'],
    [{ links: Array.from({ length: 51 }, () => links[0]) }, 'links'],
    [{ links: [{ name: ' ', url: 'tel:1' }] }, 'links.0.name'],
    [{ links: [{ name: 'Web', url: '' }] }, 'links.0.url'],
    [{ links: [{ ...links[0], icon: 'x' }] }, 'links.0.icon'],
    [{ position: 0 }, 'position'],
  ])('%o is refused', async (part, field) => {
    const answer = await world.call('orga', 'POST', path, { body: { ...block, ...part } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: field }] } });
    expect((await world.call('orga', 'PUT', `${path}/${contactLinks.id}`, { body: part })).status).toBe(400);
  });

  test('reject an empty change', async () => {
    expect(await world.call('orga', 'PUT', `${path}/${contactLinks.id}`, { body: {} })).toMatchObject({ status: 400 });
  });
});

describe('questions and answers', () => {
  const path = '/api/faq';
  const entry = { question: 'Sind Hunde erlaubt?', answer: 'Ja, an der Leine.\n\nNicht im Küchenzelt.', position: 1 };

  test('are created, changed by field and removed by a plain client, and read by members in their order', async () => {
    const made = await world.call('orga', 'POST', path, { body: entry });
    expect(made).toMatchObject({ status: 201, body: { ...entry, eventId: home, version: 1 } });
    const { id } = made.body;
    const edited = await world.call('orga', 'PUT', `${path}/${id}`, { body: { answer: 'Ja.' } });
    expect(edited).toMatchObject({ status: 200, body: { ...entry, answer: 'Ja.' } });
    const positions = [id, faqEntry.id].map((each, index) => ({ id: each, position: index + 1 }));
    expect((await world.call('orga', 'PATCH', `${path}/positions`, { body: { positions } })).status).toBe(200);
    const read = async () => ((await world.call('participant', 'GET', path)).body as BaseRow[]).map((row) => row.id);
    expect((await read()).slice(0, 2)).toEqual([id, faqEntry.id]);
    expect((await world.call('orga', 'DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await read()).not.toContain(id);
  });

  test.each<[object, string]>([
    [{ question: ' ' }, 'question'],
    [{ question: 'x'.repeat(201) }, 'question'],
    [{ answer: '\n' }, 'answer'],
    [{ answer: 'x'.repeat(5_001) }, 'answer'],
    [{ position: 0 }, 'position'],
  ])('%o is refused', async (part, field) => {
    const answer = await world.call('orga', 'POST', path, { body: { ...entry, ...part } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path: field }] } });
    expect((await world.call('orga', 'PUT', `${path}/${faqEntry.id}`, { body: part })).status).toBe(400);
  });
});

describe('notification settings', () => {
  const settingsOf = async (who: PersonName) => (await world.call(who, 'GET', '/api/notification')).body as Record<string, boolean>;

  test("belong to the caller, and reach only the caller's devices", async () => {
    const [own, other] = [await world.pull('author'), await world.pull('orga')];
    const before = await settingsOf('orga');
    const saved = await world.call('author', 'POST', '/api/notification', { body: { chats: false, pictures: true } });
    expect(saved).toMatchObject({ status: 200, body: { id: people.author.id, chats: false, pictures: true } });
    expect(await settingsOf('author')).toMatchObject({ chats: false, pictures: true });
    expect(await settingsOf('orga')).toEqual(before);
    expect((await world.pull('author', own.cursor)).changes).toMatchObject([{ resource: 'notifications', row: saved.body }]);
    expect((await world.pull('orga', other.cursor)).changes).toEqual([]);
  });

  test('are saved in a batch, while registering a device is not', async () => {
    const path = '/api/notification';
    const answers = await inBatch(
      'author',
      { method: 'POST', path, body: { meetups: false } },
      { method: 'POST', path, body: { subscription: '{}' }, lane: 'b' },
      { method: 'POST', path: `${path}/unsubscribe`, body: { endpoint: 'x' }, lane: 'c' },
    );
    expect(answers).toMatchObject([{ status: 200, body: { meetups: false } }, { status: 400 }, { status: 404 }]);
  });

  test('are saved once when sent twice under one key', async () => {
    const call = () => world.call('author', 'POST', '/api/notification', { body: { general: false }, headers });
    const headers = { 'idempotency-key': uuidv7() };
    const first = await call();
    expect((await call()).body).toEqual(first.body);
  });

  test.each([[{}], [{ general: 'yes' }], [{ general: true, id: 2 }], [[]], [{ surprise: true }]])('reject %j', async (body) => {
    expect(await world.call('author', 'POST', '/api/notification', { body })).toMatchObject({ status: 400, body: { error: 'invalid' } });
  });

  test('are described with both uses of the path', async () => {
    const { body } = await world.call(null, 'GET', '/api/docs/json');
    const { schema } = body.paths['/api/notification'].post.requestBody.content['application/json'];
    expect(schema.anyOf.map(({ properties }: { properties: object }) => Object.keys(properties))).toEqual([
      ['general', 'chats', 'meetups', 'pictures', 'agenda', 'mentions', 'quietFrom', 'quietTo'],
      ['subscription', 'language'],
    ]);
  });
});

test('admins read all announcements, the newest first, and others the active ones', async () => {
  const [{ id }] = [await put('announcements', announcementOf({ active: false, order: 99, title: 'Noch nicht' }))];
  const { body } = await world.call('orga', 'GET', '/api/announcement/admin');
  expect(body[0]).toMatchObject({ id, title: 'Noch nicht', active: false, notificationSent: false, eventId: home, version: 1 });
  expect(body.map(({ order }: { order: number }) => order)).toEqual(
    body.map(({ order }: { order: number }) => order).toSorted((a: number, b: number) => b - a),
  );
  const open = (await world.call('participant', 'GET', '/api/announcement')).body as { id: string }[];
  expect(open.map((row) => row.id)).not.toContain(id);
});
