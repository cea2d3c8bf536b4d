import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sensitiveCalls } from '#contract/endpoints/sensitive-calls.ts';
import { times } from '#contract/times.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { people, type PersonName, postOf } from '../fixtures/camp.ts';
import { type Answer, openWorld, type World } from '../fixtures/world.ts';
import { callers } from './callers.ts';
import { routesTable } from './routes-table.ts';

let world: World;
const open = async (settings: Record<string, string> = {}): Promise<void> => void (world = await openWorld(settings));
const required = { ADMIN_SECOND_FACTOR: 'required' };

const turnOn = (who: PersonName, secret: string | null = 'JBSWY3DPEHPK3PXP') =>
  sqlOf(world.store.reading).updateTable('users').set({ totp_secret: secret }).where('id', '=', people[who].id).execute();

const isDone = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

/** Calls open to an admin and closed to a participant of the same event, by the table of statuses. Dating depends on opting in instead. */
const adminRows = Object.entries(routesTable(() => world)).flatMap(([route, given]) =>
  [given].flat().flatMap((row) => {
    const statusOf = (who: (typeof callers)[number]) => row.statuses[callers.indexOf(who)];
    const admins = (['orga', 'admin'] as const).filter((who) => isDone(statusOf(who)));
    const isTheirs = admins.length > 0 && !isDone(statusOf('participant')) && (isDone(statusOf('orga')) || !isDone(statusOf('stranger')));
    const ofAdmins = isTheirs && route !== 'GET /api/dating';
    return ofAdmins ? admins.map((who) => ({ ...row, route, who, status: statusOf(who) as number })) : [];
  }),
);

async function play({ route, url, options, who }: (typeof adminRows)[number]): Promise<Answer> {
  const [method, pattern] = route.split(' ') as [string, string];
  return world.call(who, method, typeof url === 'function' ? await url() : (url ?? pattern), options);
}

describe('an admin without a required second factor', () => {
  beforeAll(() => open(required));
  afterAll(() => world.close());

  test.each(adminRows)('is refused by $route $url as $who', async (row) => {
    const { status, body } = await play(row);
    expect([status, body?.error]).toEqual([403, 'second_factor_required']);
  });
});

describe('an admin who turns a required second factor on within a session', () => {
  const turnOnLater = async (): Promise<void> => {
    await open(required);
    for (const who of ['orga', 'admin'] as const) {
      await world.signIn(who);
      await turnOn(who);
    }
  };
  beforeAll(turnOnLater);
  afterAll(() => world.close());

  test.each(adminRows)('is served by $route $url as $who', async (row) => {
    expect((await play(row)).status).toBe(row.status);
    if (!row.changesCallers) return;
    await world.close();
    await turnOnLater();
  });
});

describe('a required second factor', () => {
  beforeEach(() => open(required));
  afterEach(() => world.close());

  test('is checked for each route that only admins may call', () => {
    const guarded = world.app.routeTable().filter(({ access, method }) => access.endsWith('-admin') && method !== 'HEAD');
    expect(adminRows.length).toBeGreaterThan(40);
    const missing = guarded.map(({ method, url }) => `${method} ${url}`).filter((route) => !adminRows.some((row) => row.route === route));
    expect(missing).toEqual([]);
  });

  test('leaves the participant routes and scopes open to an admin without it', async () => {
    const post = postOf('orga');
    const before = await world.pull('orga');
    expect(before.changes.map(({ resource }) => resource)).toContain('codes');
    const sent = await world.call('orga', 'POST', '/api/post', { body: { id: post.id, content: 'Hallo', event: 1 } });
    expect(sent.status).toBe(201);
    expect((await world.call('orga', 'DELETE', `/api/post/${sent.body.id}`)).status).toBe(204);
    await turnOn('orga');
    expect(await world.pull('orga', before.cursor)).toMatchObject({ reset: false });
  });

  test('removes admin rights the moment it is turned off', async () => {
    await turnOn('admin');
    expect((await world.call('admin', 'GET', '/api/admin/users')).status).toBe(200);
    await turnOn('admin', null);
    expect((await world.call('admin', 'GET', '/api/admin/users')).body.error).toBe('second_factor_required');
  });

  test('is published in the site settings', async () => {
    expect((await world.call(null, 'GET', '/api/site')).body).toMatchObject({ adminsNeedFactor: true });
  });
});

test('an admin acts without a second factor when it is optional', async () => {
  await open();
  expect((await world.call('admin', 'GET', '/api/admin/users')).status).toBe(200);
  expect((await world.call(null, 'GET', '/api/site')).body).toMatchObject({ adminsNeedFactor: false });
  await world.close();
});

describe('a sensitive command', () => {
  beforeEach(() => open());
  afterEach(() => world.close());

  const rowsOf = (method: string, path: string) =>
    Object.entries(routesTable(() => world)).find(([route]) => route === `${method} ${path}`);

  test.each(sensitiveCalls.map(({ method, path }) => ({ method, path })))(
    '$method $path requires a new proof from a session after a quarter of an hour',
    async ({ method, path }) => {
      const [row] = [rowsOf(method, path)![1]].flat();
      const { url, options } = row as { url?: string | (() => Promise<string>); options?: object };
      const call = async () => world.call('admin', method, typeof url === 'function' ? await url() : (url ?? path), options);
      await world.signIn('admin');
      world.clock.time += times.proofLife;
      const late = await call();
      expect([late.status, late.body.error]).toEqual([403, 'proof_required']);
      await sqlOf(world.store.reading)
        .updateTable('sessions')
        .set({ proved_at: world.clock.time })
        .where('user_id', '=', people.admin.id)
        .execute();
      expect((await call()).status).toBe(200);
    },
  );

  test('is none of the routes in the specification', () => {
    const specified = ['GET /api/admin/events', 'POST /api/admin/events', 'GET /api/admin/users', 'PUT /api/event/:id'];
    expect(sensitiveCalls.map(({ method, path }) => `${method} ${path}`).filter((call) => specified.includes(call))).toEqual([]);
  });
});
