import { csrfAnswer, login, tokenAnswer } from '#contract/endpoints/core.ts';
import { EventDatabase } from '#db/database.ts';
import { ApiClient } from '#sync/wire/api-client.ts';
import { Connection } from '#sync/wire/connection.ts';
import { drain as drainOutbox } from '#sync/exchange/drain.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import type { Ports } from '#sync/device/ports.ts';
import { pull } from '#sync/exchange/pull.ts';
import { type Call, send } from '#sync/wire/transport.ts';
import { clientPorts } from './client-ports.ts';
import { hasMark } from './mark.ts';

/*
 * The device of the benchmark: the app's own mirror, outbox, pull and drain, each run once on demand, without their loops. There is one per
 * page of the server's origin, or per Node process (with an IndexedDB in memory).
 */

interface Device {
  readonly ports: Ports;
  readonly access: ApiClient;
  readonly db: EventDatabase;
  readonly eventId: number;
}

export interface Row {
  readonly content: string;
}

/** How long (ms) to wait for rows that the server has not sent yet. */
const patience = 60_000;
const pause = 50;

let device: Device | null = null;

/** Signs in and opens the person's database; returns the ids of the person and the active event. Throws if the sign-in fails. */
export async function open(account: { baseUrl: string; email: string; password: string }): Promise<{ userId: number; eventId: number }> {
  close();
  await bringIndexedDB();
  const ports = clientPorts(account.baseUrl);
  const { userId, token } = await signIn(ports, account);
  const access = new ApiClient({ ports, connection: new Connection(), userId, token, onRefused: () => {} });
  const db = new EventDatabase(userId, { indexedDB, IDBKeyRange });
  await db.open();
  const me = await callApi({ send: (call) => access.send(call) }, { method: 'GET', path: '/api/users/me' });
  const eventId = (me as { activeEvent: { id: number } | null }).activeEvent?.id;
  if (eventId === undefined) throw new Error(`${account.email} is active in no event`);
  device = { ports, access, db, eventId };
  return { userId, eventId };
}

export function close(): void {
  device?.db.close();
  device = null;
}

/** Loads until the mirror is level and holds `n` posts. */
export async function bootstrap(n: number): Promise<void> {
  await pullUntil(async () => (await count()) >= n, `${n} posts`);
}

/** Stores that many commands, one after another like a person, without a drain. */
export async function offlineWrite(rows: number | readonly Row[]): Promise<void> {
  const { db, ports, eventId } = opened();
  const list = typeof rows === 'number' ? Array.from({ length: rows }, (_, index) => ({ content: `Post ${index + 1}` })) : rows;
  for (const { content } of list) {
    await enqueue(db, ports, { resource: 'posts', mutation: 'create', args: { content }, eventId });
  }
}

/** Drains until the server has acknowledged `n` commands and the outbox is empty. Throws if one is refused. */
export async function drain(n: number): Promise<void> {
  const { db, ports, access } = opened();
  const waiting = await db.outbox.count();
  if (waiting !== n) throw new Error(`${waiting} commands wait, not ${n}`);
  const end = Date.now() + patience;
  for (;;) {
    const { kind, nextAt } = await drainOutbox(db, ports, access);
    if ((await db.outbox.count()) === 0) return;
    if (kind === 'signed-out' || nextAt === null || nextAt > end) throw new Error(`the drain ended: ${kind}`);
    await sleep(Math.max(0, nextAt - Date.now()));
  }
}

/** Pulls until the mirror has the `n` rows that the server changed in that generation. */
export async function delta(n: number, generation: number): Promise<void> {
  // Counts pulled rows first, because a search for the mark reads the whole mirror.
  await pullUntil(async (brought) => brought >= n || (await changed(generation)) >= n, `${n} rows of generation ${generation}`);
}

export async function count(): Promise<number> {
  return opened().db.mirror('posts').count();
}

/** Returns the number of posts in the mirror with that generation's mark; see `mark.ts`. */
export async function changed(generation: number): Promise<number> {
  return opened()
    .db.mirror('posts')
    .filter(({ content }) => content !== undefined && hasMark(content, generation))
    .count();
}

function opened(): Device {
  if (!device) throw new Error('open() comes first');
  return device;
}

async function pullUntil(isThere: (brought: number) => Promise<boolean>, what: string): Promise<void> {
  const { db, ports, access } = opened();
  const end = Date.now() + patience;
  let brought = 0;
  for (;;) {
    const outcome = await pull(db, ports, access, (rows) => {
      brought += rows;
    });
    if (outcome.kind !== 'answer' || outcome.status !== 200) throw new Error(`the pull failed: ${JSON.stringify(outcome)}`);
    if (await isThere(brought)) return;
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await sleep(pause);
  }
}

async function signIn(ports: Ports, { email, password }: { email: string; password: string }): Promise<{ userId: number; token: string }> {
  const via = { send: (call: Call) => send(ports, call) };
  const { csrfToken } = csrfAnswer.parse(await callApi(via, { method: 'GET', path: '/api/users/me' }));
  return tokenAnswer.parse(await callApi(via, { method: 'POST', path: login.path, body: { email, password, csrfToken } }));
}

/** Returns the body of a 200. Throws for any other outcome. */
async function callApi(via: { send(call: Call): ReturnType<typeof send> }, call: Call): Promise<unknown> {
  const outcome = await via.send(call);
  if (outcome.kind === 'answer' && outcome.status === 200) return outcome.body;
  throw new Error(`${call.method} ${call.path}: ${JSON.stringify(outcome)}`);
}

/** Loads an IndexedDB into Node. The name is assembled, so that no bundler includes the module in a page. */
async function bringIndexedDB(): Promise<void> {
  if (typeof indexedDB === 'undefined') await import(/* @vite-ignore */ ['fake-indexeddb', 'auto'].join('/'));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
