import type { ChosenPicture } from '../../db/records.ts';
import { v7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { photos } from '../../../contract/resources/photos.ts';
import { eventId, freshDatabase, quietPorts } from '../../../tests/fixtures/device.ts';
import { countUnfinished, endDraftPicture, isUnfinished, keepDraftPicture, pictureArgument, readDraftPicture } from './draft-pictures.ts';
import { wipeUnsent } from './wipe.ts';
import { command, discard, enqueueAll } from './outbox.ts';

let db = freshDatabase();
afterEach(() => {
  db.close();
  db = freshDatabase();
});

const form = 'photo:1';
const picture = (grey: number): ChosenPicture => ({
  bytes: new Uint8Array([grey, 2, 3]).buffer,
  type: 'image/webp',
  width: 40,
  height: 30,
});
const keep = (grey: number) => keepDraftPicture(db, form, v7(), picture(grey));
const kept = async () => [await db.drafts.count(), await db.blobs.count()];

/** Shares the picture as the form does. */
const share = async (chosen: ChosenPicture, description = 'The jetty') => {
  const { name: url, bytes } = pictureArgument(v7(), chosen);
  return enqueueAll(db, quietPorts(), [command(photos, 'create', { url, description }, { eventId, bytes })], form);
};

test('a chosen picture is there again, and another one takes its place with no bytes left behind', async () => {
  expect([await readDraftPicture(db, form), await isUnfinished(db, form)]).toEqual([null, false]);
  await keep(1);
  expect([await readDraftPicture(db, form), await isUnfinished(db, form)]).toEqual([picture(1), true]);
  await keep(7);
  expect(await readDraftPicture(db, form)).toEqual(picture(7));
  expect(await kept()).toEqual([1, 1]);
  await endDraftPicture(db, form);
  expect([await readDraftPicture(db, form), await kept()]).toEqual([null, [0, 0]]);
});

test('what is sent has bytes of its own, which stay when the draft ends, and go with the command', async () => {
  await keep(1);
  await db.drafts.put({ id: form, text: 'The jetty', updatedAt: 0 });
  const [entry] = await share(picture(1));
  expect(await kept()).toEqual([0, 1]);
  expect((await db.blobs.toArray())[0]?.bytes).toEqual(picture(1).bytes);
  // The other form of the same draft, in another tab, sends it too: neither takes the bytes of the other along.
  const [other] = await share(picture(1));
  await discard(db, [entry!.key]);
  expect(await db.blobs.count()).toBe(1);
  await discard(db, [other!.key]);
  expect(await kept()).toEqual([0, 0]);
});

test('what could not be sent is still there', async () => {
  await keep(1);
  await expect(share(picture(1), ' ')).rejects.toThrow('invalid');
  expect(await readDraftPicture(db, form)).toEqual(picture(1));
  expect(await kept()).toEqual([1, 1]);
});

test('one form is one unfinished thing, whether it holds words, a picture or both; who throws all away leaves nothing', async () => {
  await keep(1);
  await db.drafts.bulkPut([
    { id: form, text: 'The jetty', updatedAt: 0 },
    { id: 'evidence:2', text: ' ', updatedAt: 0 },
    { id: 'new-post', text: 'Hello', updatedAt: 0 },
  ]);
  expect(await countUnfinished(db)).toBe(2);
  await wipeUnsent(db);
  expect([await countUnfinished(db), ...(await kept())]).toEqual([0, 0, 0]);
});
