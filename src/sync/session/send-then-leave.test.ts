import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { batch, type BatchCall } from '#contract/endpoints/core.ts';
import { waitingPicture } from '#contract/pictures.ts';
import { apiAnswer, eventId, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import { clientOf, leave, signingIn } from '#tests/fixtures/session.ts';
import { EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import { storeReceived } from '../device/received-content.ts';
import { command } from '../outbox/command.ts';
import { Session } from './session.ts';
import { login } from './sign-in.ts';

let storage: IDBFactory;

beforeEach(() => {
  storage = new IDBFactory();
});

const open = (ports: Ports): Session =>
  new Session(ports, (id, life = 0) => new EventDatabase(id, { indexedDB: storage, IDBKeyRange, life }));

test('a logout sends pending commands and ends', async () => {
  const ports = signingIn();
  const { fetch } = ports;
  const sent: unknown[] = [];
  ports.fetch = async (path, init) => {
    if (path !== batch.path) return fetch(path, init);
    const { calls } = JSON.parse(init.body as string) as { calls: (BatchCall & { body: { id: string; content: string } })[] };
    sent.push(...calls.map(({ body }) => body.content));
    return apiAnswer(200, { answers: calls.map(({ key, body }) => ({ key, status: 201, body: serverPost(body.id, body) })) });
  };
  const session = open(ports);
  await session.signIn(login('anna@demo.example', 'secret'));
  await writePost(clientOf(session).db, ports, 'last words');
  expect(await session.logout('send')).toEqual({ kind: 'done' });
  expect(sent).toEqual(['last words']);
  expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [] });
});

test('a logout reports commands that could not be sent', async () => {
  const ports = signingIn();
  const session = open(ports);
  await session.signIn(login('anna@demo.example', 'secret'));
  await writePost(clientOf(session).db, ports, 'waiting');
  expect(await session.logout('send')).toEqual({ kind: 'still-unsent', count: 1 });
  leave(session);
});

test('a logout does not delete drafts', async () => {
  const ports = signingIn();
  const session = open(ports);
  await session.signIn(login('anna@demo.example', 'secret'));
  await clientOf(session).db.drafts.put({ id: 'new-post', text: 'half a thought', updatedAt: 1 });
  expect(await session.logout('send')).toEqual({ kind: 'still-unsent', count: 1 });
  leave(session);
});

test('a logout asks about content that another app shared, and deletes it only with the drafts', async () => {
  const ports = signingIn();
  const session = open(ports);
  await session.signIn(login('anna@demo.example', 'secret'));
  const room = { store: ports.store, withRoom: <T>(work: () => Promise<T>): Promise<T> => work() };
  for (const owner of [userId, userId + 1]) {
    await storeReceived(room, { text: 'a link', files: [] }, { id: `of-${owner}`, at: Date.now(), userId: owner });
  }
  expect(await session.logout('send')).toEqual({ kind: 'still-unsent', count: 1 });
  await session.logout('keep');
  expect(await ports.store.keys('received')).toHaveLength(2);
  await session.signIn(login('anna@demo.example', 'secret'));
  await session.logout('discard');
  expect(await ports.store.keys('received')).toEqual([`received:of-${userId + 1}`]);
});

describe('a logout during an endless upload', () => {
  /** Starts such a logout. `calledOff` aborts it, and `upload` ends the picture. */
  async function sending() {
    const [begun, upload] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const ports = signingIn();
    ports.upload = () => {
      begun.resolve();
      return upload.promise;
    };
    const session = open(ports);
    await session.signIn(login('anna@demo.example', 'secret'));
    const client = clientOf(session);
    const [id, blobId] = [client.newId(), client.newId()];
    const bytes = { id: blobId, bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/webp' };
    const args = { url: waitingPicture(blobId, 4, 3), description: 'The jetty' };
    await (await client.engine()).executeAll([command('photos', 'create', args, { eventId, id, bytes })], null);
    const calledOff = new AbortController();
    const leaving = session.logout('send', calledOff.signal);
    await begun.promise;
    // The texts were tried, so the logout now waits for the picture only.
    await client.syncNow();
    return { session, calledOff, upload, leaving };
  }

  test('can be called off by the person', async () => {
    const { session, calledOff, leaving } = await sending();
    calledOff.abort();
    expect(await leaving).toEqual({ kind: 'called-off' });
    expect(await session.unsent()).toMatchObject({ commands: [{ mutation: 'create' }] });
    leave(session);
  });

  test('delays no other sign-in or sign-out, and does not sign out the next account', async () => {
    const { session, upload, leaving } = await sending();
    expect(await session.logout('keep')).toEqual({ kind: 'done' });
    await session.signIn(async () => ({ kind: 'token', token: 'token', userId: userId + 1 }));
    upload.reject(new TypeError('no network'));
    expect(await leaving).toEqual({ kind: 'called-off' });
    expect(session.state.get()).toMatchObject({ status: 'signed-in', userId: userId + 1 });
    leave(session);
  });
});
