import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sqlOf } from '../store/core/handles.ts';
import { readEpoch, type Store } from '../store/store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { startWatchingHistory } from './watch-history.ts';

let store: Store;
beforeEach(async () => void (store = await openTestStore()));
afterEach(() => store.close());

const log = {
  warn: () => undefined,
  error: (details: object) => {
    throw new Error(JSON.stringify(details));
  },
};
const newerSchema = (): Promise<null> => Promise.resolve(null);
const onNewer = () => expect.fail('no newer version was there');
const anotherHistory = (value: string) => sqlOf(store.reading).updateTable('meta').set({ value }).where('name', '=', 'epoch').execute();

test('a database that does not answer is logged once per outage', async () => {
  const answers = ['one', 'gone', 'gone', 'gone', 'one', 'gone'];
  const history = vi.fn<() => Promise<string>>(async () => {
    const answer = answers.shift() ?? 'two';
    if (answer === 'gone') throw new Error(answer);
    return answer;
  });
  const error = vi.fn<() => void>();
  const onOther = vi.fn();
  const warn = vi.fn<() => void>();
  const stop = startWatchingHistory({ store: { history, newerSchema }, log: { error, warn }, onOther, onNewer, every: 1 });
  await vi.waitFor(() => expect(onOther).toHaveBeenCalledTimes(1));
  await stop();
  expect(error).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a stop aborts the current look without logging a failure', async () => {
  const history = vi.fn<(stopping?: AbortSignal) => Promise<string>>(async (stopping) => {
    await once(stopping!, 'abort');
    throw stopping!.reason;
  });
  const stop = startWatchingHistory({ store: { history, newerSchema }, log, onOther: () => undefined, onNewer, every: 1 });
  await vi.waitFor(() => expect(history).toHaveBeenCalled());
  await stop();
  expect(history).toHaveBeenCalledTimes(1);
});

test('each restore under the running server is noticed once', async () => {
  const onOther = vi.fn();
  const stop = startWatchingHistory({ store, log, onOther, onNewer, every: 5 });
  // The answer arrives after that of the first look, which was sent before.
  await readEpoch(store.reading);
  for (const [index, value] of ['restored', 'restored again'].entries()) {
    await anotherHistory(value);
    await vi.waitFor(() => expect(onOther).toHaveBeenCalledTimes(index + 1));
  }
  await stop();
});

test('a server stops once when a newer version waits for the database', async () => {
  const onNewer = vi.fn();
  const history = vi.fn<() => Promise<string>>(() => Promise.resolve('one'));
  const deps = { store: { history, newerSchema: () => Promise.resolve(999) }, log, onOther: () => undefined, onNewer, every: 1 };
  const stop = startWatchingHistory(deps);
  await vi.waitFor(() => expect(history.mock.calls.length).toBeGreaterThan(2));
  await stop();
  expect(onNewer).toHaveBeenCalledTimes(1);
});
