import { beforeEach, expect, test, vi } from 'vitest';
import { apiAnswer, eventId, freshDatabase, quietPorts, serverPost, userId } from '#tests/fixtures/device.ts';
import type { EventDatabase } from '#db/database.ts';
import { ApiClient } from '../wire/api-client.ts';
import { Connection } from '../wire/connection.ts';
import { isUnfinished, keepDraftPicture } from '../outbox/draft-pictures.ts';
import { SyncClient } from './client.ts';
import { openDraft } from './drafts.ts';
import { withEngine } from './engine.ts';

let db: EventDatabase;
let client: SyncClient;
/** Runs the next retry and returns its delay (ms). With the fixed random number only back-offs are multiples of 999. */
let nextTimer: () => number | undefined;
let requests: number;
let full: boolean;
const forgetPictures = vi.fn<() => Promise<void>>();

/** A device without room for rows, drafts and pictures. If `helps`, deleting its cached pictures makes room. */
function givenFullDevice(helps: boolean): void {
  full = true;
  forgetPictures.mockImplementation(async () => void (full &&= !helps));
  db.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const isRow = ['posts', 'outbox', 'drafts', 'blobs'].includes(name);
        return {
          ...table,
          mutate: (request) =>
            full && isRow && (request.type === 'put' || request.type === 'add')
              ? Promise.reject(new DOMException('no room', 'QuotaExceededError'))
              : table.mutate(request),
        };
      },
    }),
  });
  client.start();
}

beforeEach(() => {
  db = freshDatabase();
  requests = 0;
  forgetPictures.mockReset();
  const timers: { delay: number; task: () => void }[] = [];
  nextTimer = () => {
    const index = timers.findIndex(({ delay }) => delay > 0 && delay % 999 === 0);
    const [timer] = index < 0 ? [] : timers.splice(index, 1);
    timer?.task();
    return timer?.delay;
  };
  const change = { resource: 'posts', id: 'p', row: serverPost('0190f1de-0000-7000-8000-000000000001'), version: 1 };
  const ports = quietPorts({
    random: () => 0.999,
    forgetPictures,
    setTimer: (delay, task) => {
      const timer = { delay, task };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    fetch: async (path) => {
      if (!path.startsWith('/api/sync?')) return new Promise(() => {});
      requests += 1;
      return apiAnswer(200, { cursor: 'a', reset: false, more: false, changes: [change] });
    },
  });
  const connection = new Connection();
  const api = new ApiClient({ ports, connection, userId, token: 'token', onRefused: () => {} });
  client = withEngine(new SyncClient({ db, ports }), { ports, connection, api });
  return () => {
    client.stop();
    db.close();
  };
});

const problem = () => client.status.get().storageProblem;

test('a full device deletes its cached pictures, stores the news, and reports no problem', async () => {
  givenFullDevice(true);
  await client.activity.ended();
  expect([requests, forgetPictures.mock.calls.length, problem()]).toEqual([2, 1, null]);
  expect(await db.mirror('posts').count()).toBe(1);
});

test('a device that stays full reports it and pulls less and less often', async () => {
  givenFullDevice(false);
  await client.activity.ended();
  expect(problem()).toBe('full');
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const wait = await vi.waitFor(() => nextTimer() ?? Promise.reject(new Error('no retry is planned')));
    waits.push(wait);
  }
  const [first = 0] = waits;
  expect(waits).toEqual([first, 2 * first, 4 * first]);
  expect(forgetPictures).toHaveBeenCalledTimes(1);
});

test('a hidden full device does not pull until it is visible', async () => {
  givenFullDevice(false);
  await (await client.engine()).pull();
  client.setVisible(false);
  await (await client.engine()).pull();
  const before = requests;
  while (nextTimer() !== undefined) await client.activity.ended();
  expect(requests).toBe(before);
  client.setVisible(true);
  await vi.waitFor(() => expect(requests).toBeGreaterThan(before));
});

test('a full device makes room for a new command', async () => {
  givenFullDevice(true);
  await (await client.engine()).execute('posts', 'create', { content: 'kept', replyToId: null }, { eventId });
  expect(await db.outbox.count()).toBe(1);
});

const picture = { bytes: new ArrayBuffer(8), type: 'image/webp', width: 2, height: 1 };
const unfinished: [name: string, keep: () => Promise<void>][] = [
  [
    'words',
    async () => {
      const draft = openDraft(client, 'form');
      draft.write('half a thought');
      await draft.close();
    },
  ],
  ['a picture', () => client.keep(() => keepDraftPicture(db, 'form', '0190f1de-0000-7000-8000-000000000002', picture))],
];

test.each(unfinished)('a full device makes room for %s of an unsent form', async (_name, keep) => {
  givenFullDevice(true);
  await client.activity.ended();
  forgetPictures.mockClear();
  full = true;
  await keep();
  expect([await isUnfinished(db, 'form'), forgetPictures.mock.calls.length, problem()]).toEqual([true, 1, null]);
});

test.each(unfinished)('a device that stays full reports it when %s of a form cannot be stored', async (_name, keep) => {
  givenFullDevice(false);
  await client.activity.ended();
  client.note({ storageProblem: null });
  await expect(keep()).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(problem()).toBe('full');
});
