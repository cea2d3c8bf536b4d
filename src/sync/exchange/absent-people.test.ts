import { liveQuery, type Subscription } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventId, freshDatabase, participant, quietPorts, userId } from '#tests/fixtures/device.ts';
import { changeOf, putWindow, windowServer, type WindowServer } from '#tests/fixtures/screens/windowed.ts';
import type { EventDatabase } from '#db/database.ts';
import { peopleOf } from '../mirror/people.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { AbsentPeople } from './absent-people.ts';
import { OutsideRows } from './outside-rows.ts';

let db: EventDatabase;
/** Timers of half a minute. */
let timers: (() => void)[];
let isOffline: boolean;
let watched: Subscription[] = [];
beforeEach(async () => {
  db = freshDatabase();
  timers = [];
  isOffline = false;
  await putWindow(db);
  await db.mirror('participants').put(participant(1, 'Anna'));
  return () => {
    for (const one of watched) one.unsubscribe();
    watched = [];
    db.close();
  };
});

function given({ fetch }: Pick<WindowServer, 'fetch'>, windowed = `event:${eventId}`): AbsentPeople {
  const setTimer = (delay: number, run: () => void): (() => void) => {
    if (delay === 0) setTimeout(run);
    if (delay === 30_000) timers.push(run);
    return () => {};
  };
  const ports = quietPorts({ fetch, setTimer });
  const api = new ApiClient({ ports, connection: new Connection(), userId, token: 't', onRefused: () => {} });
  const outside = new OutsideRows({ db, ports, api });
  return new AbsentPeople({
    db,
    ports,
    outside,
    windowed: () => windowed,
    isOffline: () => isOffline,
    onProblem: (error) => expect.unreachable(String(error)),
  });
}

/** Watches the names of people as a screen does. */
function watch(ids: readonly number[]): () => (string | undefined)[] {
  let names: (string | undefined)[] = [];
  watched.push(liveQuery(() => peopleOf(db, eventId, ids)).subscribe((people) => (names = ids.map((id) => people.get(id)?.name))));
  return () => names;
}

test('names a person of a big event "…" until they have arrived, and nobody who is no member', async () => {
  const server = windowServer(() => ({ changes: [changeOf('participants', participant(2, 'Ben'))] }));
  given(server);
  expect((await peopleOf(db, eventId, [1, 2, 3])).get(2)?.name).toBe('…');
  const names = watch([1, 2, 3]);
  await vi.waitFor(() => expect(names()).toEqual(['Anna', 'Ben', undefined]));
  expect(server.calls()).toEqual([`rows?resource=participants&ids=${eventId}-2%2C${eventId}-3`]);
});

test('asks again half a minute after a call that failed', async () => {
  let fails = true;
  const server = windowServer(() => (fails ? 503 : { changes: [changeOf('participants', participant(2, 'Ben'))] }));
  given(server);
  const names = watch([2]);
  await vi.waitFor(() => expect(timers).toHaveLength(1));
  expect(names()).toEqual(['…']);
  fails = false;
  timers[0]!();
  await vi.waitFor(() => expect(names()).toEqual(['Ben']));
});

test('has no stand-in for people of an event that the device holds whole, or after it has stopped', async () => {
  const server = windowServer(() => 503);
  given(server, 'event:9');
  expect((await peopleOf(db, eventId, [2])).size).toBe(0);
  given(server).stop();
  expect((await peopleOf(db, eventId, [2])).size).toBe(0);
});

test('waits for the network', async () => {
  isOffline = true;
  const server = windowServer(() => ({ changes: [changeOf('participants', participant(2, 'Ben'))] }));
  const absent = given(server);
  const names = watch([2]);
  await vi.waitFor(() => expect(names()).toEqual(['…']));
  expect(server.calls()).toEqual([]);
  isOffline = false;
  absent.fetch();
  await vi.waitFor(() => expect(names()).toEqual(['Ben']));
});
