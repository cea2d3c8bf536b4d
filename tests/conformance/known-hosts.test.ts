import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { isOutOfReach } from '#server/services/security/known-hosts.ts';
import { openWorld, type World } from '../fixtures/world.ts';

const ours = 'camp.example.org';
const evil = 'evil.example';

describe('without PUBLIC_URL', () => {
  let world: World;
  beforeEach(async () => void (world = await openWorld()));
  afterEach(() => world.close());

  const by = async (host: string, who: 'author' | null = null, path = '/api/event') => {
    const { status, body } = await world.call(who, 'GET', path, { headers: { host } });
    return status === 200 ? 200 : `${status} ${body.error}`;
  };
  const afterLearning = () => world.later(8 * times.day);

  test('answers to a public name for a week in a database older than this check', async () => {
    expect(await by(ours)).toBe(200);
    afterLearning();
    expect(await by(ours)).toBe('421 unknown_host');
  });

  test('answers everybody at a name that a signed-in user has used, and nobody at another name', async () => {
    expect(await by(ours, 'author')).toBe(200);
    afterLearning();
    expect(await by(`${ours}:4000`)).toBe(200);
    expect(await by(evil)).toBe('421 unknown_host');
    expect(await world.call(null, 'GET', '/api/users/me', { headers: { host: evil, 'accept-language': 'de' } })).toMatchObject({
      status: 421,
      body: { message: expect.stringContaining('PUBLIC_URL') as string },
    });
  });

  test('learns a name after that week from a signed-in user', async () => {
    afterLearning();
    expect(await by(ours)).toBe('421 unknown_host');
    expect(await by(ours, 'author')).toBe(200);
    expect(await by(ours)).toBe(200);
  });

  test('keeps the first names when somebody makes up others', async () => {
    expect(await by(ours, 'author')).toBe(200);
    for (let index = 0; index < 30; index += 1) expect(await by(`${index}.${evil}`, 'author')).toBe(200);
    afterLearning();
    expect([await by(ours), await by(`29.${evil}`)]).toEqual([200, '421 unknown_host']);
  });

  test('lets a device refresh its session at a name that it alone uses', async () => {
    afterLearning();
    expect(await by(ours, null, '/api/users/refresh')).not.toContain('unknown_host');
  });

  test.each(['127.0.0.1:4000', '[::1]:4000', '192.168.1.5', 'localhost', 'camp.local', 'laptop'])('always answers at %s', async (host) => {
    afterLearning();
    expect(await by(host)).toBe(200);
  });

  test('rejects a sign-in from a page of another site that resolves to this server', async () => {
    afterLearning();
    const headers = { host: evil, origin: `http://${evil}` };
    expect(await world.call(null, 'POST', '/api/users/forgot-password', { headers, body: { email: 'author@camp.example' } })).toMatchObject(
      {
        status: 421,
      },
    );
  });
});

test('PUBLIC_URL replaces the check of host names', async () => {
  const world = await openWorld({ PUBLIC_URL: `https://${ours}` });
  try {
    world.later(8 * times.day);
    expect((await world.call(null, 'GET', '/api/event', { headers: { host: evil } })).status).toBe(200);
  } finally {
    await world.close();
  }
});

test('names of the own machine and network are trusted, because no stranger controls them', () => {
  const names = ['tent.fritz.box', 'tent.example.com', 'a.lan', 'a.home.arpa', 'evil.example', 'a.notlocal', '1.2.3.4.evil.example'];
  expect(names.filter((name) => isOutOfReach(name, 'tent'))).toEqual(['tent.fritz.box', 'tent.example.com', 'a.lan', 'a.home.arpa']);
});
