import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiAnswer } from '#tests/fixtures/device.ts';
import { clientOf, givenDevice, tearDown } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { type Observed, observed } from '#lib/observable.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { useRetries } from './use-retries.ts';

const url = `/images/photos/${'a'.repeat(22)}-40x30-small.webp`;
let db: EventDatabase;
let status: Observed<SyncStatus>;
beforeEach(async () => {
  db = await givenDevice('participant');
  status = observed<SyncStatus>({ ...initialStatus, connection: 'online' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  return tearDown(db);
});

const note = (part: Partial<SyncStatus>) => act(() => status.set({ ...status.get(), ...part }));

/** Renders the hook; returns its result, the count of renders, and a function that fails. */
function given() {
  const drawn = vi.fn();
  const client = clientOf(db);
  vi.spyOn(client, 'status', 'get').mockReturnValue(status);
  const { result } = renderHook(
    () => {
      drawn();
      return useRetries(url);
    },
    { wrapper: ({ children }) => <SyncProvider client={client}>{children}</SyncProvider> },
  );
  const failAndWait = async (): Promise<void> => {
    await act(async () => result.current.onError());
    await act(() => vi.dynamicImportSettled());
    await act(async () => void vi.advanceTimersByTime(60_000));
  };
  return { result, drawn, failAndWait };
}

test('renders no picture again for changes other than of the connection', () => {
  const { drawn } = given();
  const before = drawn.mock.calls.length;
  note({ upToDateAt: 1 });
  note({ upToDateAt: 2 });
  expect(drawn.mock.calls.length).toBe(before);
});

test.each([404, 410])('does not load a picture with status %i again until the network was away', async (answered) => {
  vi.stubGlobal('fetch', async () => apiAnswer(answered));
  const { result, failAndWait } = given();
  await failAndWait();
  await failAndWait();
  const { attempt } = result.current;
  await act(async () => void vi.advanceTimersByTime(3_600_000));
  expect([result.current.failed, result.current.attempt]).toEqual([true, attempt]);
  note({ connection: 'offline' });
  note({ connection: 'online' });
  expect(result.current.attempt).toBe(attempt + 1);
});

test('loads a picture that fails for another reason again and again', async () => {
  vi.stubGlobal('fetch', async () => apiAnswer(500));
  const { result, failAndWait } = given();
  for (let failures = 1; failures <= 5; failures += 1) {
    await failAndWait();
    expect(result.current.attempt).toBe(failures);
  }
});
