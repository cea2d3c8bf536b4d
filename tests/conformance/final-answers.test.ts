import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorCodes, Refusal } from '#contract/errors.ts';
import { uploadedPicture } from '#contract/rules/uploads.ts';
import { isFinal } from '#server/services/commands/receipts.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { OutboxEntry } from '#db/records.ts';
import { verdictOn } from '#sync/exchange/settle.ts';
import { people } from '../fixtures/camp.ts';
import { png } from '../fixtures/hostile/png.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

test('an answer that makes the device retry is never stored as final, nor one about the key of another command', () => {
  const entry = { resource: 'posts', mutation: 'create' } as OutboxEntry;
  const passing = errorCodes.filter((code) => {
    const verdict = verdictOn({ entry, answer: { key: uuidv7(), status: new Refusal(code).status } });
    return verdict === 'later' || verdict === 'behind' || code === 'key_reused';
  });
  expect(errorCodes.filter((code) => !isFinal(new Refusal(code)))).toEqual(passing);
});

test('a picture is not uploaded again when its command was refused because the session ended', async () => {
  const bytes = png({ width: 8, height: 8 });
  const name = uuidv7();
  const piece = { body: bytes, headers: { 'content-type': 'application/octet-stream' } };
  expect((await world.call('author', 'POST', `/api/uploads/${name}?offset=0`, piece)).status).toBe(200);
  const { pictures, auth } = world.app.deps;
  const { store } = pictures;
  vi.spyOn(pictures, 'store').mockImplementationOnce(async (...picture) => {
    const stored = await store.apply(pictures, picture);
    await sqlOf(world.store.reading)
      .updateTable('sessions')
      .set({ revoked_at: world.clock.now() })
      .where('user_id', '=', people.author.id)
      .execute();
    return stored;
  });
  const call = { url: uploadedPicture(name, bytes.length), description: 'Der Steg', id: uuidv7() };
  const headers = { 'idempotency-key': uuidv7() };
  expect(await world.call('author', 'POST', '/api/photo/', { body: call, headers })).toMatchObject({ status: 401 });

  const { token } = await auth.sessions.open(people.author.id);
  const again = { authorization: `Bearer ${token}` };
  expect((await world.call(null, 'GET', `/api/uploads/${name}`, { headers: again })).body).toEqual({ received: bytes.length });
  expect(await world.call(null, 'POST', '/api/photo/', { body: call, headers: { ...headers, ...again } })).toMatchObject({ status: 201 });
});
