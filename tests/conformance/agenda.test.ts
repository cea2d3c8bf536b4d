import { afterEach, beforeEach, expect, test } from 'vitest';
import { attendanceId } from '#contract/rules/own-rows.ts';
import { markId } from '#contract/resources/marks.ts';
import { agendaPath, calendarLinkId } from '#contract/resources/calendars.ts';
import { calendarSecret, home, insertRows, markOf, meetupOf, ownEntryOf, people as accounts, type PersonName } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { scheduleEntryOf } from './organisers-rows.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

async function givenEntry() {
  const entry = scheduleEntryOf();
  await insertRows(world.store, world.clock, 'schedule', [entry]);
  return entry;
}

const mark = (who: PersonName, entryId: string, body: object) => world.call(who, 'PUT', `/api/schedule/${entryId}/mark`, { body });

test('a mark is private and moves no cursor of others', async () => {
  const entry = await givenEntry();
  const others = ['author', 'orga', 'admin', 'stranger'] as const;
  const before = new Map<PersonName, string>();
  for (const who of others) before.set(who, (await world.pull(who)).cursor);
  expect(await mark('participant', entry.id, { starred: true, note: 'Towel' })).toMatchObject({
    status: 200,
    body: { id: markId(entry.id, accounts.participant.id), starred: true, hidden: false, note: 'Towel' },
  });
  for (const who of others) expect(await world.pull(who, before.get(who))).toMatchObject({ cursor: before.get(who), changes: [] });
});

test('two devices change different parts of one mark, and a star shows a hidden entry again', async () => {
  const entry = await givenEntry();
  await mark('participant', entry.id, { hidden: true });
  await mark('participant', entry.id, { note: 'Towel' });
  expect((await mark('participant', entry.id, { starred: true })).body).toMatchObject({ starred: true, hidden: false, note: 'Towel' });
  expect((await mark('participant', entry.id, { hidden: true })).body).toMatchObject({ starred: false, hidden: true, note: 'Towel' });
});

test('a mark keeps its note when its entry is removed, and a removed entry takes no new mark', async () => {
  const entry = await givenEntry();
  await mark('participant', entry.id, { note: 'Towel' });
  await world.call('orga', 'DELETE', `/api/event/1/schedule/${entry.id}`);
  expect(await mark('author', entry.id, { starred: true })).toMatchObject({ status: 404, body: { error: 'not_found' } });
  const { changes } = await world.pull('participant');
  expect(changes.filter(({ resource }) => resource === 'marks').map(({ row }) => row)).toMatchObject([{ note: 'Towel' }]);
});

const join = (who: PersonName, id: string) => world.call(who, 'PUT', `/api/meetup/${id}/attendance`);
const leave = (who: PersonName, id: string) => world.call(who, 'DELETE', `/api/meetup/${id}/attendance`);

test('a meetup takes as many people as it has places, and a person who leaves makes room', async () => {
  const meetup = meetupOf('author', { capacity: 2 });
  await insertRows(world.store, world.clock, 'meetups', [meetup]);
  const people: readonly PersonName[] = ['author', 'participant', 'orga'];
  const answers = await Promise.all(people.map(async (who) => ({ who, status: (await join(who, meetup.id)).status })));
  const { 200: joined = [], 422: refused = [] } = Object.groupBy(answers, ({ status }) => status);
  expect([joined.length, refused.length]).toEqual([2, 1]);
  const [first, late] = [joined[0]!.who, refused[0]!.who];
  expect((await join(first, meetup.id)).status).toBe(200);
  expect(await join(late, meetup.id)).toMatchObject({ status: 422, body: { error: 'meetup_full' } });
  expect((await leave(first, meetup.id)).body).toMatchObject({ id: attendanceId(meetup.id, accounts[first].id), isIn: false });
  expect((await join(late, meetup.id)).status).toBe(200);
});

test('a person who leaves the event takes no place of a meetup', async () => {
  const meetup = meetupOf('author', { capacity: 1 });
  await insertRows(world.store, world.clock, 'meetups', [meetup]);
  expect((await join('participant', meetup.id)).status).toBe(200);
  expect((await join('orga', meetup.id)).status).toBe(422);
  expect((await world.call('participant', 'POST', '/api/event/1/leave', { body: { sure: true } })).status).toBe(200);
  expect((await join('orga', meetup.id)).status).toBe(200);
});

const remind = (who: PersonName, id: string, remindMinutes: unknown) =>
  world.call(who, 'PUT', `/api/meetup/${id}/attendance/reminder`, { body: { remindMinutes } });

test('a reminder of a meetup is ten minutes at first, stays with the answer, and joins nobody', async () => {
  const meetup = meetupOf('author', { capacity: 1 });
  await insertRows(world.store, world.clock, 'meetups', [meetup]);
  expect((await join('participant', meetup.id)).body).toMatchObject({ isIn: true, remindMinutes: 10 });
  // The meetup is full now, and a choice takes no place.
  expect((await remind('orga', meetup.id, 60)).body).toMatchObject({ isIn: false, remindMinutes: 60 });
  expect((await remind('participant', meetup.id, null)).body).toMatchObject({ isIn: true, remindMinutes: null });
  expect((await leave('participant', meetup.id)).body).toMatchObject({ isIn: false, remindMinutes: null });
  expect((await remind('participant', meetup.id, 30)).body).toMatchObject({ isIn: false, remindMinutes: 30 });
  expect((await join('participant', meetup.id)).body).toMatchObject({ isIn: true, remindMinutes: 30 });
});

const times = { startDate: '2026-11-21T15:00:00.000Z', endDate: '2026-11-21T16:00:00.000Z' };
const newOwn = (part: object = {}) =>
  world.call('participant', 'POST', '/api/own-entry', { body: { title: 'Meet Lena', event: home, ...times, ...part } });
const editOwn = (id: string, body: object) => world.call('participant', 'PUT', `/api/own-entry/${id}`, { body });

test('an own entry of an older app reminds ten minutes before, and a change of something else keeps the choice', async () => {
  expect((await newOwn()).body).toMatchObject({ remindMinutes: 10 });
  const { body: own } = await newOwn({ remindMinutes: null });
  expect((await editOwn(own.id, { place: 'Jetty' })).body).toMatchObject({ place: 'Jetty', remindMinutes: null });
  expect((await editOwn(own.id, { remindMinutes: 30 })).body).toMatchObject({ place: 'Jetty', remindMinutes: 30 });
});

test.each([-1, 121, 1.5, '10', true])('rejects a reminder %j minutes before the start', async (remindMinutes) => {
  const meetup = meetupOf('author');
  const own = ownEntryOf('participant');
  await insertRows(world.store, world.clock, 'meetups', [meetup]);
  await insertRows(world.store, world.clock, 'ownEntries', [own]);
  const answers = [
    await remind('participant', meetup.id, remindMinutes),
    await newOwn({ remindMinutes }),
    await editOwn(own.id, { remindMinutes }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [400, 'invalid']));
});

test.each([0, 120])('accepts a reminder %i minutes before the start', async (remindMinutes) => {
  expect((await newOwn({ remindMinutes })).body).toMatchObject({ remindMinutes });
});

test('the calendar of the agenda rings at the chosen times, and not without a reminder', async () => {
  const [early, silent] = [meetupOf('author', { title: 'Early' }), meetupOf('author', { title: 'Silent' })];
  await insertRows(world.store, world.clock, 'meetups', [early, silent]);
  for (const { id } of [early, silent]) await join('participant', id);
  await remind('participant', early.id, 60);
  await remind('participant', silent.id, null);
  await newOwn({ title: 'Own', remindMinutes: 30 });
  await newOwn({ title: 'Own and silent', remindMinutes: null });
  await world.call('participant', 'PUT', `/api/event/${home}/agenda-link`, { body: { secret: calendarSecret } });
  const { text } = await world.call(null, 'GET', agendaPath(calendarLinkId(home, accounts.participant.id), calendarSecret));
  const alarms = text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((entry) => [/SUMMARY:(.*)\r/.exec(entry)?.[1], /TRIGGER:(.*)\r/.exec(entry)?.[1]]);
  expect(Object.fromEntries(alarms)).toEqual({ Early: '-PT60M', Silent: undefined, Own: '-PT30M', 'Own and silent': undefined });
});

test('organisers receive the number of stars of an entry from five people on, and participants never', async () => {
  const [popular, other] = [await givenEntry(), await givenEntry()];
  const marked = (entryId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...markOf('author', entryId),
      id: markId(entryId, 1_000 + index),
      userId: 1_000 + index,
    }));
  await insertRows(world.store, world.clock, 'marks', [...marked(popular.id, 5), ...marked(other.id, 4)]);
  const read = (who: PersonName) => world.call(who, 'GET', '/api/event/1/star-counts');
  expect(await read('orga')).toMatchObject({ status: 200, body: { entries: [{ id: popular.id, stars: 5 }] } });
  expect(await read('author')).toMatchObject({ status: 403 });
});
