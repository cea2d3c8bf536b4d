import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventCodeBudget } from '#server/services/membership/code-guesses.ts';
import { away, codeOf, home, insertRows, people, type PersonName, postOf } from '../fixtures/camp.ts';
import { type Answer, openWorld, type World } from '../fixtures/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  const codes = [codeOf({ eventId: away, code: 'AWAY-OPEN' }), codeOf({ eventId: away, code: 'AWAY-ONCE', reusable: false })];
  await insertRows(world.store, world.clock, 'codes', codes);
});
afterEach(() => world.close());

const switchTo = (who: PersonName, eventId: number, eventCode?: string | null) =>
  world.call(who, 'POST', `/api/event/${eventId}/switch`, { body: eventCode === undefined ? {} : { eventCode } });
const byCode = (code: string, who: PersonName | null = null) => world.call(who, 'GET', `/api/event/by-code/${encodeURIComponent(code)}`);
const outcomeOf = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.error}`);

const me = async (who: PersonName) => (await world.call(who, 'GET', '/api/users/me')).body;
const codeNamed = (code: string) =>
  sqlOf(world.store.reading).selectFrom('event_codes').select(['used', 'used_by']).where('code', '=', code).executeTakeFirstOrThrow();
const allRows = async () => ({
  users: await sqlOf(world.store.reading).selectFrom('users').selectAll().execute(),
  memberships: await sqlOf(world.store.reading).selectFrom('memberships').selectAll().execute(),
  codes: await sqlOf(world.store.reading).selectFrom('event_codes').selectAll().execute(),
  log: await sqlOf(world.store.reading).selectFrom('change_log').selectAll().execute(),
});
const change = (eventId: number, values: { visible?: 0 | 1; code_required?: 0 | 1; end_date?: string }) =>
  sqlOf(world.store.reading).updateTable('events').set(values).where('id', '=', eventId).execute();
const yesterday = '2026-11-20T12:00:00.000Z';

describe('a code', () => {
  test('shows its event to everybody, trimmed, without fields for members', async () => {
    const answer = await byCode(' AWAY-OPEN ');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        eventId: away,
        code: 'AWAY-OPEN',
        title: `Camp ${away}`,
        description: 'Fünf Tage am See',
        startDate: '2026-11-20T08:00:00.000Z',
        endDate: '2026-11-24T13:00:00.000Z',
        timeZone: 'Europe/Berlin',
        dateLocale: 'de-DE',
        keptDays: null,
        deletesAt: null,
        // The event is hidden: the picture opens with its key.
        picture: `/images/events/${away}/event-header.png?key=key-${away}`,
      },
    ]);
    expect(answer.headers['vary']).toContain('Authorization');
  });

  test('has a reason when it opens nothing, and shows members their event', async () => {
    await switchTo('participant', away, 'AWAY-ONCE');
    expect(outcomeOf(await byCode('AWAY-SHUT'))).toBe('404 code_unknown');
    // The path then names an event called `by-code`, which nobody can read.
    expect(outcomeOf(await byCode(''))).toBe('405 method_not_allowed');
    expect(outcomeOf(await byCode('AWAY-ONCE'))).toBe('410 code_spent');
    expect(outcomeOf(await byCode('AWAY-ONCE', 'author'))).toBe('410 code_spent');
    expect((await byCode('AWAY-ONCE', 'participant')).body).toMatchObject({ eventId: away });
    await change(away, { end_date: yesterday });
    expect(outcomeOf(await byCode('AWAY-OPEN'))).toBe('410 event_over');
    expect((await byCode('AWAY-OPEN', 'stranger')).body).toMatchObject({ eventId: away });
  });

  test('shows the event that is not over when two events have the same code', async () => {
    await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code: 'CAMP-OPEN' })]);
    await change(home, { end_date: yesterday });
    expect((await byCode('CAMP-OPEN')).body).toMatchObject({ eventId: away });
  });
});

describe('a person who is no member', () => {
  test('joins with a code, spaces around it, and is active there as a participant', async () => {
    expect((await switchTo('participant', away, ' AWAY-OPEN ')).body).toEqual({ success: true });
    expect(await me('participant')).toMatchObject({ eventRole: 'participant', activeEvent: { id: away } });
    expect((await world.call('participant', 'GET', `/api/event/${home}/schedule`)).status).toBe(200);
  });

  test('joins a visible event without a code, and uses none up', async () => {
    expect(outcomeOf(await switchTo('stranger', home, 'CAMP-ONCE'))).toBe('200');
    expect(await me('stranger')).toMatchObject({ activeEvent: { id: home } });
    expect(await codeNamed('CAMP-ONCE')).toEqual({ used: 0, used_by: null });
  });

  test.each([undefined, null, '', '  '])('must give a code if the event needs one: %j', async (given) => {
    await change(away, { visible: 1 });
    expect(outcomeOf(await switchTo('participant', away, given))).toBe('401 switch_code_missing');
  });

  test.each(['AWAY-SHUT', 'CAMP-OPEN', 'away-open'])('receives an error for %s, which is no code of this event', async (code) => {
    await change(away, { visible: 1 });
    const before = await allRows();
    expect(outcomeOf(await switchTo('participant', away, code))).toBe('401 switch_code_wrong');
    expect(await allRows()).toEqual(before);
  });

  test.each([undefined, 'AWAY-SHUT'])('receives no sign of a hidden event (%j)', async (code) => {
    expect(outcomeOf(await switchTo('participant', away, code))).toBe('404 not_found');
    expect(outcomeOf(await switchTo('participant', 4711, code))).toBe('404 not_found');
  });

  test.each([0, 1] as const)('does not join an event that is over (visible: %i)', async (visible) => {
    await change(away, { visible, end_date: yesterday });
    expect(outcomeOf(await switchTo('participant', away, 'AWAY-OPEN'))).toBe('410 event_over');
    expect(outcomeOf(await switchTo('participant', away))).toBe(visible === 1 ? '410 event_over' : '404 not_found');
    expect(await me('participant')).toMatchObject({ activeEvent: { id: home } });
  });

  test('uses up a code for one person, and no other code', async () => {
    await switchTo('participant', away, 'AWAY-ONCE');
    await switchTo('author', away, 'AWAY-OPEN');
    expect(await codeNamed('AWAY-ONCE')).toEqual({ used: 1, used_by: people.participant.id });
    expect(await codeNamed('AWAY-OPEN')).toEqual({ used: 0, used_by: null });
    expect(outcomeOf(await switchTo('outsider', away, 'AWAY-ONCE'))).toBe('401 switch_code_spent');
    expect(outcomeOf(await switchTo('outsider', away, 'AWAY-OPEN'))).toBe('200');
  });

  test('is the only one to join when several use one code at the same moment', async () => {
    const racers = ['participant', 'author', 'orga', 'outsider'] as const;
    const answers = await Promise.all(racers.map((who) => switchTo(who, away, 'AWAY-ONCE')));
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200', ...Array<string>(3).fill('401 switch_code_spent')]);
    const members = await sqlOf(world.store.reading).selectFrom('memberships').select('user_id').where('event_id', '=', away).execute();
    expect(members).toHaveLength(3);
  });

  test('joins once when the request is repeated at the same moment or after a lost answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => switchTo('participant', away, 'AWAY-ONCE')));
    expect(answers.map(outcomeOf)).toEqual(['200', '200', '200']);
    const after = await allRows();
    expect(outcomeOf(await switchTo('participant', away, 'AWAY-ONCE'))).toBe('200');
    expect(await allRows()).toEqual(after);
  });

  test('needs no code as a global admin, and is a member from then on', async () => {
    expect(outcomeOf(await switchTo('admin', away))).toBe('200');
    const { changes } = await world.pull('admin');
    expect(changes.filter(({ resource }) => resource === 'events').map(({ id }) => id)).toContain(away);
    expect(changes).toContainEqual(expect.objectContaining({ resource: 'participants', id: `${away}-${people.admin.id}` }));
  });
});

describe('a member', () => {
  beforeEach(() => switchTo('participant', away, 'AWAY-OPEN'));

  test('switches without a code, back and forth, also to an event that is over', async () => {
    await change(home, { code_required: 1, visible: 0, end_date: yesterday });
    expect(outcomeOf(await switchTo('participant', home))).toBe('200');
    expect(await me('participant')).toMatchObject({ activeEvent: { id: home } });
    expect(outcomeOf(await switchTo('participant', away))).toBe('200');
  });

  test.each(['AWAY-ONCE', 'AWAY-SHUT'])('does not use up %s when presenting it, and it is not checked', async (code) => {
    await switchTo('participant', home);
    expect(outcomeOf(await switchTo('participant', away, code))).toBe('200');
    expect(await codeNamed('AWAY-ONCE')).toEqual({ used: 0, used_by: null });
  });

  test('changes nothing by joining again', async () => {
    const before = await allRows();
    expect(outcomeOf(await switchTo('participant', away, 'AWAY-ONCE'))).toBe('200');
    expect(await allRows()).toEqual(before);
  });

  test('writes into the event that a command names, whichever is active', async () => {
    const { status, body } = await world.call('participant', 'POST', '/api/post', { body: { content: 'from before', event: home } });
    expect([status, body.eventId]).toEqual([201, home]);
  });

  test('may switch without a body', async () => {
    const { status } = await world.call('participant', 'POST', `/api/event/${home}/switch`);
    expect(status).toBe(200);
  });
});

describe('the feed', () => {
  test('begins anew for a person who switched, with the other event and without the first', async () => {
    const { cursor } = await world.pull('participant');
    const inAway = postOf('stranger', { eventId: away });
    await insertRows(world.store, world.clock, 'posts', [inAway]);
    await switchTo('participant', away, 'AWAY-OPEN');
    const { reset, changes } = await world.pull('participant', cursor);
    expect(reset).toBe(true);
    expect(changes.find(({ resource }) => resource === 'me')?.row).toMatchObject({
      activeEventId: away,
      memberships: [
        { eventId: home, role: 'participant' },
        { eventId: away, role: 'participant' },
      ],
    });
    const posts = changes.filter(({ resource }) => resource === 'posts').map(({ row }) => row?.['eventId']);
    expect([posts.length > 0, new Set(posts)]).toEqual([true, new Set([away])]);
  });

  test('has the newcomer for the members, and the used code for the admins', async () => {
    const [stranger, orga] = [await world.pull('stranger'), await world.pull('otherOrga')];
    await switchTo('participant', away, 'AWAY-ONCE');
    const newcomer = expect.objectContaining({ resource: 'participants', id: `${away}-${people.participant.id}` });
    expect((await world.pull('stranger', stranger.cursor)).changes).toEqual([newcomer]);
    const spent = expect.objectContaining({ row: expect.objectContaining({ used: true, usedBy: people.participant.id }) });
    expect((await world.pull('otherOrga', orga.cursor)).changes).toEqual(expect.arrayContaining([newcomer, spent]));
  });

  test('pokes the other devices of the person', async () => {
    const poked: string[] = [];
    const scope = `user:${people.participant.id}` as const;
    const isPoked = new Promise<void>((resolve) => {
      world.app.deps.hub.add({
        sessionId: 'another device',
        scopes: [scope],
        poke: () => (poked.push('poke'), resolve(), true),
        beat: () => true,
        recheck: () => void poked.push('recheck'),
        close: () => undefined,
      });
    });
    await switchTo('participant', away, 'AWAY-OPEN');
    await isPoked;
    expect(poked).toEqual(['recheck', 'poke']);
  });
});

describe('guesses at codes', () => {
  test('are limited per person, and neither a good code nor a member counts as a guess', async () => {
    for (let index = 0; index < eventCodeBudget.pair; index += 1) await switchTo('participant', away, `GUESS-${index}`);
    expect(outcomeOf(await switchTo('participant', away, 'AWAY-OPEN'))).toBe('429 too_many_requests');
    expect(outcomeOf(await switchTo('participant', home))).toBe('200');
    for (let index = 0; index < eventCodeBudget.pair + 1; index += 1) {
      expect(outcomeOf(await switchTo('author', away, 'AWAY-OPEN'))).toBe('200');
      expect(outcomeOf(await switchTo('author', home))).toBe('200');
    }
  });

  const guessAll = async () => {
    for (let index = 0; index < eventCodeBudget.address; index += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, of) => byCode(`GUESS-${index + of}`)));
    }
  };

  test('from one phone block nobody in the same network from a good code or one in use there', async () => {
    const code = 'ACEF-HJKM-NPRT';
    await insertRows(world.store, world.clock, 'codes', [codeOf({ eventId: away, code })]);
    expect(outcomeOf(await byCode('CAMP-OPEN'))).toBe('200');
    await guessAll();
    expect(outcomeOf(await byCode('GUESS-301'))).toBe('429 too_many_requests');
    expect(outcomeOf(await byCode(code))).toBe('200');
    expect(outcomeOf(await switchTo('participant', away, code))).toBe('200');
    const register = (eventcode: string) =>
      world.call(null, 'POST', '/api/users/register', {
        body: { email: `${eventcode}@camp.example`, password: 'Seeufer-2026', eventcode },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
    expect([(await register(code)).status, (await register('CAMP-OPEN')).status]).toEqual([201, 201]);
  });

  test('by looking up events share the budget of registering and joining', async () => {
    await guessAll();
    const limited = await byCode('AWAY-OPEN');
    expect([outcomeOf(limited), Number(limited.headers['retry-after']) > 0]).toEqual(['429 too_many_requests', true]);
    expect(outcomeOf(await switchTo('participant', away, 'AWAY-OPEN'))).toBe('429 too_many_requests');
    const newcomer = { email: 'new@camp.example', password: 'Seeufer-2026', eventcode: 'CAMP-OPEN' };
    const registering = await world.call(null, 'POST', '/api/users/register', {
      body: newcomer,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(outcomeOf(registering)).toBe('429 too_many_requests');
  });

  test('are not counted for many people with a good code in one network', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => byCode('AWAY-OPEN')));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['200']));
  });
});

test('a wrong code leaves the session and its cookies unchanged', async () => {
  await change(away, { visible: 1 });
  const answer = await switchTo('participant', away, 'AWAY-SHUT');
  expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  expect((await world.call('participant', 'GET', '/api/users/me')).status).toBe(200);
});
