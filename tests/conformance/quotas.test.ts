import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import type { BatchAnswer } from '#contract/endpoints/core.ts';
import { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { times } from '#contract/times.ts';
import type { Action, Call } from '#server/services/commands/call.ts';
import { quotas } from '#server/services/commands/constraints/quotas.ts';
import { readQuotaUse, writeQuotaUse } from '#server/store/repositories/quota-use.ts';
import { dynamicScopes } from '#server/store/store.ts';
import { callerOf, home, people, type PersonName } from '../fixtures/camp.ts';
import { campTime, openCamp } from '../fixtures/databases/open-camp.ts';
import { watchStatements } from '../fixtures/databases/statements.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { argsOf, cases, sampleRow } from './samples.ts';

let world: World | null = null;
afterEach(() => world?.close());

const batch = (who: PersonName, calls: readonly { method: string; path: string; body?: object }[]) =>
  world!.call(who, 'POST', '/api/batch', { body: { calls: calls.map((call) => ({ key: uuidv7(), lane: uuidv7(), ...call })) } });
const post = (content = 'Hallo') => ({ method: 'POST', path: '/api/post', body: { id: uuidv7(), event: home, content } });
const codesOf = (answer: { body: unknown }) =>
  (answer.body as { answers: BatchAnswer[] }).answers.map(({ status, body }) => (body as { error?: string } | null)?.error ?? status);

test.each(cases.filter(({ mutation: { kind, ownOf } }) => kind === 'create' || ownOf !== undefined))(
  "$title counts towards the quotas of the row's creator",
  async ({ resource, mutation }) => {
    const store = await openCamp();
    const rowAfter = sampleRow(resource);
    const action: Action = { resource, mutation, id: rowAfter.id, args: argsOf(mutation), eventId: home };
    const call: Call = { caller: callerOf('author'), key: null, hash: '', lane: null, action };
    const own = 'userId' in rowAfter ? { userId: people.author.id } : {};
    const change = { resource: resource.name, rowBefore: null, rowAfter: { ...rowAfter, ...own } };
    const refusals = await store.write(dynamicScopes(), async (trx) => {
      const refusals: unknown[] = [];
      for (const quota of [
        { rowsPerHour: 1, rowsPerPerson: 0 },
        { rowsPerHour: 0, rowsPerPerson: 1 },
      ]) {
        const refusal = (await quotas({ now: () => campTime }, quota)(trx, [call], () => undefined))(call, [change]);
        refusals.push(refusal instanceof Refusal ? refusal.code : refusal);
      }
      return refusals;
    });
    await store.close();
    expect(refusals).toEqual(['event_quota', 'hourly_quota']);
  },
);

test('rows beyond the hourly quota are refused until the hour is over, and created once when repeated', async () => {
  world = await openWorld({ ROWS_PER_HOUR: '2', ACCESS_TOKEN_MINUTES: '120' });
  const calls = [post(), post(), post()].map((call) => ({ key: uuidv7(), lane: uuidv7(), ...call }));
  const send = () => world!.call('participant', 'POST', '/api/batch', { body: { calls } });
  const first = await send();
  expect(codesOf(first)).toEqual([201, 201, 'hourly_quota']);
  const { answers } = first.body as { answers: BatchAnswer[] };
  expect(answers[2]).toMatchObject({ status: 429, retryAfter: times.hour / 1_000 });
  expect(codesOf(await batch('author', [post()]))).toEqual([201]);
  world.clock.time += times.hour;
  expect(codesOf(await send())).toEqual([201, 201, 201]);
});

test('rows beyond the quota of an event are refused until anybody removes one', async () => {
  world = await openWorld({ ROWS_PER_PERSON: '2' });
  const kept = post();
  expect(codesOf(await batch('participant', [kept, post(), post()]))).toEqual([201, 201, 'event_quota']);
  expect(codesOf(await batch('orga', [{ method: 'DELETE', path: `/api/post/${kept.body.id}` }]))).toEqual([204]);
  expect(codesOf(await batch('participant', [post(), post()]))).toEqual([201, 'event_quota']);
});

test('bytes beyond the quota of an event are refused, and changes that free some are accepted', async () => {
  world = await openWorld();
  const long = post('x'.repeat(1_000));
  expect(codesOf(await batch('participant', [long]))).toEqual([201]);
  const [use] = await readQuotaUse(world.store.reading, [people.participant.id]);
  const full = { ...use!, bytes: limits.bytesPerPerson };
  await world.store.write(dynamicScopes(), (trx) => writeQuotaUse(trx, [full]));
  const removal = { method: 'DELETE', path: `/api/post/${long.body.id}` };
  expect(codesOf(await batch('participant', [post(), removal, post()]))).toEqual(['event_quota', 204, 201]);
});

test('bytes beyond the hourly quota are refused, however few the rows', async () => {
  world = await openWorld();
  const kept = post();
  expect(codesOf(await batch('participant', [kept]))).toEqual([201]);
  const [use] = await readQuotaUse(world.store.reading, [people.participant.id]);
  await world.store.write(dynamicScopes(), (trx) => writeQuotaUse(trx, [{ ...use!, hourBytes: limits.bytesPerHour }]));
  expect(codesOf(await batch('participant', [post(), { method: 'DELETE', path: `/api/post/${kept.body.id}` }]))).toEqual([
    'hourly_quota',
    204,
  ]);
});

test('an import of 2,000 schedule entries by an event admin is accepted', { timeout: 30_000 }, async () => {
  world = await openWorld();
  const entry = () => ({
    method: 'POST',
    path: `/api/event/${home}/schedule`,
    body: { ...argsOf(cases.find(({ title }) => title === 'schedule.create')!.mutation), id: uuidv7() },
  });
  for (let done = 0; done < 2_000; done += limits.batchCalls) {
    const codes = codesOf(await batch('orga', Array.from({ length: limits.batchCalls }, entry)));
    expect(codes.filter((code) => code !== 201)).toEqual([]);
  }
});

test('the quota of a batch costs two statements for each transaction', async () => {
  world = await openWorld();
  const { statements } = watchStatements();
  expect(
    codesOf(
      await batch(
        'participant',
        Array.from({ length: 200 }, () => post()),
      ),
    ).filter((code) => code !== 201),
  ).toEqual([]);
  expect(statements.filter((sql) => sql.includes('quota_use'))).toHaveLength(4);
});

const links = [{ name: 'Web', url: 'https://example.org/' }];

test.each([
  ['block of contact links', '/api/contactlinks', { title: 'Lager', links, position: 1 }, limits.contactBlocks, 'too_many_blocks'],
  ['question', '/api/faq', { question: 'Wann?', answer: 'Um acht.', position: 1 }, limits.faqEntries, 'too_many_questions'],
])('a %s beyond the limit of an event is refused until one is removed', async (_what, path, row, most, refusal) => {
  world = await openWorld();
  const create = () => ({ method: 'POST', path, body: { id: uuidv7(), event: home, ...row } });
  const first = create();
  const made = codesOf(await batch('orga', [first, ...Array.from({ length: most }, create)]));
  // The camp has one already.
  expect(made.slice(most - 2)).toEqual([201, refusal, refusal]);
  const removal = { method: 'DELETE', path: `${path}/${first.body.id}` };
  expect(codesOf(await batch('orga', [removal, create(), create()]))).toEqual([204, 201, refusal]);
});

test('an order keeps as many places as one command may bring, the latest of them', async () => {
  world = await openWorld();
  for (let call = 0; call < 3; call += 1) {
    const positions = Array.from({ length: limits.arranged }, (_, position) => ({ id: uuidv7(), position: position + 1 }));
    const answer = await world.call('orga', 'PATCH', '/api/contactlinks/positions', { body: { event: home, positions } });
    expect((answer.body as Arrangement).places).toEqual(positions);
  }
});
