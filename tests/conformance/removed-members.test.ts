import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RemovedMember } from '#contract/endpoints/admin-users.ts';
import { contentResources } from '#server/store/repositories/content-of.ts';
import { readQuotaUse } from '#server/store/repositories/quota-use.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import {
  attendanceOf,
  counterOf,
  evidenceOf,
  feedbackOf,
  home,
  insertRows,
  meetupOf,
  people,
  type PersonName,
  photoOf,
  postOf,
  reactionOf,
  shareOf,
} from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const password = 'Seeufer-2026-Nacht';
const member = (who: PersonName) => `/api/event/${home}/participant/${people[who].id}`;
const join = (who: PersonName, eventCode = 'CAMP-OPEN') => world.call(who, 'POST', `/api/event/${home}/switch`, { body: { eventCode } });
const register = (email: string) => world.call(null, 'POST', '/api/users/register', { body: { email, password, eventcode: 'CAMP-OPEN' } });
const remove = (who: PersonName, body?: { newCodes: boolean; content: boolean }) =>
  body ? world.call('orga', 'POST', `${member(who)}/remove`, { body }) : world.call('orga', 'DELETE', member(who));
const removed = async () => (await world.call('orga', 'GET', `/api/event/${home}/removed`)).body.removed as RemovedMember[];
const outcomeOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const setAddress = (who: PersonName, email: string, verified: 0 | 1) =>
  sqlOf(world.store.reading).updateTable('users').set({ email, email_verified: verified }).where('id', '=', people[who].id).execute();

describe('a member removed by an event admin', () => {
  test.each(['by the call of the specification', 'in one step'])('does not join again by the shared code (%s)', async (way) => {
    expect((await remove('author', way === 'in one step' ? { newCodes: false, content: false } : undefined)).status).toBe(200);
    expect(outcomeOf(await join('author'))).toEqual([403, 'removed_from_event']);
    expect(outcomeOf(await join('author', ''))).toEqual([403, 'removed_from_event']);
    expect((await join('outsider')).status).toBe(200);
  });

  test('uses up no code and no guess by trying', async () => {
    await remove('author');
    for (let attempt = 0; attempt < 15; attempt += 1) expect(outcomeOf(await join('author'))).toEqual([403, 'removed_from_event']);
  });

  test('joins again after being let in by an event admin, or with a role from a global admin', async () => {
    await remove('author');
    const [removal] = await removed();
    expect(removal).toMatchObject({ userId: people.author.id });
    for (const _twice of [1, 2]) expect((await world.call('orga', 'DELETE', `/api/event/${home}/removed/${removal!.id}`)).status).toBe(200);
    expect(await removed()).toEqual([]);
    expect((await join('author')).status).toBe(200);
    await remove('author');
    const body = { eventId: home, role: 'participant' };
    expect((await world.call('admin', 'PUT', `/api/admin/users/${people.author.id}/event-role`, { body })).status).toBe(200);
    expect(await removed()).toEqual([]);
  });

  test('does not register again with the verified address, even after the account was erased', async () => {
    await setAddress('author', 'ben@camp.example', 1);
    await remove('author');
    expect(outcomeOf(await register('ben+again@camp.example'))).toEqual([403, 'removed_from_event']);
    // A registered address gets the same answer as always.
    expect((await register('ben@camp.example')).status).toBe(201);
    const erase = { shared: 'delete', name: 'ben@camp.example' };
    const person = await world.call('admin', 'GET', `/api/admin/users/${people.author.id}`);
    const name = (person.body as { name: string }).name || erase.name;
    expect((await world.call('admin', 'POST', `/api/admin/users/${people.author.id}/erase`, { body: { ...erase, name } })).status).toBe(
      200,
    );
    expect(outcomeOf(await register('Ben@camp.example'))).toEqual([403, 'removed_from_event']);
    expect(await removed()).toMatchObject([{ userId: null, name: '' }]);
    const kept = await sqlOf(world.store.reading).selectFrom('removed_members').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain('ben');
  });

  test('blocks nobody else by an address that was never verified', async () => {
    await setAddress('author', 'victim@camp.example', 0);
    await remove('author');
    await setAddress('author', 'other@camp.example', 0);
    expect((await register('victim@camp.example')).status).toBe(201);
  });

  test('does not include members who left by themselves', async () => {
    await world.call('author', 'POST', `/api/event/${home}/leave`, { body: { sure: true } });
    expect((await join('author')).status).toBe(200);
  });

  test('leaves new codes behind if the admin chooses so, in place of those visible to members', async () => {
    const codes = () =>
      sqlOf(world.store.reading)
        .selectFrom('event_codes')
        .select(['code', 'reusable'])
        .where('event_id', '=', home)
        .orderBy('id')
        .execute();
    const before = await codes();
    const { cursor } = await world.pull('participant');
    await remove('author', { newCodes: true, content: false });
    const after = await codes();
    for (const [index, { code, reusable }] of before.entries()) expect(after[index]!.code === code).toBe(reusable === 0);
    expect((await world.pull('participant', cursor)).changes.map(({ resource }) => resource)).toContain('codes');
    await sqlOf(world.store.reading).updateTable('events').set({ code_required: 1 }).where('id', '=', home).execute();
    expect(outcomeOf(await join('outsider'))).toEqual([401, 'switch_code_wrong']);
  });
});

describe('the removal of a person with all rows', () => {
  const all = async (who: PersonName) => {
    const post = postOf(who);
    await insertRows(world.store, world.clock, 'posts', [post, postOf('participant', { replyToId: post.id })]);
    await insertRows(world.store, world.clock, 'reactions', [reactionOf(who, post.id)]);
    await insertRows(world.store, world.clock, 'photos', [photoOf(who)]);
    const meetup = meetupOf(who);
    await insertRows(world.store, world.clock, 'meetups', [meetup]);
    await insertRows(world.store, world.clock, 'attendances', [attendanceOf(who, meetup.id)]);
    await insertRows(world.store, world.clock, 'shares', [shareOf(who)]);
    await insertRows(world.store, world.clock, 'feedback', [feedbackOf(who)]);
    await insertRows(world.store, world.clock, 'evidence', [evidenceOf(who)]);
    await insertRows(world.store, world.clock, 'userStatistics', [counterOf(who, 2)]);
  };

  test('deletes all rows of the person in this event, with replies, and none of others', async () => {
    expect(contentResources.toSorted()).toEqual([
      'attendances',
      'evidence',
      'feedback',
      'meetups',
      'photos',
      'posts',
      'reactions',
      'shares',
      'userStatistics',
    ]);
    await all('author');
    await insertRows(world.store, world.clock, 'posts', [postOf('participant')]);
    const { cursor } = await world.pull('participant');
    const counted = await world.call('orga', 'GET', `${member('author')}/content`);
    // The count of feedback would reveal who wrote it.
    expect([...Object.keys(counted.body.counts), 'feedback'].toSorted()).toEqual(contentResources.toSorted());
    for (const _twice of [1, 2]) expect((await world.call('orga', 'DELETE', `${member('author')}/content`)).status).toBe(200);
    expect((await world.call('orga', 'GET', `${member('author')}/content`)).body).toEqual({ counts: {}, total: 0 });
    const gone = (await world.pull('participant', cursor)).changes.filter(({ row }) => row === null).map(({ resource }) => resource);
    expect(gone.toSorted()).toEqual(expect.arrayContaining(['meetups', 'photos', 'posts', 'posts', 'shares', 'userStatistics']));
    const left = await sqlOf(world.store.reading).selectFrom('posts').select('author_id').where('event_id', '=', home).execute();
    expect(left.map(({ author_id }) => author_id)).not.toContain(people.author.id);
    const audit = await world.call('admin', 'GET', '/api/admin/audit?kind=content');
    expect(audit.body.entries).toMatchObject([
      { kind: 'content.removed', person: { id: people.author.id }, details: { counts: counted.body.counts } },
    ]);
  });

  test('works in portions, frees quotas, and decides open reports', async () => {
    const bodies = Array.from({ length: 450 }, () => ({ id: uuidv7(), event: home, content: 'Werbung' }));
    const calls = bodies.map((body) => ({ key: uuidv7(), lane: uuidv7(), method: 'POST', path: '/api/post', body }));
    await world.call('author', 'POST', '/api/batch', { body: { calls } });
    const seen = { authorId: people.author.id, title: '', text: 'Werbung', startDate: null, picture: null };
    const report = { event: home, resource: 'posts', rowId: bodies[0]!.id, reason: 'spam', seen };
    expect((await world.call('participant', 'POST', '/api/report', { body: report })).status).toBe(201);
    expect((await remove('author', { newCodes: false, content: true })).status).toBe(200);
    expect(await readQuotaUse(world.store.reading, [people.author.id])).toMatchObject([{ eventId: home, rows: 0, bytes: 0 }]);
    const reports = await sqlOf(world.store.reading).selectFrom('reports').select('state').execute();
    expect(new Set(reports.map(({ state }) => state))).toEqual(new Set(['removed']));
  });

  test('is refused for the admin themself', async () => {
    expect(outcomeOf(await world.call('orga', 'DELETE', `${member('orga')}/content`))).toEqual([409, 'not_oneself']);
    expect(outcomeOf(await remove('orga', { newCodes: true, content: true }))).toEqual([409, 'not_oneself']);
  });
});
