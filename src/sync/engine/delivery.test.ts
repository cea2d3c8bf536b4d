import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, quietPorts, writePosts } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { type Observed, observed } from '#lib/observable.ts';
import { command } from '../outbox/command.ts';
import { enqueue, enqueueAll, park, replace } from '../outbox/outbox.ts';
import { wipeMirror, wipeUnsent } from '../outbox/wipe.ts';
import { Connection } from '../wire/connection.ts';
import { Deliveries } from './delivery.ts';

const timers: (() => void)[] = [];
const ports = quietPorts({
  setTimer: (_delay, task) => {
    timers.push(task);
    return () => void timers.splice(timers.indexOf(task), 1);
  },
});
let db: EventDatabase;
let connection: Connection;
let awaited: Observed<ReadonlySet<number>>;
let deliveries: Deliveries;
let takenBack: string[];
beforeEach(() => {
  timers.length = 0;
  takenBack = [];
  isThere = true;
  db = freshDatabase();
  connection = new Connection();
  connection.note({ kind: 'answer', status: 200, body: undefined });
  awaited = observed<ReadonlySet<number>>(new Set());
  deliveries = new Deliveries({ db, ports, connection, awaited });
});
afterEach(() => db.close());

let isThere: boolean;
const form = {
  isThere: () => isThere,
  takeBack: async (refused: readonly OutboxEntry[]) => void takenBack.push(...refused.map(({ key }) => key)),
};
const follow = async (...contents: string[]) => {
  const entries = await writePosts(db, ports, contents);
  return { entries, delivery: deliveries.follow(entries, form) };
};

test('a delivery is done when the server has accepted all commands, also those sent again on a newer row', async () => {
  const { entries, delivery } = await follow('one', 'two');
  await replace(db, { ...entries[0]!, key: ports.newId() });
  await db.outbox.delete(entries[1]!.seq);
  expect([...awaited.get()]).toEqual(entries.map(({ seq }) => seq));
  await db.outbox.clear();
  expect(await delivery).toEqual({ kind: 'done' });
  expect([awaited.get().size, timers]).toEqual([0, []]);
});

test('a delivery is not done when a logout in another tab deletes its commands', async () => {
  const { delivery } = await follow('one');
  await wipeMirror(db);
  await wipeUnsent(db);
  expect(await delivery).toEqual({ kind: 'needs-attention' });
});

test('a delivery waits for two seconds with a network, and not at all without one', async () => {
  connection.lost();
  const { delivery: without } = await follow('one');
  expect(await without).toEqual({ kind: 'pending' });
  connection.note({ kind: 'answer', status: 200, body: undefined });
  const { delivery: cut } = await follow('two');
  connection.lost();
  expect(await cut).toEqual({ kind: 'pending' });
  connection.note({ kind: 'answer', status: 200, body: undefined });
  const { delivery: slow } = await follow('three');
  timers[0]!();
  expect(await slow).toEqual({ kind: 'pending' });
  expect(awaited.get().size).toBe(0);
});

test('refused commands become a draft again with the reason, and stay hidden elsewhere', async () => {
  const { entries, delivery } = await follow('one', 'two');
  await park(db, entries, 'forbidden');
  expect(await delivery).toEqual({ kind: 'refused', code: 'forbidden' });
  expect(takenBack).toEqual(entries.map(({ key }) => key));
  expect([...awaited.get()]).toEqual(entries.map(({ seq }) => seq));
});

test('refused commands stay in the outbox if no draft can be made of them', async () => {
  const entries = await writePosts(db, ports, ['one']);
  const delivery = deliveries.follow(entries, { ...form, takeBack: () => Promise.reject(new Error('no room')) });
  await park(db, entries, 'forbidden');
  expect(await delivery).toEqual({ kind: 'needs-attention' });
  expect(awaited.get().size).toBe(0);
});

test('commands that depend on a refused command become a draft with it before the server answers them', async () => {
  const id = ports.newId();
  const target = { id, eventId: 1 };
  const entries = await enqueueAll(
    db,
    ports,
    [command('announcements', 'create', { title: 'Storm', content: 'Come in.' }, target), command('announcements', 'activate', {}, target)],
    null,
  );
  const delivery = deliveries.follow(entries, form);
  await park(db, [entries[0]!], 'forbidden');
  expect(await delivery).toEqual({ kind: 'refused', code: 'forbidden' });
  expect(takenBack).toEqual(entries.map(({ key }) => key));
});

test('a command that publishes a row is not awaited while an edit of the row is refused or in conflict', async () => {
  const target = { id: ports.newId(), eventId: 1 };
  await enqueue(db, ports, command('announcements', 'create', { title: 'Storm', content: 'Come in.' }, target));
  const write = () =>
    enqueueAll(
      db,
      ports,
      [command('announcements', 'edit', { content: 'Stay in.' }, target), command('announcements', 'activate', {}, target)],
      null,
    );
  const refused = await write();
  const back = deliveries.follow(refused, form);
  await park(db, [refused[0]!], 'forbidden');
  expect(await back).toEqual({ kind: 'refused', code: 'forbidden' });
  expect(takenBack).toEqual(refused.map(({ key }) => key));
  const entries = await write();
  const told = deliveries.follow(entries, form);
  await db.outbox.update(entries[0]!.seq, { state: 'conflict' });
  expect(await told).toEqual({ kind: 'needs-attention' });
});

test('commands stay in the outbox if only a part is refused, they are in conflict, or their form is closed', async () => {
  const { entries, delivery: part } = await follow('one', 'two');
  await db.outbox.delete(entries[0]!.seq);
  await park(db, [entries[1]!], 'forbidden');
  expect(await part).toEqual({ kind: 'needs-attention' });
  await db.outbox.clear();
  const { delivery: clash } = await follow('three');
  await db.outbox.toCollection().modify({ state: 'conflict' });
  expect(await clash).toEqual({ kind: 'needs-attention' });
  await db.outbox.clear();
  const noForm = deliveries.follow(await writePosts(db, ports, ['four']), null);
  await park(db, await db.outbox.toArray(), 'forbidden');
  expect(await noForm).toEqual({ kind: 'needs-attention' });
  await db.outbox.clear();
  // A closed form may have newer input, which the draft would overwrite.
  const { delivery: left } = await follow('five');
  isThere = false;
  await park(db, await db.outbox.toArray(), 'forbidden');
  expect(await left).toEqual({ kind: 'needs-attention' });
  expect([takenBack, awaited.get().size]).toEqual([[], 0]);
});
