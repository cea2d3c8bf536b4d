import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventRole } from '#contract/roles.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { announcementOf, away, codeOf, home, insertRows, people, type PersonName } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { type Answer, openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

const [draft, code] = [announcementOf({ active: false }), codeOf({ code: 'CAMP-LATE' })];

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await insertRows(world.store, world.clock, 'announcements', [draft]);
  await insertRows(world.store, world.clock, 'codes', [code]);
});
afterEach(() => world.close());

/** The roles of a person from now on, as an event admin or a global admin sets them. */
interface Standing {
  readonly inHome?: EventRole | null;
  readonly role?: 'user' | 'admin';
}

async function become(who: PersonName, { inHome, role }: Standing): Promise<void> {
  const db = sqlOf(world.store.reading);
  const { id } = people[who];
  if (role) await db.updateTable('users').set({ role }).where('id', '=', id).execute();
  if (inHome === undefined) return;
  await db.deleteFrom('memberships').where('user_id', '=', id).where('event_id', '=', home).execute();
  if (inHome) await db.insertInto('memberships').values({ user_id: id, event_id: home, role: inHome, version: 9 }).execute();
}

/** Returns all rows that these commands could change; records of the rejection are not among them. */
async function stored(): Promise<unknown> {
  const shown = ['users', 'memberships', 'posts', 'photos', 'announcements', 'event_codes', 'events'] as const;
  const tables = [...shown, 'change_log', 'push_news', 'push_jobs'] as const;
  const db = sqlOf(world.store.reading);
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
}

const pictures = () => storedPictures(world).names('/images/photos');

/** Runs a command and `change` just before its write; returns the answer and the rows before the write. */
async function callWhile(call: () => Promise<Answer>, change: () => Promise<void>): Promise<{ answer: Answer; before: unknown }> {
  const { write } = world.store;
  let before: unknown;
  vi.spyOn(world.store, 'write').mockImplementationOnce(async (...transaction) => {
    await change();
    before = await stored();
    return write(...transaction);
  });
  return { answer: await call(), before };
}

const outcomeOf = ({ status, body }: Answer) => (status < 400 ? String(status) : `${status} ${body.error}`);

const send = (who: PersonName, method: string, path: string, body?: object) => () =>
  world.call(who, method, path, { body, headers: { 'idempotency-key': uuidv7() } });

const organiser = { was: { inHome: 'admin' }, is: { inHome: 'participant' } } as const;
const member = { was: { inHome: 'participant' }, is: { inHome: null } } as const;
const globalAdmin = { was: { role: 'admin' }, is: { role: 'user' } } as const;
const late = { description: 'Zu spät' };

const commands: [what: string, who: PersonName, lost: { was: Standing; is: Standing }, call: () => Promise<Answer>, refusal: string][] = [
  ['a post', 'author', member, send('author', 'POST', '/api/post', { content: 'Hallo', event: home }), '403 forbidden'],
  ['a photo', 'author', member, send('author', 'POST', '/api/photo', { url: samplePicture, event: home, ...late }), '403 forbidden'],
  ['an announcement', 'orga', organiser, send('orga', 'POST', `/api/announcement/${draft.id}/activate`), '404 not_found'],
  ['the removal of a code', 'orga', organiser, send('orga', 'DELETE', `/api/event/${home}/code/${code.id}`), '403 forbidden'],
  ['the text of an event', 'admin', globalAdmin, send('admin', 'PUT', `/api/event/${home}`, late), '403 forbidden'],
];

test.each(commands)('%s is not written by %s after the role was lost on the way, and is written once the role is back', async (...row) => {
  const [, who, { was, is }, call, refusal] = row;
  const { answer, before } = await callWhile(call, () => become(who, is));
  expect(outcomeOf(answer)).toBe(refusal);
  expect([await stored(), await pictures()]).toEqual([before, []]);
  await become(who, was);
  expect((await call()).status).toBeLessThan(300);
});

test('a batch writes nothing after the role was lost on the way, and repeats its earlier answers', async () => {
  const post = { key: uuidv7(), lane: 'a', method: 'POST', path: '/api/post', body: { content: 'Hallo', event: home } };
  const batch = (calls: object[]) => world.call('author', 'POST', '/api/batch', { body: { calls } });
  const [first] = (await batch([post])).body.answers;
  const { answer, before } = await callWhile(
    () => batch([post, { ...post, key: uuidv7(), lane: 'b' }]),
    () => become('author', { inHome: null }),
  );
  expect(answer.body.answers).toMatchObject([first, { status: 403, body: { error: 'forbidden' } }]);
  expect(await stored()).toEqual(before);
});

const change = (values: { visible?: 0 | 1; code_required?: 0 | 1; end_date?: string }) =>
  sqlOf(world.store.reading).updateTable('events').set(values).where('id', '=', home).execute();

/** Lets the author switch back to an event from which they are removed on the way. */
async function switchBack(event: Parameters<typeof change>[0]): Promise<{ answer: Answer; before: unknown }> {
  await change(event);
  await sqlOf(world.store.reading).updateTable('users').set({ active_event_id: away }).where('id', '=', people.author.id).execute();
  return callWhile(send('author', 'POST', `/api/event/${home}/switch`), () => become('author', { inHome: null }));
}

test.each([
  ['needs a code', { code_required: 1 }, '401 switch_code_missing'],
  ['is hidden', { visible: 0 }, '404 not_found'],
  ['is over', { end_date: '2026-11-20T12:00:00.000Z' }, '410 event_over'],
] as const)('a member removed from an event that %s does not return by switching', async (_what, event, refusal) => {
  const { answer, before } = await switchBack(event);
  expect(outcomeOf(answer)).toBe(refusal);
  expect(await stored()).toEqual(before);
});

test('a removed member returns to an event that is open to all', async () => {
  expect(outcomeOf((await switchBack({ visible: 1, code_required: 0 })).answer)).toBe('200');
});

test('a demoted global admin does not join as one', async () => {
  const { answer, before } = await callWhile(send('admin', 'POST', `/api/event/${away}/switch`), () => become('admin', { role: 'user' }));
  expect(outcomeOf(answer)).toBe('404 not_found');
  expect(await stored()).toEqual(before);
});
