import { randomUUID } from 'node:crypto';
import type { EventServer } from './server.ts';
import { loginOf, type Person } from './people.ts';

/** Another device of a person, without a screen. */
export interface Api {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** Requests a session with a password and the CSRF token of the first answer, as a browser does. */
export async function passwordLogin(origin: string, { email, password }: { email: string; password: string }): Promise<Response> {
  const hello = await fetch(`${origin}/api/users/me`);
  const { csrfToken } = (await hello.json()) as { csrfToken: string };
  const cookie = hello.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return fetch(`${origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin },
    body: JSON.stringify({ email, password, csrfToken }),
  });
}

/** Signs a person in over the REST API. */
export async function signInByApi({ origin }: EventServer, person: Person): Promise<Api> {
  const answer = await passwordLogin(origin, loginOf(person));
  const { token } = (await answer.json()) as { token: string };
  return {
    call: async (method, path, body) => {
      const response = await fetch(origin + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
  };
}
