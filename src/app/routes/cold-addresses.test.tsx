import { render, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { apiAnswer, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { givenDevice } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '#sync/device/ports.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { pendingQueries } from '#sync/react/pending-queries.ts';
import { Session } from '#sync/session/session.ts';
import { databaseNumberKey, signedInKey } from '#sync/session/account-keys.ts';
import { App } from '../app.tsx';
import { features } from '../feature-list.ts';
import { routesOf } from './routes.tsx';

/** Examples of routes that are regular expressions, one for each variant; and links that match no route. */
const examples = [
  '/verify-email',
  '/verify-email?token=abc',
  '/reset-password?token=abc',
  '/revert-address?token=abc',
  '/chat/1',
  '/chat/thread/p1',
  '/pictures/1/photo/p1',
  '/schedule',
  '/agenda/entry/e1',
  '/schedule/entry/e1',
  '/admin/global/audit/person/7/1',
  '/admin/global/users/1/person/7',
  '/calendar-events/list/2026-07',
  '/statistics/counter/evidence/c1',
  '/admin/reports/decided/1',
  '/admin/eventcodes/unused/1',
  '/admin/announcements/a1',
  '/admin/feedback/1',
  '/date/interested/1',
  '/shared',
  '/shared/lost',
  '/sharing/offers',
  '/code=MILL',
  '/code=MILL&email=a@demo.example',
  '/nowhere',
];
/** In the specification this screen confirms the address of a mailed link on load: the token is the proof. */
const bySpecification = ['/verify-email?token=abc'];

const routes = routesOf(features);
const addresses = [
  ...routes.flatMap(({ path }) => (typeof path === 'string' ? [path.replaceAll(/\/:\w+\?/g, '/1').replaceAll(/:\w+/g, '1')] : [])),
  ...examples,
];

const writes = vi.fn<(call: string) => void>();
let db: EventDatabase;
let session: Session;

const fetch: Ports['fetch'] = async (path, { method = 'GET' }) => {
  if (method !== 'GET') writes(`${method} ${path}`);
  if (path === '/api/users/refresh') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 3_600 });
  throw new TypeError('no network');
};

/** Returns all that is stored for the person, except what they have seen. */
async function stored(): Promise<unknown> {
  const tables = db.tables.filter(({ name }) => !['meta', 'news'].includes(name));
  return Promise.all(tables.map(async (table) => [table.name, await table.toArray()]));
}

beforeAll(async () => {
  await startTexts();
  const storage = new IDBFactory();
  db = await givenDevice('admin', storage);
  await putDemoScreens(db);
  await db.mirror('me').update(userId, { role: 'admin' });
  const ports = quietPorts({ fetch, upload: fetch });
  await ports.store.set(signedInKey, userId);
  await ports.store.set(databaseNumberKey(userId), 0);
  session = new Session(ports, () => freshDatabase(storage));
  await session.start();
  await Promise.all(routes.map(async ({ screen: { preload } }) => preload?.()));
});
afterAll(async () => {
  db.close();
  await session.logout('discard');
});
beforeEach(() => {
  localStorage.clear();
  writes.mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('scrollTo', () => {});
});

test('has an example for every route that is a pattern', () => {
  const without = routes.filter(({ path }) => path instanceof RegExp && !examples.some((example) => path.test(example)));
  expect(without).toEqual([]);
});

test.each(addresses)('opening %s changes nothing', async (address) => {
  const [before, state] = [await stored(), session.state.get()];
  location.hash = `#${address}`;
  render(
    <SessionProvider session={session}>
      <App />
    </SessionProvider>,
  );
  await waitFor(() => expect([document.querySelectorAll('h1').length, pendingQueries.get()]).toEqual([1, 0]));
  // A screen that acts by itself does so within its first effects.
  await waitFor(async () => expect(await session.unsent()).toEqual({ commands: [], drafts: 0 }));
  expect(session.state.get()).toBe(state);
  expect(await stored()).toEqual(before);
  expect(writes.mock.calls.length > 0).toBe(bySpecification.includes(address));
});
