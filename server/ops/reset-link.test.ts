import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '../../contract/times.ts';
import { errorOf, openWorld, type World } from '../../tests/conformance/auth-fixture.ts';
import { makeResetLink } from './make-reset-link.ts';

const newPassword = 'Seeufer-2026';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.person('anna@camp.example');
});
afterEach(() => world.close());

const make = (email = 'anna@camp.example') =>
  makeResetLink({ store: world.store, email, origin: 'https://camp.example', now: world.clock.now() });
const tokenIn = (text: string): string => /^https:\/\/camp\.example\/#\/reset-password\?token=([\w-]{22})$/m.exec(text)?.[1] ?? '';
const reset = (token: string) => world.browser().send('POST', '/api/users/reset-password', { payload: { token, newPassword } });

test('a link that an admin hands over gives a new password, while the server runs', async () => {
  expect((await reset(tokenIn(await make(' Anna@camp.example ')))).statusCode).toBe(200);
  expect((await world.browser().login('anna@camp.example', newPassword)).statusCode).toBe(200);
});

test('it works for 24 hours, and gives way to a later one', async () => {
  const first = tokenIn(await make());
  const second = tokenIn(await make());
  expect(errorOf(await reset(first))).toBe('410 link_over');
  world.clock.time += times.day - 1;
  expect((await reset(second)).statusCode).toBe(200);
  const third = tokenIn(await make());
  world.clock.time += times.day;
  expect(errorOf(await reset(third))).toBe('410 link_over');
});

test('who has no account gets none', async () => {
  await expect(make('nobody@camp.example')).rejects.toThrow('nobody@camp.example has no account');
});
