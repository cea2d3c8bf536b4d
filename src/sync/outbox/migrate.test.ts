import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { waitingPicture } from '#contract/pictures.ts';
import { contractVersion } from '#contract/version.ts';
import { freshDatabase, quietPorts, serverPost, userId, writePost } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { callOf, dueCommands } from '../exchange/due-commands.ts';
import { applyPage } from '../exchange/pull.ts';
import { migrateOutbox, renew } from './migrate.ts';
import { migrations } from './migrations.ts';
import { discard, park } from './outbox.ts';
import { reconcile, unsentEntries } from './loss-journal.ts';
import { clearMirror } from '../mirror/mirror.ts';
import { settle } from '../exchange/settle.ts';

const ports = quietPorts();
let db: EventDatabase;

beforeEach(() => {
  db = freshDatabase();
  return () => db.close();
});

/** A test contract without capital letters, as the latest migration. */
const quieter = {
  to: contractVersion,
  migrate: <C extends { args: unknown }>(command: C): C => {
    const { content, ...rest } = command.args as { content: string };
    return { ...command, args: { ...rest, content: content.toLowerCase() } };
  },
};

beforeEach(() => {
  (migrations as unknown[]).push(quieter);
  return () => void (migrations as unknown[]).pop();
});

async function older(content: string): Promise<OutboxEntry> {
  const entry = await writePost(db, ports, content);
  await db.outbox.update(entry.seq, { contractVersion: contractVersion - 1 });
  return (await db.outbox.get(entry.seq)) as OutboxEntry;
}

const stored = async (entry: OutboxEntry) => (await db.outbox.get(entry.seq)) as OutboxEntry;
const view = async (entry: OutboxEntry) => db.mirror('posts').get(String(entry.id));
const sentContent = (entry: OutboxEntry) => (callOf(entry).body as { content: string }).content;

describe('a command of an older app', () => {
  test('is stored and shown in the form of this contract', async () => {
    const entry = await older('HELLO');
    await migrateOutbox(db, ports);
    expect(await stored(entry)).toMatchObject({ key: entry.key, args: { content: 'hello' }, contractVersion });
    expect(await view(entry)).toMatchObject({ content: 'hello', $pending: [entry.key] });
  });

  test('is sent in its old form first, so that a lost answer is found', async () => {
    const entry = await older('HELLO');
    await migrateOutbox(db, ports);
    expect(sentContent(await stored(entry))).toBe('HELLO');
    const row = serverPost(String(entry.id), { content: 'HELLO' });
    await settle(db, ports, [{ entry: await stored(entry), answer: { key: entry.key, status: 201, body: row } }]);
    expect(await db.outbox.count()).toBe(0);
    expect(await view(entry)).toMatchObject({ content: 'HELLO' });
  });

  test('is sent in its new form under a new key if the server cannot read the old one', async () => {
    const entry = await older('HELLO');
    await migrateOutbox(db, ports);
    const answer = { key: entry.key, status: 400, body: { error: 'invalid', message: '' } };
    await settle(db, ports, [{ entry: await stored(entry), answer }]);
    const again = await stored(entry);
    expect(again).toMatchObject({ state: 'waiting', lastError: null });
    expect(again.key).not.toBe(entry.key);
    expect(sentContent(again)).toBe('hello');
    expect(await view(entry)).toMatchObject({ content: 'hello', $pending: [again.key] });
    // A refusal of the new form needs the person.
    await settle(db, ports, [{ entry: again, answer: { ...answer, key: again.key } }]);
    expect(await stored(entry)).toMatchObject({ state: 'refused', args: { content: 'hello' } });
  });

  test('is sent again if a newer server refused its form', async () => {
    const entry = await older('HELLO');
    await park(db, [entry], 'invalid');
    await migrateOutbox(db, ports);
    const again = await stored(entry);
    expect(again).toMatchObject({ state: 'waiting', args: { content: 'hello' } });
    expect(again.key).not.toBe(entry.key);
    expect(await view(entry)).toMatchObject({ content: 'hello' });
  });

  test('stays rejected if it was refused for another reason', async () => {
    const entry = await older('HELLO');
    await park(db, [entry], 'forbidden');
    await migrateOutbox(db, ports);
    expect(await stored(entry)).toMatchObject({ state: 'refused', key: entry.key, lastError: { code: 'forbidden' } });
  });

  test('is migrated once', async () => {
    const entry = await older('HELLO');
    await migrateOutbox(db, ports);
    const once = await stored(entry);
    await migrateOutbox(db, ports);
    expect(await stored(entry)).toEqual(once);
  });

  test('passes each migration after its own contract version in order', () => {
    const entry = { contractVersion: contractVersion - 2, args: { steps: [] }, state: 'waiting' } as unknown as OutboxEntry;
    const noting = (to: number) => ({
      to,
      migrate: <C extends { args: unknown }>(command: C): C => ({
        ...command,
        args: { steps: [...(command.args as { steps: number[] }).steps, to] },
      }),
    });
    const steps = [-2, -1, 0, 1].map((offset) => noting(contractVersion + offset));
    expect(renew(entry, () => 'new', steps).args).toEqual({ steps: [contractVersion - 1, contractVersion] });
  });
});

describe.each<[string, Partial<OutboxEntry>]>([
  ['by its contract version', { contractVersion: contractVersion + 1 }],
  ['by its resource', { resource: 'dragons', lane: 'dragons:a', entities: ['dragons:a'] }],
  ['by its mutation', { mutation: 'react' }],
])('a command of a newer app, recognised %s,', (_name, part) => {
  const newer = async (): Promise<OutboxEntry> => {
    const entry = await writePost(db, ports, 'from the future');
    await db.outbox.update(entry.seq, part);
    return stored(entry);
  };

  test('stays pending and does not block others', async () => {
    const entry = await newer();
    const mine = await writePost(db, ports, 'from today');
    const due = async () => (await dueCommands(db, ports, { size: 10 })).due.map(({ key }) => key);
    expect(await due()).toEqual([mine.key]);
    await db.transaction('rw', [db.outbox, db.meta, ...db.mirrorTables], () => clearMirror(db));
    await migrateOutbox(db, ports);
    await reconcile(ports.store, db);
    expect(await stored(entry)).toEqual(entry);
    expect(await view(mine)).toMatchObject({ content: 'from today' });
    expect(await due()).toEqual([mine.key]);
  });

  test('can be discarded or answered by the feed', async () => {
    const answered = await newer();
    const row = serverPost(String(answered.id));
    const change = { resource: answered.resource, id: row.id, version: 1, row, key: answered.key };
    await applyPage(db, { cursor: 'a', reset: false, more: false, changes: [change] }, { from: undefined, now: 0 });
    expect(await db.outbox.count()).toBe(0);
    await discard(db, [(await newer()).key]);
    expect(await db.outbox.count()).toBe(0);
  });
});

test('discarding a command of a newer app deletes its picture', async () => {
  const { store } = quietPorts();
  const entry = await writePost(db, ports, 'from the future');
  const bytesId = v7();
  await db.blobs.add({ id: bytesId, bytes: new ArrayBuffer(1), type: 'image/webp' });
  await db.outbox.update(entry.seq, { resource: 'dragons', args: { what: 'a hat', seen: waitingPicture(bytesId, 40, 30) } });
  await reconcile(store, db);
  expect(await unsentEntries(store, userId)).toMatchObject([{ text: '📷 a hat' }]);
  await discard(db, [entry.key]);
  expect(await db.blobs.count()).toBe(0);
});
