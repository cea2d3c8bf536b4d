import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { apiAnswer, freshDatabase, userId } from '#tests/fixtures/device.ts';
import { clientOf, leave, signingIn } from '#tests/fixtures/session.ts';
import type { Ports } from '../device/ports.ts';
import { DeviceAccounts } from './device-accounts.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';

let storage: IDBFactory;
let kept: string | null;
let ports: Ports;

/** Grants each lock to one caller at a time, as the browser does. */
function turns(): Ports['withLock'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

beforeEach(() => {
  storage = new IDBFactory();
  kept = null;
  const startPage = { keep: async (page: Response) => void (kept = await page.text()), forget: async () => void (kept = null) };
  ports = { ...signingIn(), withLock: turns(), startPage };
});

const open = (own: Partial<Ports> = {}): Session => new Session({ ...ports, ...own }, () => freshDatabase(storage));

async function signedIn(own: Partial<Ports> = {}): Promise<Session> {
  const session = open(own);
  await session.signIn(login('anna@demo.example', 'secret'));
  await session.keepStartPage(clientOf(session), new Response('of Anna'));
  return session;
}

test('the start page is stored for the signed-in user and outlives a restart', async () => {
  const session = await signedIn();
  leave(session);
  const again = open();
  await again.start();
  expect(kept).toBe('of Anna');
  leave(again);
});

test('the start page is deleted by a logout and not stored after it', async () => {
  const session = await signedIn();
  const client = clientOf(session);
  await session.logout('keep');
  expect(kept).toBeNull();
  await session.keepStartPage(client, new Response('of Anna, late'));
  expect(kept).toBeNull();
});

test('the start page is deleted if its person signs out while it is being stored', async () => {
  const session = await signedIn();
  const client = clientOf(session);
  let arrive = (): void => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const slow = new DeviceAccounts(
    { ...ports, startPage: { ...ports.startPage, keep: async (page) => (await arrival, ports.startPage.keep(page)) } },
    () => freshDatabase(storage),
  );
  const keeping = slow.keepStartPage(client.userId, new Response('of Anna, slowly'));
  const leaving = session.logout('keep');
  arrive();
  await Promise.all([keeping, leaving]);
  expect(kept).toBeNull();
});

test('the start page is deleted before the sign-out, so a killed tab leaves its person signed in', async () => {
  const session = await signedIn();
  const seen: unknown[] = [];
  const forget = async (): Promise<void> => {
    seen.push(await ports.store.get('signed-in'));
    throw new Error('killed');
  };
  leave(session);
  const people = new DeviceAccounts({ ...ports, startPage: { ...ports.startPage, forget } }, () => freshDatabase(storage));
  await expect(people.leave()).rejects.toThrow('killed');
  expect([seen, await people.signedIn()]).toEqual([[userId], userId]);
});

test('the start page is deleted when the server ends the session and when another account signs in', async () => {
  const session = await signedIn();
  leave(session);
  const ended = open({ fetch: async () => apiAnswer(401, { error: 'unauthenticated', message: '' }) });
  await ended.start();
  await expect.poll(() => ended.state.get().status).toBe('signed-out');
  expect(kept).toBeNull();
  kept = 'of Anna, restored';
  await new DeviceAccounts(ports, () => freshDatabase(storage)).enter(userId + 1);
  expect(kept).toBeNull();
});
