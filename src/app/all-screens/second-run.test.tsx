import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { changedRows, largeEvent } from '#tests/fixtures/large-event.ts';
import { givenDevice, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { putWindow } from '#tests/fixtures/screens/windowed.ts';
import { type ReadRows, watchReads } from '#tests/fixtures/screens/read-rows.ts';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Route } from '#feature-kit/route.ts';
import { SweptPictures } from '#pictures/use-swept-pictures.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { features } from '../feature-list.ts';

/** The number of rows of each large table. */
const size = 1_000;
/** No screen shows this many rows of one table. */
const few = size / 4;

/** Screens without an account read no data of an event. */
const routes = features.flatMap(({ routes = [] }) => routes).filter(({ outside }) => !outside);
const paths = [
  '/home',
  '/admin/announcements',
  '/admin/announcements/new',
  '/admin/event-data',
  '/admin/event-links',
  '/admin/event-menu',
  '/admin/event-schedule',
  '/admin/eventcodes',
  '/admin/eventcodes/print',
  '/admin/faq',
  '/admin/feedback',
  '/admin/first-steps',
  '/admin/general',
  '/admin/global',
  '/admin/global/audit',
  '/admin/global/events',
  '/admin/global/users',
  '/admin/home-screen',
  '/admin/modules',
  '/admin/reports',
  '/agenda',
  '/agenda/entry/none',
  '/announcements',
  '/calendar-events',
  '/calendar-events/list',
  '/chat',
  '/chat/thread/large-thread',
  '/contact-links',
  '/date',
  '/date-matches',
  '/debug',
  '/faq',
  '/feedback',
  '/logout',
  '/meetups',
  '/my-profile',
  '/not-sent',
  '/notifications',
  '/participants',
  '/pictures',
  '/pictures/photo/large-photo-500',
  '/schedule',
  '/schedule/entry/none',
  '/search',
  '/share',
  '/shared',
  '/sharing/other',
  '/sharing-add',
  '/statistics',
  '/statistics/counter',
  '/switch',
];
/** Tables that a second run may read in whole, and why. */
const mayReadAll: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/participants': {
    participants: 'A search looks into every name. All rows come in one request, which takes a tenth of what a cursor takes.',
  },
  '/statistics': { userStatistics: 'The total is the sum of every value. The home screen does not show it.' },
};

let db: EventDatabase;
let reads: ReadRows;
let version = 1;
beforeAll(async () => {
  db = await givenDevice('admin');
  await putDemoScreens(db);
  const rows = largeEvent({ eventId, members: size, posts: size, replies: size / 2, photos: size });
  for (const [name, own] of Object.entries(rows)) await db.table(name).bulkPut([...own]);
  reads = await watchReads(db);
});
afterAll(() => tearDown(db));
beforeEach(async () => {
  await startTexts('en');
  slowPictures();
});
afterEach(cleanup);

function routeOf(path: string): Route | undefined {
  return routes.find(({ path: of }) => (typeof of === 'string' ? of.replace(/\/:\w+\?$/, '') === path : of.test(path)));
}

/** Runs again with all other live queries, and shows the version. */
function Version(): ReactNode {
  const row = useLive((db) => db.mirror('userStatistics').get(String(changedRows(eventId, 0).at(-1)?.[1].id)), []);
  return <output>version {row?.version}</output>;
}

/** Returns the tables of which the live queries read many rows when one row of each large table changed. */
async function readInWhole(node: ReactNode, path = '/'): Promise<string[]> {
  const location = memoryLocation({ path });
  const { context } = show(
    db,
    <Router hook={location.hook}>
      {node}
      <Version />
    </Router>,
  );
  await screen.findByText(`version ${version}`);
  // A screen that begins with the context queries after it.
  const leave = context.subscribe(() => {});
  await waitFor(() => expect(context.get()).toBeDefined());
  leave();
  await reads.settled();
  reads.byTable.clear();
  version += 1;
  await changeRemotely(() => db.transaction('rw', ['participants', 'posts', 'photos', 'userStatistics'], putChanged));
  await screen.findByText(`version ${version}`);
  await reads.settled();
  return [...reads.byTable].flatMap(([table, rows]) => (rows < few ? [] : [table])).toSorted();
}

async function putChanged(): Promise<void> {
  for (const [name, row] of changedRows(eventId, version)) await db.table(name).put(row);
}

test.each(paths)('%s reads few rows when a row of each large table changes', async (path) => {
  const { screen: own, props, path: pattern } = routeOf(path)!;
  await own.preload?.();
  const Screen = own as (props: object) => ReactNode;
  const params = pattern instanceof RegExp ? (pattern.exec(path)?.groups ?? {}) : {};
  expect(await readInWhole(<Screen {...props?.(params)} />, path)).toEqual(Object.keys(mayReadAll[path] ?? {}));
});

test.each(['/chat', '/chat/3', '/chat/thread/large-thread', '/pictures', '/pictures/photo/large-photo-500'])(
  '%s reads few rows when a row of each large table changes in a window',
  async (path) => {
    const before = await db.meta.get('cursor');
    await putWindow(db, { floors: { posts: size / 2, photos: size / 2 }, counts: { posts: size, photos: size } });
    const { screen: own, props, path: pattern } = routeOf(path)!;
    await own.preload?.();
    const Screen = own as (props: object) => ReactNode;
    expect(await readInWhole(<Screen {...props?.((pattern as RegExp).exec(path)?.groups ?? {})} />, path)).toEqual([]);
    await db.meta.put(before!);
  },
);

test('components outside the screens read few rows when a row of each large table changes', async () => {
  const parts = [SweptPictures, ...features.flatMap(({ header, background, onceReached }) => [header, background, onceReached])];
  const drawn = parts.filter((part) => part !== undefined);
  expect(drawn.length).toBeGreaterThan(2);
  expect(await readInWhole(drawn.map((Part, index) => <Part key={index} />))).toEqual([]);
});

test('detects a live query that reads a whole table', async () => {
  function Whole(): ReactNode {
    return useLive((db) => db.mirror('posts').toArray(), [])?.length;
  }
  function ByCursor(): ReactNode {
    return useLive(
      (db) =>
        db
          .mirror('photos')
          .filter(({ description }) => description === '')
          .count(),
      [],
    );
  }
  expect(await readInWhole([<Whole key="whole" />, <ByCursor key="cursor" />])).toEqual(['photos', 'posts']);
});

test('tests a path of every route', () => {
  const opened = new Set(paths.map(routeOf));
  expect(routes.filter((route) => !opened.has(route)).map(({ path }) => String(path))).toEqual([]);
});
