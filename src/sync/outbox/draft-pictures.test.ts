import type { ChosenPicture } from '#db/records.ts';
import { v7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { eventId, freshDatabase, quietPorts } from '#tests/fixtures/device.ts';
import { countUnfinished, endDraftPicture, isUnfinished, keepDraftPicture, pictureArgument, readDraftPicture } from './draft-pictures.ts';
import { wipeUnsent } from './wipe.ts';
import { command } from './command.ts';
import { discard, enqueueAll } from './outbox.ts';

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

const share = async (chosen: ChosenPicture, description = 'The jetty') => {
  const { name: url, bytes } = pictureArgument(v7(), chosen);
  return enqueueAll(db, quietPorts(), [command('photos', 'create', { url, description }, { eventId, bytes })], form);
};

test('a chosen picture is stored, and another one replaces it with its bytes', async () => {
  expect([await readDraftPicture(db, form), await isUnfinished(db, form)]).toEqual([null, false]);
  await keep(1);
  expect([await readDraftPicture(db, form), await isUnfinished(db, form)]).toEqual([picture(1), true]);
  await keep(7);
  expect(await readDraftPicture(db, form)).toEqual(picture(7));
  expect(await kept()).toEqual([1, 1]);
  await endDraftPicture(db, form);
  expect([await readDraftPicture(db, form), await kept()]).toEqual([null, [0, 0]]);
});

test('a sent picture has its own bytes, which outlive the draft and end with the command', async () => {
  await keep(1);
  await db.drafts.put({ id: form, text: 'The jetty', updatedAt: 0 });
  const [entry] = await share(picture(1));
  expect(await kept()).toEqual([0, 1]);
  expect((await db.blobs.toArray())[0]?.bytes).toEqual(picture(1).bytes);
  // Another tab may send the same draft: neither command deletes the bytes of the other.
  const [other] = await share(picture(1));
  await discard(db, [entry!.key]);
  expect(await db.blobs.count()).toBe(1);
  await discard(db, [other!.key]);
  expect(await kept()).toEqual([0, 0]);
});

test('a draft stays when its command is refused', async () => {
  await keep(1);
  await expect(share(picture(1), ' ')).rejects.toThrow('invalid');
  expect(await readDraftPicture(db, form)).toEqual(picture(1));
  expect(await kept()).toEqual([1, 1]);
});

test('one form counts as one draft, with text, a picture or both, and a wipe deletes all', async () => {
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
