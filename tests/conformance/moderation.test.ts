import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { contentOf, type Reportable } from '#contract/rules/reported-content.ts';
import { hiddenPersonId } from '#contract/resources/participants.ts';
import { sweepPictures } from '#server/jobs/purge.ts';
import { queueDueNews } from '#server/push/news.ts';
import { picturesInUse } from '#server/store/repositories/pictures.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import { erasePerson } from '#server/services/accounts/erase-person.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { away, home, insertRows, people, photoOf, type PersonName, postOf, reportOf, shareOf } from '../fixtures/camp.ts';
import { watchStatements } from '../fixtures/databases/statements.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';
import { dynamicScopes } from '#server/store/store.ts';
import { emptyContent, reporting } from './reporting.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const { report, storedReport, photo, isPictureStored, pictureDeleted } = reporting(() => world);

describe('the picture of a reported photo', () => {
  test('stays until the decision, though the photo is deleted and pictures are swept', async () => {
    const shown = await photo();
    const { body } = await report('participant', 'photos', shown);
    expect((await world.call('author', 'DELETE', `/api/photo/${shown.id}`)).status).toBe(204);
    await sweepPictures(world.store, world.app.deps.pictures, world.clock.now());
    expect(await picturesInUse(world.store.reading, 'photos')).toContain(shown.url);
    expect(await isPictureStored(shown.url)).toBe(true);
    expect(await storedReport(body.id)).toMatchObject({ picture: shown.url, snapshot: { text: 'Der See' }, state: 'open' });
    const decided = await world.call('orga', 'POST', `/api/report/${body.id}/remove`);
    expect(decided.body).toMatchObject({ state: 'removed', picture: null, decidedBy: people.orga.id, snapshot: { text: 'Der See' } });
    await pictureDeleted(shown.url);
  });

  test('stays with the photo after a dismissal, and with another open report', async () => {
    const shown = await photo();
    const ids = [];
    for (const who of ['participant', 'orga'] as const) ids.push((await report(who, 'photos', shown)).body.id);
    await world.call('orga', 'POST', `/api/report/${ids[0]}/dismiss`);
    expect(await isPictureStored(shown.url)).toBe(true);
    await world.call('author', 'DELETE', `/api/photo/${shown.id}`);
    expect(await isPictureStored(shown.url)).toBe(true);
    await world.call('orga', 'POST', `/api/report/${ids[1]}/dismiss`);
    await pictureDeleted(shown.url);
  });

  test('is missing if the photo was deleted before the report', async () => {
    const shown = await photo();
    await world.call('author', 'DELETE', `/api/photo/${shown.id}`);
    const seen = { ...emptyContent, authorId: shown.authorId, text: 'Der See', picture: shown.url };
    const { body } = await report('participant', 'photos', shown, { seen });
    expect(await storedReport(body.id)).toMatchObject({ picture: null, source: 'seen', snapshot: { text: 'Der See' } });
  });
});

describe('the picture of another event', () => {
  test('is never attached to a report, even if the reporter names it', async () => {
    const elsewhere = photoOf('stranger', { eventId: away, url: `/images/photos/${'s'.repeat(22)}-1600x1200.webp` });
    await insertRows(world.store, world.clock, 'photos', [elsewhere]);
    const seen = { ...emptyContent, authorId: elsewhere.authorId, picture: elsewhere.url };
    const { status, body } = await report('participant', 'photos', { ...elsewhere, id: uuidv7() }, { seen });
    expect(status).toBe(201);
    expect(await storedReport(body.id)).toMatchObject({ picture: null, source: 'unverified' });
  });

  test('stays when the other event is deleted, though a report there names it', async () => {
    const body = { url: samplePicture, description: 'Der See', event: away };
    const elsewhere = (await world.call('stranger', 'POST', '/api/photo', { body })).body;
    await insertRows(world.store, world.clock, 'reports', [reportOf('author', { resource: 'photos', picture: elsewhere.url })]);
    expect((await world.call('admin', 'DELETE', `/api/admin/events/${home}`, { body: { title: 'Camp 1' } })).status).toBe(200);
    expect(await isPictureStored(elsewhere.url)).toBe(true);
  });

  test('stays with this event, also if only another open report still has it', async () => {
    const shown = await photo();
    await report('participant', 'photos', shown);
    await world.call('author', 'DELETE', `/api/photo/${shown.id}`);
    const { body } = await report('orga', 'photos', shown, { seen: { ...emptyContent, authorId: shown.authorId, picture: shown.url } });
    expect(await storedReport(body.id)).toMatchObject({ picture: shown.url, source: 'seen' });
  });
});

describe('two admins', () => {
  test.each([
    [['dismiss', 'remove'], 'removed', people.admin.id],
    [['remove', 'dismiss'], 'removed', people.orga.id],
    [['dismiss', 'dismiss'], 'dismissed', people.orga.id],
  ] as const)('make the decisions %s on one report and leave it %s', async ([first, second], state, decidedBy) => {
    const row = reportOf('author');
    await insertRows(world.store, world.clock, 'reports', [row]);
    expect((await world.call('orga', 'POST', `/api/report/${row.id}/${first}`)).status).toBe(200);
    const { status, body } = await world.call('admin', 'POST', `/api/report/${row.id}/${second}`);
    expect([status, body.state, body.decidedBy]).toEqual([200, state, decidedBy]);
  });

  test.each(['dismiss', 'remove'])('decide without the reported one (%s)', async (decision) => {
    const row = reportOf('orga');
    await insertRows(world.store, world.clock, 'reports', [row]);
    const decide = (who: PersonName) => world.call(who, 'POST', `/api/report/${row.id}/${decision}`);
    expect(await decide('orga')).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect((await decide('admin')).status).toBe(200);
  });
});

describe('a row that a report removes', () => {
  const decide = (id: string, decision = 'remove') => world.call('orga', 'POST', `/api/report/${id}/${decision}`);
  const isStored = async (resource: Reportable, id: string) => (await readRow(world.store.reading, resource, id)) !== null;

  test('is deleted for everybody, with its dependent rows and its pending push messages', async () => {
    const device = { endpoint: 'https://push.example/1', user_id: people.orga.id, session_id: 'orga', p256dh: 'x', auth: 'y' };
    await sqlOf(world.store.reading)
      .insertInto('push_subscriptions')
      .values({ ...device, language: 'de', created_at: 0 })
      .execute();
    const waiting = async () =>
      (await sqlOf(world.store.reading).selectFrom('push_jobs').select('row_key').execute()).map((job) => job.row_key);
    const post = (await world.call('author', 'POST', '/api/post', { body: { content: 'Du Esel', event: home } })).body;
    const reply = (await world.call('orga', 'POST', '/api/post', { body: { content: 'Selber', replyToId: post.id, event: home } })).body;
    const { body } = await report('participant', 'posts', post);
    await world.store.write([], (trx) => queueDueNews(trx, '', world.clock.now() + times.minute));
    expect(await waiting()).toEqual([`posts:${post.id}`]);
    const { cursor } = await world.pull('author');
    expect((await decide(body.id)).status).toBe(200);
    const { changes } = await world.pull('author', cursor);
    expect(changes).toHaveLength(2);
    for (const { id } of [post, reply]) expect(changes).toContainEqual({ resource: 'posts', id, version: 2, row: null });
    expect(await waiting()).toEqual([]);
    expect(await world.call('orga', 'DELETE', `/api/post/${post.id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await decide(body.id)).status).toBe(200);
  });

  test('is deleted once when its author removes it in the same batch, before or after', async () => {
    for (const isFirst of [true, false]) {
      const shown = await photo();
      const { body } = await report('participant', 'photos', shown);
      const { cursor } = await world.pull('author');
      const decision = { key: uuidv7(), lane: 'a', method: 'POST', path: `/api/report/${body.id}/remove` };
      const removal = { key: uuidv7(), lane: 'b', method: 'DELETE', path: `/api/photo/${shown.id}` };
      const calls = isFirst ? [decision, removal] : [removal, decision];
      const { answers } = (await world.call('orga', 'POST', '/api/batch', { body: { calls } })).body;
      expect(answers.map(({ status }: { status: number }) => status)).toEqual(isFirst ? [200, 204] : [204, 200]);
      expect((await world.pull('author', cursor)).changes).toEqual([{ resource: 'photos', id: shown.id, version: 2, row: null }]);
      await pictureDeleted(shown.url);
    }
  });

  test('is deleted with its picture', async () => {
    const shown = await photo();
    expect((await decide((await report('participant', 'photos', shown)).body.id)).status).toBe(200);
    await pictureDeleted(shown.url);
  });

  test('is deleted also after an earlier dismissal', async () => {
    const shown = await photo();
    const { body } = await report('participant', 'photos', shown);
    await decide(body.id, 'dismiss');
    expect(await isStored('photos', shown.id)).toBe(true);
    await decide(body.id);
    expect(await isStored('photos', shown.id)).toBe(false);
  });

  test('is never a row of another event, whatever the report names', async () => {
    const elsewhere = postOf('stranger', { eventId: away });
    await insertRows(world.store, world.clock, 'posts', [elsewhere]);
    const { body } = await report('participant', 'posts', elsewhere);
    expect((await decide(body.id)).status).toBe(200);
    expect(await isStored('posts', elsewhere.id)).toBe(true);
  });
});

describe('a deleted account', () => {
  const erase = (who: PersonName, keepsShared = false) =>
    world.store.write(dynamicScopes(), (trx) => erasePerson(trx, { userId: people[who].id, keepsShared, erasedAt: world.clock.now() }));

  async function storedTexts(): Promise<string> {
    const tables = ['own_reports', 'reports', 'hidden_people', 'receipts'] as const;
    const rows = await Promise.all(tables.map((table) => sqlOf(world.store.reading).selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  }

  test('leaves its report as the reporter, without any text of its own', async () => {
    const row = postOf('author', { content: 'reported-words' });
    await insertRows(world.store, world.clock, 'posts', [row]);
    const { body } = await report('participant', 'posts', row, { text: 'reporters-words' });
    const { cursor } = await world.pull('orga');
    await erase('participant');
    expect(await storedReport(body.id)).toMatchObject({ text: '', state: 'open', snapshot: { text: 'reported-words' } });
    expect(await storedTexts()).not.toContain('reporters-words');
    expect((await world.pull('orga', cursor)).changes).toContainEqual(expect.objectContaining({ resource: 'reports', id: body.id }));
  });

  test.each([false, true])('leaves no text and no id as the reported person (shared rows stay: %s)', async (keepsShared) => {
    const shown = await photo();
    const seen = { ...emptyContent, authorId: shown.authorId, text: 'canary-words', picture: shown.url };
    const headers = { 'idempotency-key': uuidv7() };
    const { body } = await world.call('participant', 'POST', '/api/report', {
      body: { resource: 'photos', rowId: shown.id, reason: 'insult', seen, event: home },
      headers,
    });
    await world.call('orga', 'POST', `/api/users/${people.orga.id}/hide`, { body: { userId: people.author.id } });
    const { pictures } = await erase('author', keepsShared);
    expect(pictures.includes(shown.url)).toBe(!keepsShared);
    expect(await storedReport(body.id)).toMatchObject({ subjectId: null, snapshot: null, picture: null, state: 'open', text: '' });
    const left = await storedTexts();
    expect(left).not.toContain('canary-words');
    expect(left).not.toContain('Der See');
    expect(await readRow(world.store.reading, 'hiddenPeople', hiddenPersonId(people.orga.id, people.author.id))).toBeNull();
  });

  test("leaves the stored answers of others usable: the reporter's and the admin's", async () => {
    const row = postOf('author', { content: 'reported-words' });
    await insertRows(world.store, world.clock, 'posts', [row]);
    const [reporterKey, adminKey] = [{ 'idempotency-key': uuidv7() }, { 'idempotency-key': uuidv7() }];
    const seen = { ...emptyContent, authorId: row.authorId, text: 'reported-words' };
    const reporting = { body: { resource: 'posts', rowId: row.id, reason: 'insult', seen, event: home }, headers: reporterKey };
    const { body } = await world.call('participant', 'POST', '/api/report', reporting);
    const dismiss = () => world.call('orga', 'POST', `/api/report/${body.id}/dismiss`, { headers: adminKey });
    const stale = { headers: { 'idempotency-key': uuidv7(), 'if-match': '"7"' } };
    const conflict = () => world.call('orga', 'POST', `/api/report/${body.id}/remove`, stale);
    await dismiss();
    expect((await conflict()).body).toMatchObject({ error: 'version_conflict', current: { id: body.id } });
    await erase('author');
    const answer = await dismiss();
    expect(answer).toMatchObject({ status: 200, body: { id: body.id, state: 'dismissed', subjectId: null, snapshot: null } });
    expect(Object.keys(answer.body)).not.toContain('authorId');
    expect((await world.call('participant', 'POST', '/api/report', reporting)).body).toMatchObject({ seen: null, subjectId: null });
    expect(Object.keys((await conflict()).body)).not.toContain('current');
    expect(await storedTexts()).not.toContain('reported-words');
  });

  test('has stored answers searched once, however many reports and decisions it had', async () => {
    const receiptReads = async (who: PersonName, count: number) => {
      const reports = Array.from({ length: count }, () => reportOf('author', { state: 'dismissed', decidedBy: people[who].id }));
      await insertRows(world.store, world.clock, 'reports', reports);
      const { statements, stop } = watchStatements();
      await erase(who);
      stop();
      // Answers that name a person are found by their key.
      return statements.filter((sql) => sql.includes('"receipts"') && !sql.includes('"user_id" = ')).length;
    };
    expect([await receiptReads('orga', 100), await receiptReads('otherOrga', 1)]).toEqual([1, 1]);
  });

  test('downloads its own reports, without reports about it and people who hide it', async () => {
    const reportedPost = postOf('author', { content: 'what the author wrote' });
    const ownPost = postOf('participant', { content: 'what the participant wrote' });
    await insertRows(world.store, world.clock, 'posts', [reportedPost, ownPost]);
    await report('participant', 'posts', reportedPost, { text: 'reporters-words' });
    await report('author', 'posts', ownPost, { text: 'said-of-them' });
    await world.call('author', 'POST', `/api/users/${people.author.id}/hide`, { body: { userId: people.participant.id } });
    const { text } = await world.call('participant', 'GET', '/api/users/me/data');
    expect(text).toContain('reporters-words');
    for (const secret of ['said-of-them', 'what the author wrote']) expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({ hidden_people: [] });
  });
});

test('content has one form for all resources, without a picture that is only on a device', () => {
  const row = { ...shareOf('author'), image: 'device:0192c8a0-0000-7000-8000-0000000000c1-1x1' };
  expect(contentOf('shares', row)).toEqual({ authorId: 3, title: 'Bern', text: 'Nach dem Frühstück', startDate: null, picture: null });
});
