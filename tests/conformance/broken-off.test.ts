import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { callerOf, insertRows, people, photoOf } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
let token: string;
beforeEach(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ token } = await world.app.deps.auth.sessions.open(people.author.id));
});
afterEach(() => world.close());

/** Sends a request, or its beginning, and breaks it off once `hasArrived` holds; resolves when the server has noticed. */
async function breakOff(line: string, headers: readonly string[], hasArrived: () => void, body = ''): Promise<void> {
  const over = new Promise((resolve) => {
    world.app.server.once('request', (_request, reply: ServerResponse) => reply.once('close', resolve));
  });
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...headers, '', body].join('\r\n'));
  await vi.waitFor(hasArrived);
  socket.destroy();
  await over;
}

test.each([
  ['a call that may bring a picture', 'POST /api/photo/', 'application/json', limits.pictureBodyBytes],
  ['a piece of a picture', `POST /api/uploads/${uuidv7()}?offset=0`, 'application/octet-stream', limits.pieceBytes],
])('%s frees its room when its sender leaves before the sign-in is checked', async (_what, line, type, length) => {
  const { auth, uploads } = world.app.deps;
  const { callerOf: known } = auth;
  const letIn = Promise.withResolvers<void>();
  const lookup = vi.spyOn(auth, 'callerOf').mockImplementation(async (given) => {
    await letIn.promise;
    return known(given);
  });
  const entered = vi.spyOn(uploads.room, 'receive');
  await breakOff(line, [`Content-Type: ${type}`, `Content-Length: ${length}`], () => expect(lookup).toHaveBeenCalled());
  letIn.resolve();
  await vi.waitFor(() => expect(entered).toHaveBeenCalledOnce());
  const share = Array.from({ length: 4 }, () => limits.pictureBodyBytes);
  expect(() => share.map((bytes) => uploads.room.enter(callerOf('author'), bytes))).not.toThrow();
});

/** Work that waits for `goOn` before it starts. */
const held = {
  store: (goOn: Promise<void>) => {
    const { pictures } = world.app.deps;
    const { store } = pictures;
    return vi.spyOn(pictures, 'store').mockImplementation((...picture) => goOn.then(() => store.apply(pictures, picture)));
  },
  add: (goOn: Promise<void>) => {
    const { partialUploads } = world.app.deps;
    const { add } = partialUploads;
    return vi.spyOn(partialUploads, 'add').mockImplementation((...piece) => goOn.then(() => add.apply(partialUploads, piece)));
  },
};
const bytes = 'A'.repeat(100_000);
const photo = JSON.stringify({ url: `data:image/png;base64,${bytes}`, description: 'Der Steg' });

test.each([
  ['a call with a picture', 'POST /api/photo/', 'application/json', photo, held.store],
  ['a piece of a picture', `POST /api/uploads/${uuidv7()}?offset=0`, 'application/octet-stream', bytes, held.add],
])('%s keeps its room until the work ends, though its sender has left', async (_what, line, type, body, hold) => {
  const { uploads } = world.app.deps;
  const goOn = Promise.withResolvers<void>();
  const working = hold(goOn.promise);
  const headers = [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
  await breakOff(line, headers, () => expect(working).toHaveBeenCalled(), body);
  const takeShare = () => {
    const leaves: (() => void)[] = [];
    try {
      for (let taken = 0; taken < 4; taken += 1) leaves.push(uploads.room.enter(callerOf('author'), limits.pictureBodyBytes));
    } finally {
      for (const leave of leaves) leave();
    }
  };
  expect(takeShare).toThrow('too_many_requests');
  goOn.resolve();
  await vi.waitFor(takeShare);
});

const askForPictures = () => world.call('author', 'GET', '/api/photo?images=data');

test('a list with pictures blocks no later one when its reader leaves before it was read', async () => {
  await insertRows(world.store, world.clock, 'photos', [photoOf('author')]);
  const { lists, pictures } = world.app.deps;
  const { read } = lists;
  const letIn = Promise.withResolvers<void>();
  const reading = vi.spyOn(lists, 'read').mockImplementationOnce(async (...options) => {
    await letIn.promise;
    return read.apply(lists, options);
  });
  const made = vi.spyOn(pictures, 'dataUrl');
  await breakOff('GET /api/photo?images=data', [], () => expect(reading).toHaveBeenCalled());
  letIn.resolve();
  await vi.waitFor(() => expect(made).toHaveBeenCalled());
  await vi.waitFor(async () => expect(await askForPictures()).toMatchObject({ status: 200 }));
});

test('a list with pictures is built one at a time per reader, also when its reader leaves early', async () => {
  await insertRows(world.store, world.clock, 'photos', [photoOf('author')]);
  const { pictures } = world.app.deps;
  const { dataUrl } = pictures;
  const goOn = Promise.withResolvers<void>();
  const making = vi.spyOn(pictures, 'dataUrl').mockImplementationOnce((...link) => goOn.promise.then(() => dataUrl.apply(pictures, link)));
  await breakOff('GET /api/photo?images=data', [], () => expect(making).toHaveBeenCalled());
  expect(await askForPictures()).toMatchObject({ status: 429 });
  goOn.resolve();
  await vi.waitFor(async () => expect(await askForPictures()).toMatchObject({ status: 200 }));
});
