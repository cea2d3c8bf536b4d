import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/endpoints/audit.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { contactLinks, home, people, type PersonName } from '../fixtures/camp.ts';
import { type CallOptions, openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const log = async (query = ''): Promise<AuditEntry[]> => (await world.call('admin', 'GET', `/api/admin/audit${query}`)).body.entries;
const kinds = async (query = '') => (await log(query)).map(({ kind }) => kind);
const order = (who: PersonName, position: number, headers: CallOptions['headers'] = {}) =>
  world.call(who, 'PUT', `/api/event/${home}/menu/bulk`, { body: { updates: [{ id: contactLinks.id, position }] }, headers });
const setMember = (who: PersonName, role: string) =>
  world.call('orga', 'PUT', `/api/event/${home}/participant/${people[who].id}/role`, { body: { role } });
const act = (who: PersonName, what: string, body: object = {}, method = 'POST') =>
  world.call('admin', method, `/api/admin/users/${people[who].id}/${what}`, { body });

describe('a command on an audited resource', () => {
  test('is recorded with actor, event and row', async () => {
    await order('orga', 3);
    expect(await log()).toEqual([
      {
        id: expect.any(Number) as number,
        at: '2026-11-21T12:00:00.000Z',
        kind: 'arrangements.changed',
        actor: { id: people.orga.id, name: 'orga' },
        person: null,
        event: { id: home, title: 'Camp 1' },
        subject: `arrangements:${home}-menu`,
        module: null,
        details: { list: 'menu', fields: ['places'] },
      },
    ]);
  });

  test('leaves no record when it is refused, outdated or invalid', async () => {
    expect((await order('participant', 3)).status).toBe(403);
    expect((await order('orga', 3, { 'if-match': '"7"' })).status).toBe(412);
    expect((await order('orga', 0)).status).toBe(400);
    expect(await log()).toEqual([]);
  });

  test('is recorded once when it is sent twice, and not at all when it changes nothing', async () => {
    const key = { 'idempotency-key': uuidv7() };
    expect((await order('orga', 3, key)).status).toBe(200);
    expect((await order('orga', 3, key)).status).toBe(200);
    expect((await order('orga', 3)).status).toBe(200);
    expect(await kinds()).toEqual(['arrangements.changed']);
  });

  test('is not recorded for other resources', async () => {
    await world.call('orga', 'POST', '/api/announcement', { body: { title: 'Feuer', content: '', event: home } });
    await world.call('author', 'POST', '/api/post', { body: { content: 'Hallo', event: home } });
    expect(await log()).toEqual([]);
  });
});

describe('an admin action on a person', () => {
  test('is recorded with the person it was done to, the latest first', async () => {
    await world.signIn('participant');
    await setMember('author', 'admin');
    await act('outsider', 'event-role', { eventId: home, role: 'participant' }, 'PUT');
    await act('participant', 'role', { role: 'admin' }, 'PUT');
    await act('participant', 'end-sessions');
    await act('participant', 'reset-link');
    await act('stranger', 'erase', { shared: 'delete', name: 'stranger' });
    expect((await log()).map(({ kind, actor, person, details }) => [kind, actor?.name, person?.name, details])).toEqual([
      ['people.erased', 'admin', undefined, { shared: 'delete' }],
      ['resetLinks.made', 'admin', 'participant', {}],
      ['sessions.ended', 'admin', 'participant', { count: 2 }],
      ['roles.changed', 'admin', 'participant', { to: 'admin' }],
      ['memberships.changed', 'admin', 'outsider', { from: null, to: 'participant' }],
      ['memberships.changed', 'orga', 'author', { from: 'participant', to: 'admin' }],
    ]);
  });

  test('leaves no record when it is refused or changes nothing', async () => {
    const refused = [
      await act('admin', 'role', { role: 'user' }, 'PUT'),
      await act('admin', 'end-sessions'),
      await act('author', 'erase', { shared: 'delete', name: 'somebody' }),
      await setMember('orga', 'participant'),
      await setMember('outsider', 'admin'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 422, 409, 404]);
    const idle = [await act('admin', 'role', { role: 'admin' }, 'PUT'), await setMember('author', 'participant')];
    expect(idle.map(({ status }) => status)).toEqual([200, 200]);
    await world.call('orga', 'PUT', `/api/admin/users/${people.orga.id}/role`, { body: { role: 'admin' } });
    expect(await log()).toEqual([]);
  });

  test('is recorded without tokens, addresses and texts of people', async () => {
    const { body } = await act('author', 'reset-link');
    await setMember('author', 'admin');
    await act('author', 'erase', { shared: 'anonymise', name: 'author' });
    const stored = JSON.stringify(await sqlOf(world.store.reading).selectFrom('audit_log').selectAll().execute());
    expect(stored).not.toContain(String(body.url).split('token=')[1]);
    expect(stored).not.toMatch(/author|@|token/);
  });
});

describe('the audit log', () => {
  beforeEach(async () => {
    await order('orga', 3);
    world.clock.time += 10 * 60_000;
    await setMember('author', 'admin');
    world.clock.time += 10 * 60_000;
    await act('author', 'role', { role: 'admin' }, 'PUT');
  });

  test('is filtered by kind, event, person and time', async () => {
    const [role, member, arranged] = ['roles.changed', 'memberships.changed', 'arrangements.changed'];
    expect(await kinds()).toEqual([role, member, arranged]);
    expect(await kinds('?kind=memberships')).toEqual([member]);
    expect(await kinds(`?event=${home}`)).toEqual([member, arranged]);
    expect(await kinds('?event=2')).toEqual([]);
    expect(await kinds(`?user=${people.orga.id}`)).toEqual([member, arranged]);
    expect(await kinds(`?user=${people.author.id}`)).toEqual([role, member]);
    expect(await kinds('?from=2026-11-21T12:10:00Z')).toEqual([role, member]);
    expect(await kinds('?from=2026-11-21T12:10:00Z&to=2026-11-21T12:20:00Z')).toEqual([member]);
  });

  test('is paged, with the events to filter by', async () => {
    const { body } = await world.call('admin', 'GET', '/api/admin/audit?limit=2&page=2');
    expect(body.entries).toHaveLength(1);
    expect(body.pagination).toEqual({ currentPage: 2, totalPages: 2, totalCount: 3 });
    expect(body.events).toEqual([
      { id: 1, title: 'Camp 1' },
      { id: 2, title: 'Camp 2' },
    ]);
  });

  test('keeps its records without the name after a person has left for good', async () => {
    await act('author', 'erase', { shared: 'delete', name: 'author' });
    expect((await log('?kind=roles'))[0]).toMatchObject({ kind: 'roles.changed', person: null });
    await act('orga', 'erase', { shared: 'delete', name: 'orga' });
    expect((await log('?kind=arrangements'))[0]).toMatchObject({ actor: null });
    const stored = await sqlOf(world.store.reading).selectFrom('audit_log').selectAll().execute();
    const ids: unknown[] = [people.author.id, people.orga.id];
    expect(stored.filter(({ actor_id, person_id }) => ids.includes(actor_id) || ids.includes(person_id))).toEqual([]);
  });

  test('is part of the data download of a person, as actor and as subject', async () => {
    const { body } = await world.call('author', 'GET', '/api/users/me/data');
    expect(body['audit_log']).toMatchObject([{ kind: 'memberships.changed' }, { kind: 'roles.changed' }]);
  });
});
