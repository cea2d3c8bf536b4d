import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedChange } from '#contract/endpoints/core.ts';
import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { away, home, insertRows, meetupOf, ownReportOf, people, type PersonName, postOf, shareOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { emptyContent, reporting } from './reporting.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const { report, storedReport } = reporting(() => world);

describe('a report', () => {
  test.each([
    ['posts', () => postOf('author', { content: 'Du Esel' }), { title: '', text: 'Du Esel' }],
    ['meetups', () => meetupOf('author'), { title: 'Nachtschwimmen', startDate: '2026-11-21T20:00:00.000Z' }],
    ['shares', () => shareOf('author'), { title: 'Bern', text: 'Nach dem Frühstück' }],
  ] as const)('on %s stores the row of the server, whatever the reporter sends', async (resource, make, snapshot) => {
    const row = make();
    await insertRows(world.store, world.clock, resource, [row]);
    const { status, body } = await report('participant', resource, row, { text: 'Das geht nicht.' });
    expect(status).toBe(201);
    expect(await storedReport(body.id)).toMatchObject({
      snapshot,
      source: 'stored',
      subjectId: people.author.id,
      text: 'Das geht nicht.',
      state: 'open',
    });
  });

  test('on an already deleted row stores the text of the reporter, marked as such', async () => {
    const row = postOf('author');
    await insertRows(world.store, world.clock, 'posts', [row]);
    expect((await world.call('author', 'DELETE', `/api/post/${row.id}`)).status).toBe(204);
    const late = (await report('participant', 'posts', row)).body;
    expect(await storedReport(late.id)).toMatchObject({
      snapshot: { text: 'as it was shown' },
      source: 'seen',
      subjectId: people.author.id,
    });
  });

  test('is unverified if the event never had the row', async () => {
    const made = (await report('participant', 'posts', postOf('author'))).body;
    expect(await storedReport(made.id)).toMatchObject({ snapshot: { text: 'as it was shown' }, source: 'unverified' });
    const elsewhere = postOf('stranger', { eventId: away, content: 'Of the others' });
    await insertRows(world.store, world.clock, 'posts', [elsewhere]);
    const { body } = await report('participant', 'posts', elsewhere);
    expect(await storedReport(body.id)).toMatchObject({ snapshot: { text: 'as it was shown' }, source: 'unverified' });
  });

  test('stores the row of the server also in one batch with the deletion', async () => {
    const row = postOf('author', { content: 'Du Esel' });
    await insertRows(world.store, world.clock, 'posts', [row]);
    const seen = { ...emptyContent, authorId: row.authorId, text: 'as it was shown' };
    const body = { resource: 'posts', rowId: row.id, reason: 'insult', seen, event: home };
    const calls = [
      { key: uuidv7(), lane: 'a', method: 'DELETE', path: `/api/post/${row.id}` },
      { key: uuidv7(), lane: 'b', method: 'POST', path: '/api/report', body },
    ];
    const { answers } = (await world.call('orga', 'POST', '/api/batch', { body: { calls } })).body;
    expect(answers).toMatchObject([{ status: 204 }, { status: 201 }]);
    expect(await storedReport(answers[1].body.id)).toMatchObject({ snapshot: { text: 'Du Esel' }, source: 'stored' });
  });

  test('reaches the reporter and the admins, who do not see the reporter, and nobody else', async () => {
    const row = postOf('orga');
    await insertRows(world.store, world.clock, 'posts', [row]);
    const readers = ['author', 'stranger', 'participant', 'orga', 'admin'] as const;
    const before = new Map<PersonName, string>();
    for (const who of readers) before.set(who, (await world.pull(who)).cursor);
    const { body } = await report('participant', 'posts', row, { text: 'words' });
    const pulled = new Map<PersonName, readonly FeedChange[]>();
    const after = new Map<PersonName, string>();
    for (const who of readers) {
      const { cursor, changes } = await world.pull(who, before.get(who));
      pulled.set(who, changes);
      after.set(who, cursor);
    }
    for (const who of ['author', 'stranger'] as const) expect([after.get(who), pulled.get(who)]).toEqual([before.get(who), []]);
    expect(pulled.get('participant')).toMatchObject([{ resource: 'ownReports', id: body.id, row: { authorId: people.participant.id } }]);
    for (const who of ['orga', 'admin'] as const) {
      const [change, ...more] = pulled.get(who)!;
      expect([change!.resource, more]).toEqual(['reports', []]);
      expect(Object.keys(change!.row!)).not.toContain('authorId');
    }
    // The report took no sequence number of other readers: the next post has the one that follows.
    const post = await world.call('author', 'POST', '/api/post', { body: { content: 'x', event: home } });
    const other = await openWorld();
    await insertRows(other.store, other.clock, 'posts', [row]);
    const same = await other.call('author', 'POST', '/api/post', { body: { content: 'x', event: home } });
    await other.close();
    expect(post.body.order).toBe(same.body.order);
  });

  test.each([
    ['of oneself', { seen: { ...emptyContent, authorId: people.participant.id } }, 'seen.authorId'],
    ['for another reason without a text', { reason: 'other', text: ' ' }, 'text'],
    [
      'with the picture of somebody’s profile',
      { seen: { ...emptyContent, authorId: 3, picture: `/images/people/${'a'.repeat(22)}-1x1.webp` } },
      'seen.picture',
    ],
    ['for no reason', { reason: 'because' }, 'reason'],
    ['of something else', { resource: 'schedule' }, 'resource'],
  ])('is refused if it is %s', async (_what, own, path) => {
    const { status, body } = await report('participant', 'posts', postOf('author'), own);
    expect([status, body.error, body.issues?.[0].path]).toEqual([400, 'invalid', path]);
  });

  test('is limited per person and day', async () => {
    const some = (count: number, at: number) =>
      Array.from({ length: count }, () => ownReportOf('participant', 'author', { createdAt: new Date(at).toISOString() }));
    const now = world.clock.now();
    const before = [...some(limits.reportsPerDay, now - times.day), ...some(limits.reportsPerDay - 1, now - times.day + 1)];
    await insertRows(world.store, world.clock, 'ownReports', before);
    const answers = await Promise.all([1, 2, 3].map(() => report('participant', 'posts', postOf('author'))));
    const shown = answers.map(({ status, body }) => `${status} ${body.error}`);
    expect(shown.toSorted()).toEqual(['201 undefined', '422 too_many_reports', '422 too_many_reports']);
    expect((await report('author', 'posts', postOf('orga'))).status).toBe(201);
  });

  test.each([
    ['a fifth as many when mails verify addresses', { DEMO: '1' }, 422],
    ['as many as others when no mails are sent', {}, 201],
  ])('from an unconfirmed address is one of %s', async (_what, settings, status) => {
    await world.close();
    world = await openWorld(settings);
    const confirm = (email_verified: 0 | 1) =>
      world.store.write([accountLock(people.participant.id)], (trx) =>
        sqlOf(trx).updateTable('users').set({ email_verified }).where('id', '=', people.participant.id).execute(),
      );
    await confirm(0);
    const createdAt = new Date(world.clock.now()).toISOString();
    const before = Array.from({ length: limits.reportsPerDay / 5 }, () => ownReportOf('participant', 'author', { createdAt }));
    await insertRows(world.store, world.clock, 'ownReports', before);
    expect((await report('participant', 'posts', postOf('author'))).status).toBe(status);
    await confirm(1);
    expect((await report('participant', 'posts', postOf('author'))).status).toBe(201);
  });
});
