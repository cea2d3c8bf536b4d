import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { observed } from '#lib/observable.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { SyncIndicator } from './sync-indicator.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

function link(part: Partial<SyncStatus>): { spoken: string | null; words: (string | null)[] } {
  render(
    <SyncProvider client={{ status: observed({ ...initialStatus, ...part }) } as unknown as SyncClient}>
      <SyncIndicator />
    </SyncProvider>,
  );
  const found = screen.getByRole('link');
  return { spoken: found.getAttribute('aria-label'), words: [...found.querySelectorAll('span')].map(({ textContent }) => textContent) };
}

// A phone shows only the first of the words.
test('shows that the device is offline', () => {
  expect(link({ connection: 'offline' })).toEqual({ spoken: 'Offline', words: ['Offline', 'Offline'] });
});

test('shows an unreachable server behind a proxy, on a phone by the icon only, and the pending commands', () => {
  expect(link({ connection: 'offline', gateway: true })).toEqual({ spoken: 'Server unreachable', words: ['', 'Server unreachable'] });
  cleanup();
  expect(link({ connection: 'offline', gateway: true, waiting: 2 })).toEqual({
    spoken: 'Server unreachable, 2 waiting',
    words: ['2', 'Server unreachable · 2'],
  });
});

test('counts no pictures as pending that were sent in small, and shows that the full size follows', () => {
  expect(link({ connection: 'online', upToDateAt: 1, waiting: 2, following: 2 })).toEqual({
    spoken: 'Sent · full quality follows',
    words: ['', 'Sent · full quality follows'],
  });
  cleanup();
  expect(link({ connection: 'online', upToDateAt: 1, waiting: 3, following: 2 }).spoken).toBe('1 waiting');
  cleanup();
  expect(link({ connection: 'offline', waiting: 2, following: 2 }).spoken).toBe('Offline');
});
