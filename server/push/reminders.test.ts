import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnEntry } from '#contract/resources/own-entries.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { times } from '#contract/times.ts';
import { scheduleEntryOf } from '#tests/conformance/organisers-rows.ts';
import { home, insertRows, meetupOf, ownEntryOf, type PersonName } from '#tests/fixtures/camp.ts';
import { announcer } from '#tests/fixtures/messages/announcer.ts';
import type { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';
import { nextDueAt } from './delivery.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => {
  ({ world, service } = await openPushWorld());
  for (const who of ['participant', 'author', 'orga'] as const) {
    await world.call(who, 'POST', '/api/notification', { body: { subscription: service.device(who).subscription, language: 'en' } });
  }
});
afterEach(() => closePushWorld({ world, service }));

const { draft, activate } = announcer(() => ({ world, service }));

const inMinutes = (minutes: number): string => new Date(world.clock.now() + minutes * times.minute).toISOString();

async function givenEntry(minutes: number): Promise<ScheduleEntry> {
  const entry = scheduleEntryOf({ title: 'Yoga', startDate: inMinutes(minutes), endDate: inMinutes(minutes + 60), locationName: 'Meadow' });
  await insertRows(world.store, world.clock, 'schedule', [entry]);
  return entry;
}

const mark = (who: PersonName, { id }: { id: string }, body: object = { starred: true }) =>
  world.call(who, 'PUT', `/api/schedule/${id}/mark`, { body });

const edit = ({ id }: { id: string }, body: object) => world.call('orga', 'PUT', `/api/event/${home}/schedule/${id}`, { body });

async function arrivedAfter(minutes: number): Promise<[device: string, title: string][]> {
  world.clock.time += minutes * times.minute;
  await world.app.deps.push.delivery.sendDue();
  const arrived = service.delivered.splice(0).map(({ device, payload }): [string, string] => [device, payload.notification.title]);
  return arrived.toSorted(([, one], [, other]) => other.localeCompare(one));
}

const soon = ['participant', 'Coming up: Yoga'];

test('reminds once, ten minutes before the start, only the people with a star', async () => {
  await mark('participant', await givenEntry(30));
  expect(await arrivedAfter(19)).toEqual([]);
  expect(await nextDueAt(world.store.reading, world.clock.now())).toBe(world.clock.now() + times.minute);
  expect(await arrivedAfter(1)).toEqual([soon]);
  expect(await arrivedAfter(5)).toEqual([]);
});

test('reminds as long before the start as the person chose, or not at all', async () => {
  const entry = await givenEntry(90);
  await mark('participant', entry, { starred: true, remindMinutes: 60 });
  await mark('author', entry, { starred: true, remindMinutes: null });
  await mark('orga', entry, { starred: true, remindMinutes: 0 });
  expect(await arrivedAfter(30)).toEqual([soon]);
  expect(await arrivedAfter(59)).toEqual([]);
});

test('reminds at the new start of an entry that moved, and not at the old one', async () => {
  const entry = await givenEntry(30);
  await mark('participant', entry);
  await edit(entry, { startDate: inMinutes(120), endDate: inMinutes(180) });
  expect(await arrivedAfter(20)).toEqual([['participant', 'Moved: Yoga']]);
  expect(await arrivedAfter(89)).toEqual([]);
  expect(await arrivedAfter(1)).toEqual([soon]);
});

test('reminds a second time if an entry moves after its reminder', async () => {
  const entry = await givenEntry(15);
  await mark('participant', entry);
  expect(await arrivedAfter(5)).toEqual([soon]);
  await edit(entry, { startDate: inMinutes(60), endDate: inMinutes(120) });
  expect(await arrivedAfter(50)).toEqual([['participant', 'Moved: Yoga'], soon]);
});

test.each([
  [
    'an entry that was removed',
    (entry: ScheduleEntry) => world.call('orga', 'DELETE', `/api/event/${home}/schedule/${entry.id}`),
    'Cancelled: Yoga',
  ],
  ['an entry whose star was taken away', (entry: ScheduleEntry) => mark('participant', entry, { starred: false }), null],
])('does not remind of %s', async (_case, change, message) => {
  const entry = await givenEntry(30);
  await mark('participant', entry);
  await change(entry);
  expect(await arrivedAfter(25)).toEqual(message === null ? [] : [['participant', message]]);
});

test('does not remind after the start if the server was down until then', async () => {
  await mark('participant', await givenEntry(30));
  expect(await arrivedAfter(31)).toEqual([]);
});

test('notifies the people with a star of a new time or place at once, but not of another title, and not the organiser', async () => {
  const entry = await givenEntry(300);
  for (const who of ['participant', 'orga'] as const) await mark(who, entry);
  await edit(entry, { title: 'Yoga for all' });
  expect(await arrivedAfter(0)).toEqual([]);
  await edit(entry, { locationName: 'Barn' });
  expect(await arrivedAfter(0)).toEqual([['participant', 'Moved: Yoga for all']]);
});

test('notifies the people of a meetup of its new time and its cancellation, and reminds them', async () => {
  const meetup = meetupOf('author', { title: 'Swim', startDate: inMinutes(240) });
  await insertRows(world.store, world.clock, 'meetups', [meetup]);
  await world.call('participant', 'PUT', `/api/meetup/${meetup.id}/attendance`);
  await world.call('author', 'PUT', `/api/meetup/${meetup.id}`, { body: { startDate: inMinutes(30) } });
  expect(await arrivedAfter(0)).toEqual([['participant', 'Moved: Swim']]);
  expect(await arrivedAfter(20)).toEqual([['participant', 'Coming up: Swim']]);
  await world.call('author', 'DELETE', `/api/meetup/${meetup.id}`);
  expect(await arrivedAfter(0)).toEqual([['participant', 'Cancelled: Swim']]);
});

test('still announces a new meetup that its author moves at once', async () => {
  const body = { title: 'Swim', description: 'Jetty', startDate: inMinutes(240), event: home };
  const { body: made } = await world.call('author', 'POST', '/api/meetup', { body });
  world.clock.time += 30 * times.second;
  service.answers.set('participant', (_request, response) => void response.writeHead(503).end());
  expect(await arrivedAfter(0)).toContainEqual(['participant', 'New meetup by author']);
  service.answers.delete('participant');
  await world.call('author', 'PUT', `/api/meetup/${made.id}`, { body: { startDate: inMinutes(300) } });
  expect(await arrivedAfter(5)).toContainEqual(['participant', 'New meetup by author']);
});

test('reminds of an own entry only its person', async () => {
  const own = ownEntryOf('participant', { title: 'Meet Lena', startDate: inMinutes(10), endDate: inMinutes(20) });
  await insertRows(world.store, world.clock, 'ownEntries', [own]);
  expect(await arrivedAfter(0)).toEqual([['participant', 'Coming up: Meet Lena']]);
});

const remindOf = (who: PersonName, meetup: { id: string }, remindMinutes: number | null) =>
  world.call(who, 'PUT', `/api/meetup/${meetup.id}/attendance/reminder`, { body: { remindMinutes } });

test('reminds of a meetup as long before the start as each person chose, or not at all', async () => {
  const meetup = meetupOf('author', { title: 'Swim', startDate: inMinutes(90) });
  await insertRows(world.store, world.clock, 'meetups', [meetup]);
  for (const who of ['participant', 'author', 'orga'] as const) await world.call(who, 'PUT', `/api/meetup/${meetup.id}/attendance`);
  await remindOf('participant', meetup, 60);
  await remindOf('orga', meetup, null);
  expect(await arrivedAfter(29)).toEqual([]);
  expect(await nextDueAt(world.store.reading, world.clock.now())).toBe(world.clock.now() + times.minute);
  expect(await arrivedAfter(1)).toEqual([['participant', 'Coming up: Swim']]);
  expect(await arrivedAfter(50)).toEqual([['author', 'Coming up: Swim']]);
  expect(await arrivedAfter(9)).toEqual([]);
});

async function givenOwn(minutes: number, part: Partial<OwnEntry> = {}): Promise<OwnEntry> {
  const own = ownEntryOf('participant', { title: 'Meet Lena', startDate: inMinutes(minutes), endDate: inMinutes(minutes + 10), ...part });
  await insertRows(world.store, world.clock, 'ownEntries', [own]);
  return own;
}

const editOwn = ({ id }: OwnEntry, body: object) => world.call('participant', 'PUT', `/api/own-entry/${id}`, { body });

const soonLena = ['participant', 'Coming up: Meet Lena'];

test('reminds of an own entry as long before the start as the person chose, and not of one without a reminder', async () => {
  await givenOwn(60, { remindMinutes: 30 });
  await givenOwn(60, { remindMinutes: null });
  expect(await arrivedAfter(29)).toEqual([]);
  expect(await arrivedAfter(1)).toEqual([soonLena]);
  expect(await nextDueAt(world.store.reading, world.clock.now())).toBeNull();
  expect(await arrivedAfter(29)).toEqual([]);
});

test('reminds at the time of the last choice, and not again if the choice changes after the reminder', async () => {
  const own = await givenOwn(60);
  await editOwn(own, { remindMinutes: 30 });
  expect(await arrivedAfter(30)).toEqual([soonLena]);
  await editOwn(own, { remindMinutes: 5 });
  expect(await arrivedAfter(29)).toEqual([]);
});

type Choose = (remindMinutes: number | null) => Promise<unknown>;

const reminded: readonly [string, string, () => Promise<Choose>][] = [
  [
    'a starred entry',
    'Yoga',
    async () => {
      const entry = await givenEntry(20);
      await mark('participant', entry);
      return (remindMinutes) => mark('participant', entry, { remindMinutes });
    },
  ],
  [
    'a meetup',
    'Swim',
    async () => {
      const meetup = meetupOf('author', { title: 'Swim', startDate: inMinutes(20) });
      await insertRows(world.store, world.clock, 'meetups', [meetup]);
      await world.call('participant', 'PUT', `/api/meetup/${meetup.id}/attendance`);
      return (remindMinutes) => remindOf('participant', meetup, remindMinutes);
    },
  ],
  [
    'an own entry',
    'Meet Lena',
    async () => {
      const own = await givenOwn(20);
      return (remindMinutes) => editOwn(own, { remindMinutes });
    },
  ],
];

test.each(reminded)('a new choice for %s replaces a reminder that has not arrived', async (_case, title, given) => {
  const choose = await given();
  service.answers.set('participant', (_request, response) => void response.writeHead(503).end());
  const push = ['participant', `Coming up: ${title}`];
  expect(await arrivedAfter(10)).toEqual([push]);
  service.answers.delete('participant');
  await choose(5);
  expect(await arrivedAfter(4)).toEqual([]);
  expect(await arrivedAfter(1)).toEqual([push]);
  await choose(null);
  expect(await arrivedAfter(4)).toEqual([]);
});

test('sends nothing about the agenda to people who turned it off', async () => {
  await world.call('participant', 'POST', '/api/notification', { body: { agenda: false } });
  const entry = await givenEntry(30);
  await mark('participant', entry);
  await edit(entry, { locationName: 'Barn' });
  expect(await arrivedAfter(25)).toEqual([]);
});

/** Minutes of the day in the zone of the camp. */
function minuteOfDay(): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(world.clock.now()).toZonedDateTimeISO('Europe/Berlin');
  return hour * 60 + minute;
}

test('holds pushes back in quiet hours: news arrive after them, reminders never, and announcements at once', async () => {
  const from = minuteOfDay();
  await world.call('participant', 'POST', '/api/notification', { body: { quietFrom: from, quietTo: (from + 60) % 1_440 } });
  await mark('participant', await givenEntry(30));
  await world.call('author', 'POST', '/api/post', { body: { content: 'Hello', event: home } });
  await activate(await draft({ title: 'Storm' }));
  const during = await arrivedAfter(25);
  expect(during.filter(([who]) => who === 'participant').map(([, title]) => title)).toEqual(['Announcement: Storm']);
  const after = await arrivedAfter(36);
  expect(after.filter(([who]) => who === 'participant').map(([, title]) => title)).toEqual(['author in the chat']);
});

test('does not repeat a reminder that failed while its person chose none', async () => {
  const own = await givenOwn(20);
  service.answers.set('participant', (_request, response) => {
    void editOwn(own, { remindMinutes: null }).then(() => response.writeHead(503).end());
  });
  expect(await arrivedAfter(10)).toEqual([soonLena]);
  service.answers.delete('participant');
  expect(await arrivedAfter(5)).toEqual([]);
});

test('reminds after all if a star that was taken away comes back while the reminder is due', async () => {
  const entry = await givenEntry(20);
  await mark('participant', entry);
  service.answers.set('participant', (_request, response) => void response.writeHead(503).end());
  expect(await arrivedAfter(10)).toEqual([soon]);
  service.answers.delete('participant');
  await mark('participant', entry, { starred: false });
  await mark('participant', entry, { starred: true });
  expect(await arrivedAfter(1)).toEqual([soon]);
  expect(await arrivedAfter(5)).toEqual([]);
});
