import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PendingWork } from '#sync/engine/pending-work.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { observed } from '#lib/observable.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { useEngineAttribute } from './use-engine-attribute.ts';

const word = (): string | undefined => document.documentElement.dataset['engine'];
const level: SyncStatus = { ...initialStatus, connection: 'online' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function engine(first: SyncStatus) {
  const activity = new PendingWork();
  const status = observed(first);
  const client = { activity, status } as unknown as SyncClient;
  const { unmount } = renderHook(useEngineAttribute, {
    wrapper: ({ children }) => <SyncProvider client={client}>{children}</SyncProvider>,
  });
  return { activity, status, unmount };
}

test('is busy at once, and level only if no next task begins with the end of the last', () => {
  const { activity } = engine(level);
  vi.runAllTimers();
  expect(word()).toBe('level');
  const end = activity.begin();
  expect(word()).toBe('busy');
  end();
  const next = activity.begin();
  vi.runAllTimers();
  expect(word()).toBe('busy');
  next();
  expect(word()).toBe('busy');
  vi.runAllTimers();
  expect(word()).toBe('level');
});

test.each<[string, Partial<SyncStatus>]>([
  ['without a network', { connection: 'offline' }],
  ['before the first answer', { connection: 'unknown' }],
  ['after a refused pull', { pullRefused: 503 }],
  ['during the first load', { firstLoad: { rows: 3 } }],
  ['with a pending command', { waiting: 1 }],
])('is idle but not level %s', (_, part) => {
  const { status } = engine({ ...level, ...part });
  vi.runAllTimers();
  expect(word()).toBe('idle');
  status.set(level);
  vi.runAllTimers();
  expect(word()).toBe('level');
});

test('is removed for the next person', () => {
  const { activity, unmount } = engine(level);
  unmount();
  activity.begin();
  vi.runAllTimers();
  expect(word()).toBeUndefined();
});
