import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { callerOf, home, people, type PersonName } from '#tests/fixtures/camp.ts';
import { readCall } from '#server/http/commands/call-table.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { campTime, openCamp } from '#tests/fixtures/databases/open-camp.ts';
import { watchStatements } from '#tests/fixtures/databases/statements.ts';
import { uniqueEmail } from './unique-email.ts';
import { Writer } from '../writer.ts';

const clock = { time: 0, now: () => clock.time };
let store: Store;
/** Two processes on one database. */
let writers: Writer[];

beforeEach(async () => {
  clock.time = campTime;
  store = await openCamp();
  const log = { error: () => undefined };
  writers = [0, 1].map(() => new Writer({ store, clock, log, constraint: uniqueEmail(clock) }));
});
afterEach(async () => {
  for (const writer of writers) await writer.close();
  await store.close();
});

const wanting = (email: string, who: PersonName = 'author') =>
  readCall({ caller: callerOf(who), key: uuidv7(), lane: null, method: 'POST', path: '/api/users/me', body: { email } });

async function want(writer: number, email: string, who?: PersonName): Promise<string> {
  const [answer] = await writers[writer]!.submit([wanting(email, who)]);
  return answer instanceof Refusal ? answer.code : 'done';
}

const kept = () => sqlOf(store.reading).selectFrom('email_hits').selectAll().orderBy('at').execute();

test('hits on addresses of other people count in all processes, although each command was refused', async () => {
  for (let hit = 0; hit < 10; hit += 1) {
    clock.time += 1;
    expect(await want(hit % 2, 'orga@camp.example')).toBe('email_unusable');
  }
  expect([await want(0, 'free@camp.example'), await want(1, 'free@camp.example')]).toEqual(['email_unusable', 'email_unusable']);
  expect(await want(1, 'free@camp.example', 'participant')).toBe('done');
  clock.time += times.hour;
  expect(await want(1, 'own@camp.example')).toBe('done');
});

test('hits within one batch count one by one, and few are stored for each person', async () => {
  await writers[0]!.submit(Array.from({ length: 9 }, () => wanting('orga@camp.example')));
  expect(await kept()).toHaveLength(9);
  expect(await want(1, 'author2@camp.example')).toBe('done');
  const answers = await writers[1]!.submit(
    [...Array.from({ length: 20 }, () => 'orga@camp.example'), 'free@camp.example'].map((email) => wanting(email)),
  );
  expect(answers.map((answer) => (answer as Refusal).code)).toEqual(Array(21).fill('email_unusable'));
  expect(await kept()).toEqual(Array.from({ length: 10 }, () => ({ user_id: people.author.id, at: clock.time })));
});

test('commands without an address read no addresses', async () => {
  const { statements } = watchStatements();
  const body = { id: uuidv7(), event: home, content: 'Hallo' };
  await writers[0]!.submit([readCall({ caller: callerOf('author'), key: uuidv7(), lane: null, method: 'POST', path: '/api/post', body })]);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((sql) => /"email(_hits)?"/.test(sql))).toEqual([]);
});
