import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncClient } from '#sync/engine/client.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { observed } from '#lib/observable.ts';
import { initialStatus } from '#sync/engine/status.ts';
import { useUpdateWhenBehind } from './use-update-when-behind.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['the server has a later contract', { behind: true }],
  ['the feed has unknown resources', { skipping: true }],
])('while %s, checks for an update at once and every minute', async (_name, missesOut) => {
  const update = vi.fn(async () => {});
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ update }) } });
  const status = observed(initialStatus);
  const client = { status } as unknown as SyncClient;
  renderHook(useUpdateWhenBehind, { wrapper: ({ children }) => <SyncProvider client={client}>{children}</SyncProvider> });
  const lookedAfter = async (time: number, is: boolean): Promise<number> => {
    await act(async () => {
      status.set({ ...initialStatus, ...(is && missesOut) });
      await vi.advanceTimersByTimeAsync(time);
    });
    return update.mock.calls.length;
  };
  expect(await lookedAfter(600_000, false)).toBe(0);
  expect(await lookedAfter(1, true)).toBe(1);
  expect(await lookedAfter(120_000, true)).toBe(3);
  expect(await lookedAfter(600_000, false)).toBe(3);
});
