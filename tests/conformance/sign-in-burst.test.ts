import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cheapHash } from '../fixtures/server/cheap-hash.ts';
import { openWorld, type World } from './auth-fixture.ts';
import { sqlOf } from '#server/store/core/handles.ts';

const password = 'Correct-1';
const guests = Array.from({ length: 550 }, (_, index) => `guest${index}@camp.example`);
const victim = 'victim@camp.example';
/** The shared address of a hall, and another one; the proxy in front of the server sends them. */
const [hall, elsewhere] = ['192.0.2.7', '198.51.100.1'];

let world: World;
let agent: Agent;

beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: '127.0.0.1' });
  const person = {
    name: '',
    role: 'user' as const,
    password_hash: cheapHash(password),
    email_verified: 1 as const,
    version: 1,
    created_at: 0,
  };
  const people = [...guests, victim].map((email) => ({ ...person, email }));
  await sqlOf(world.store.reading).insertInto('users').values(people).execute();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  agent = new Agent({ keepAlive: true, maxSockets: 700 });
});

afterAll(async () => {
  agent.destroy();
  await world.close();
});

interface Answer {
  readonly status: number;
  readonly body: { readonly csrfToken: string };
  readonly cookie: string;
}

function send(method: string, path: string, address: string, body?: object, cookie = ''): Promise<Answer> {
  const { port } = world.app.server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie };
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'],
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
        }),
      );
    });
    outgoing.on('error', reject).end(body && JSON.stringify(body));
  });
}

async function signIn(email: string, secret: string, address: string): Promise<number> {
  const { body, cookie } = await send('GET', '/api/users/me', address);
  return (await send('POST', '/api/users/login', address, { email, password: secret, csrfToken: body.csrfToken }, cookie)).status;
}

test('500 people behind one address sign in at once despite wrong passwords there, and the attacked account stays open elsewhere', async () => {
  const [right, slipping] = [guests.slice(0, 500), guests.slice(500)];
  const guesses = Array.from({ length: 100 }, (_, index) => signIn(victim, `Guess-${index}`, hall));
  const slips = slipping.map((email) => signIn(email, 'Corect-1', hall));
  const signedIn = right.map((email) => signIn(email, password, hall));

  expect(await Promise.all(signedIn)).toEqual(right.map(() => 200));
  expect(await Promise.all(slips)).toEqual(slipping.map(() => 401));
  const answers = await Promise.all(guesses);
  expect(answers.filter((status) => status === 401)).toHaveLength(5);
  expect(answers.filter((status) => status === 429)).toHaveLength(95);

  // People who mistyped are not blocked, nor are later ones; the victim signs in at home, and not in the hall.
  expect(await Promise.all(slipping.map((email) => signIn(email, password, hall)))).toEqual(slipping.map(() => 200));
  expect(await signIn(victim, password, hall)).toBe(429);
  expect(await signIn(victim, password, elsewhere)).toBe(200);
});
