import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Code } from '#contract/resources/codes.ts';
import { eventCodeBudget } from '#server/services/membership/code-guesses.ts';
import { codeOf, home, insertRows } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { Browser, errorOf, tokenOf } from './auth-fixture.ts';
import { sqlOf } from '#server/store/core/handles.ts';

const password = 'Seeufer-2026';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

let visitors = 0;
/** Returns a browser with the given address, or one of its own. */
const visitor = (address = `198.51.100.${(visitors += 1)}`) => new Browser(world.app, address);

const register = (browser: Browser, own: object = {}) =>
  browser.send('POST', '/api/users/register', { payload: { email: 'new@camp.example', password, eventcode: 'CAMP-OPEN', ...own } });

const accounts = () => sqlOf(world.store.reading).selectFrom('users').select(['id', 'email']).where('email', 'like', 'new%').execute();

describe('a person with a code', () => {
  test('gets an account in its event, and signs in with it', async () => {
    const browser = visitor();
    const answer = await register(browser, { email: '  New@Camp.example ', eventcode: ' CAMP-OPEN ' });
    expect([answer.statusCode, answer.json()]).toEqual([201, { success: true }]);
    const token = tokenOf(await browser.login('new@camp.example', password));
    expect((await browser.me(token)).json()).toMatchObject({
      email: 'new@camp.example',
      name: '',
      role: 'user',
      eventRole: 'participant',
      activeEvent: { id: home },
    });
  });

  test('gets the given name, without blanks around it and invisible characters', async () => {
    const browser = visitor();
    expect((await register(browser, { name: ' B\u202een\u200b ' })).statusCode).toBe(201);
    const token = tokenOf(await browser.login('new@camp.example', password));
    expect((await browser.me(token)).json()).toMatchObject({ name: 'Ben' });
  });

  test('reaches the other members by the feed at once', async () => {
    const { cursor } = await world.pull('participant');
    await register(visitor());
    const [account] = await accounts();
    const { changes } = await world.pull('participant', cursor);
    expect(changes).toMatchObject([{ resource: 'participants', id: `${home}-${account!.id}`, row: { name: '', image: null } }]);
  });

  test('opens the event once, or always if the code is reusable', async () => {
    const once = { eventcode: 'CAMP-ONCE' };
    const { cursor } = await world.pull('orga');
    expect((await register(visitor(), once)).statusCode).toBe(201);
    expect(errorOf(await register(visitor(), { ...once, email: 'new2@camp.example' }))).toBe('410 code_spent');
    const [account] = await accounts();
    expect((await world.pull('orga', cursor)).changes).toContainEqual(
      expect.objectContaining({ resource: 'codes', row: expect.objectContaining({ code: 'CAMP-ONCE', used: true, usedBy: account!.id }) }),
    );
    for (const email of ['new3@camp.example', 'new4@camp.example']) expect((await register(visitor(), { email })).statusCode).toBe(201);
  });

  test('is the only one of ten to use a single code at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(visitor(), { email: `new${index}@camp.example`, eventcode: 'CAMP-ONCE' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(9);
    expect(await accounts()).toHaveLength(1);
  });

  test('may repeat the request after a lost answer', async () => {
    const once = { eventcode: 'CAMP-ONCE' };
    await register(visitor(), once);
    expect((await register(visitor(), once)).statusCode).toBe(201);
    expect(errorOf(await register(visitor(), { ...once, password: 'Bergsee-2026' }))).toBe('410 code_spent');
    expect(await accounts()).toHaveLength(1);
  });
});

describe('a registration', () => {
  test('is refused for an unknown code, and for the code of an event that is over', async () => {
    expect(errorOf(await register(visitor(), { eventcode: 'CAMP-SHUT' }))).toBe('404 code_unknown');
    world.clock.time = Date.UTC(2026, 10, 24, 13);
    expect(errorOf(await register(visitor()))).toBe('410 event_over');
    expect(await accounts()).toEqual([]);
  });

  test('uses the event that is not over when two events have the same code', async () => {
    await sqlOf(world.store.reading)
      .updateTable('events')
      .set({ start_date: '2026-10-30T00:00:00.000Z', end_date: '2026-11-01T00:00:00.000Z' })
      .where('id', '=', home)
      .execute();
    await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: 2 })]);
    expect((await register(visitor())).statusCode).toBe(201);
    const [account] = await accounts();
    const { event_id } = await sqlOf(world.store.reading)
      .selectFrom('memberships')
      .select('event_id')
      .where('user_id', '=', account!.id)
      .executeTakeFirstOrThrow();
    expect(event_id).toBe(2);
  });

  test.each([
    ['Short-1', 'weak_password'],
    ['seeufer-2026', 'weak_password'],
    ['SEEUFER-2026', 'weak_password'],
    ['Seeufer-Abend', 'weak_password'],
    ['Password1', 'common_password'],
    ['Qwerty123', 'common_password'],
    ['Sommer2026', 'common_password'],
  ])('is refused with the password %s: %s', async (weak, code) => {
    expect(errorOf(await register(visitor(), { password: weak }))).toBe(`400 ${code}`);
    expect(await accounts()).toEqual([]);
  });

  test('is refused with the name of the address as the password', async () => {
    const own = { email: 'zwetschge@camp.example', password: 'Zwetschge-2026' };
    expect(errorOf(await register(visitor(), own))).toBe('400 common_password');
    expect(errorOf(await visitor().login(own.email, own.password))).toBe('401 wrong_credentials');
  });

  test('is refused with the title of the event as the password, and so is a later change', async () => {
    await sqlOf(world.store.reading).updateTable('events').set({ title: 'Kranichsee' }).where('id', '=', home).execute();
    const browser = visitor();
    expect(errorOf(await register(browser, { password: 'Kranichsee-1' }))).toBe('400 common_password');
    expect((await register(browser)).statusCode).toBe(201);
    const authorization = `Bearer ${tokenOf(await browser.login('new@camp.example', password))}`;
    const payload = { oldPassword: password, newPassword: 'Kranichsee-1' };
    expect(errorOf(await browser.send('POST', '/api/users/me/password', { payload, headers: { authorization } }))).toBe(
      '400 common_password',
    );
  });

  test.each(['', 'new', 'new@', '@camp.example', 'a b@camp.example', 'new@camp.example\0', `${'x'.repeat(250)}@camp.example`])(
    'is refused with the address %j',
    async (email) => expect(errorOf(await register(visitor(), { email }))).toBe('400 invalid'),
  );

  test('is refused when another site sends it', async () => {
    const payload = { email: 'new@camp.example', password, eventcode: 'CAMP-OPEN' };
    const answer = await visitor().send('POST', '/api/users/register', { payload, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(errorOf(answer)).toBe('403 forged_request');
  });
});

describe('a registered address', () => {
  test('gets the same answer as a new one, and neither account nor code changes', async () => {
    await register(visitor());
    const users = () => sqlOf(world.store.reading).selectFrom('users').selectAll().orderBy('id').execute();
    const before = await users();
    const codes = await sqlOf(world.store.reading).selectFrom('event_codes').selectAll().execute();
    const [free, taken] = [
      await register(visitor(), { email: 'new2@camp.example' }),
      await register(visitor(), { password: 'Bergsee-2026', eventcode: 'CAMP-ONCE' }),
    ];
    expect([taken.statusCode, taken.body, Object.keys(taken.headers)]).toEqual([free.statusCode, free.body, Object.keys(free.headers)]);
    expect((await users()).slice(0, before.length)).toEqual(before);
    expect(await sqlOf(world.store.reading).selectFrom('event_codes').selectAll().execute()).toEqual(codes);
    expect(errorOf(await visitor().login('new@camp.example', 'Bergsee-2026'))).toBe('401 wrong_credentials');
  });
});

describe('a new account', () => {
  beforeEach(async () => {
    await world.close();
    world = await openWorld({ ACCOUNTS_PER_HOUR: '4' });
  });
  const newcomers = (count: number, at: (n: number) => Browser, from = 0) =>
    Promise.all(Array.from({ length: count }, (_, n) => register(at(n), { email: `many${from + n}@camp.example` })));
  const made = (answers: readonly Awaited<ReturnType<typeof register>>[]) => answers.filter(({ statusCode }) => statusCode === 201).length;

  test('counts against the hourly limit of its network, and of no other', async () => {
    expect(made(await newcomers(6, () => visitor('203.0.113.7')))).toBe(4);
    const late = await register(visitor('203.0.113.7'));
    expect([errorOf(late), late.headers['retry-after']]).toEqual(['429 too_many_requests', '900']);
    expect((await register(visitor('203.0.113.8'))).statusCode).toBe(201);
    world.clock.time += 900_000;
    expect((await register(visitor('203.0.113.7'), { email: 'late@camp.example' })).statusCode).toBe(201);
  });

  test('counts the same if its address is registered already, so that nobody can search for addresses', async () => {
    const browser = visitor();
    for (let index = 0; index < 4; index += 1) expect((await register(browser, { email: 'orga@camp.example' })).statusCode).toBe(201);
    expect(errorOf(await register(browser, { email: 'orga@camp.example' }))).toBe('429 too_many_requests');
  });

  test('counts a /48 as one address', async () => {
    expect(made(await newcomers(6, (n) => visitor(`2001:db8:7:${n}::1`)))).toBe(4);
  });

  test('counts against the limit of its code, from all networks together', async () => {
    for (let from = 0; from < 20; from += 4) expect(made(await newcomers(4, () => visitor(`203.0.113.${from}`), from))).toBe(4);
    expect(errorOf(await register(visitor('198.51.100.1')))).toBe('429 too_many_requests');
    expect((await register(visitor('198.51.100.1'), { eventcode: 'CAMP-ONCE' })).statusCode).toBe(201);
  });

  test('is recorded on its code once an hour when a limit refuses it', async () => {
    const { cursor } = await world.pull('orga');
    const noted = async () => {
      const { changes } = await world.pull('orga', cursor);
      return changes
        .filter(({ resource }) => resource === 'codes')
        .map(({ row, version }) => [version, (row as Code).code, (row as Code).turnedAway]);
    };
    for (let from = 0; from < 20; from += 4) await newcomers(4, () => visitor(`203.0.113.${from}`), from);
    expect(await noted()).toEqual([]);
    const at = world.clock.now();
    for (let time = 0; time < 3; time += 1) expect(errorOf(await register(visitor()))).toBe('429 too_many_requests');
    expect(await noted()).toEqual([[2, 'CAMP-OPEN', { at, limit: 'code' }]]);
    // The code refuses again a few minutes later, without another record.
    world.clock.time += 200_000;
    await newcomers(3, () => visitor(), 40);
    expect(await noted()).toEqual([[2, 'CAMP-OPEN', { at, limit: 'code' }]]);
    world.clock.time += 200_000;
    expect(errorOf(await register(visitor('203.0.113.0')))).toBe('429 too_many_requests');
    expect(await noted()).toEqual([[3, 'CAMP-OPEN', { at: world.clock.now(), limit: 'network' }]]);
    const [listed] = (await world.call('orga', 'GET', `/api/event/${home}/code`)).body as object[];
    expect(Object.keys(listed!).toSorted()).toEqual(['code', 'eventId', 'id', 'reusable', 'used', 'user', 'version']);
  });

  test('counts a mail of its mailbox, ignoring a plus suffix, and is created also without a mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => register(visitor(`203.0.113.${n}`), { email: `Victim+${n}@camp.example` })),
    );
    expect(made(answers)).toBe(9);
    expect(await sqlOf(world.store.reading).selectFrom('mails').selectAll().execute()).toHaveLength(6);
  });
});

describe('guesses at codes', () => {
  test('are limited by address, and only misses count', { timeout: 60_000 }, async () => {
    const guesser = visitor();
    const guess = (index: number) => register(guesser, { email: `new${index}@camp.example`, eventcode: `GUESS-${index}` });
    for (let index = 0; index < eventCodeBudget.address; index += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, of) => guess(index + of)));
    }
    expect(errorOf(await register(guesser))).toBe('429 too_many_requests');
    expect((await register(visitor())).statusCode).toBe(201);
  });

  test('are not counted for many people with a good code in one network', { timeout: 60_000 }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => register(visitor('203.0.113.7'), { email: `new${index}@camp.example` })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect((await register(visitor('203.0.113.7'), { email: 'new99@camp.example' })).statusCode).toBe(201);
  });
});
