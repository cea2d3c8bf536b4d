import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { openTestStore } from '../fixtures/databases/test-store.ts';
import { type KeptMails, keepMails } from '../fixtures/messages/kept-mails.ts';
import { cheapHash } from '../fixtures/server/cheap-hash.ts';

export const password = 'Demo-Anna-1';
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** A server in this process, with a clock that only the test advances. */
export interface World {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly clock: { time: number; now(): number };
  /** Adds a person and returns their id; all have the same password, hashed once. */
  person(email: string, totp?: string | null): Promise<number>;
  browser(address?: string): Browser;
  /** Mails in the order of sending; `mailed` sends the due ones. */
  readonly mails: KeptMails;
  mailed(): Promise<void>;
  /** Resolves when all writes that have begun are done. */
  settled(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-companion-'));
  const clock = { time: Date.UTC(2026, 10, 21, 12), now: () => clock.time };
  const { store, settled } = await openObservedStore();
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const mails = keepMails();
  const app = await createApp({ config, store, clock, sendMail: mails.send, appDir: join(dataDir, 'no-build') });
  await app.ready();
  const hash = cheapHash(password);
  return {
    app,
    store,
    clock,
    async person(email, totp = null) {
      const { id } = await sqlOf(store.reading)
        .insertInto('users')
        .values({ email, name: email, role: 'user', password_hash: hash, totp_secret: totp, email_verified: 1, version: 1, created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    browser: (address) => new Browser(app, address),
    mails,
    mailed: () => app.deps.mail.delivery.sendDue(),
    settled,
    async close() {
      await app.close();
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Returns a store, and a wait for its begun writes, also for those that an answer does not wait for. */
async function openObservedStore(): Promise<Pick<World, 'store' | 'settled'>> {
  const store = await openTestStore();
  const begun = new Set<Promise<unknown>>();
  const write: Store['write'] = (scopes, work) => {
    const writing = store.write(scopes, work);
    begun.add(writing);
    return writing.finally(() => begun.delete(writing));
  };
  return { store: { ...store, write }, settled: () => Promise.allSettled(begun) };
}

type Answer = Awaited<ReturnType<Browser['send']>>;

/** A cookie jar that sends the headers of a page of our own origin. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #address: string;

  constructor(app: FastifyInstance, address = '192.0.2.1') {
    this.#app = app;
    this.#address = address;
  }

  async send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    options: { payload?: object | string; headers?: Record<string, string | undefined> } = {},
  ) {
    const given = { 'sec-fetch-site': 'same-origin', ...options.headers };
    const headers = Object.fromEntries(Object.entries(given).filter((header): header is [string, string] => header[1] !== undefined));
    const answer = await this.#app.inject({
      method,
      url,
      headers,
      cookies: Object.fromEntries(this.jar),
      remoteAddress: this.#address,
      ...(options.payload !== undefined && { payload: options.payload }),
    });
    for (const cookie of answer.cookies) {
      if (cookie.maxAge === 0) this.jar.delete(cookie.name);
      else this.jar.set(cookie.name, cookie.value);
    }
    return answer;
  }

  async csrfToken(): Promise<string> {
    return (await this.send('GET', '/api/users/me')).json<{ csrfToken: string }>().csrfToken;
  }

  async login(email: string, secret = password): Promise<Answer> {
    return this.send('POST', '/api/users/login', { payload: { email, password: secret, csrfToken: await this.csrfToken() } });
  }

  tfa(username: string, token: string, secret = password): Promise<Answer> {
    return this.send('POST', '/api/users/tfa', { payload: { username, password: secret, token } });
  }

  refresh(): Promise<Answer> {
    return this.send('GET', '/api/users/refresh');
  }

  me(token: string): Promise<Answer> {
    return this.send('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  }
}

export const tokenOf = (answer: Answer) => answer.json<{ token: string }>().token;
export const errorOf = (answer: Answer) => `${answer.statusCode} ${answer.json<{ error: string }>().error}`;
