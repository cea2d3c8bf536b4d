import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { observed } from '#lib/observable.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { SessionState } from '#sync/session/session-state.ts';
import { initialStatus } from '#sync/engine/status.ts';

const installed = () => Object.assign(new EventTarget(), { state: 'installed' });
const status = observed(initialStatus);
let registration: EventTarget & { waiting: unknown; installing: EventTarget | null };

/** A page with a waiting new version. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await startTexts();
  status.set(initialStatus);
  registration = Object.assign(new EventTarget(), { waiting: installed(), installing: null, update: async () => {} });
  const answers = { register: async () => registration, getRegistration: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller: {}, ...answers }) });
  // The module state belongs to one page.
  vi.resetModules();
  const [{ registerWorker }, { UpdateBanner }, { useUpdateWhenBehind }, { SyncProvider }] = await Promise.all([
    import('./worker.ts'),
    import('./update-banner.tsx'),
    import('./use-update-when-behind.ts'),
    import('#sync/react/hooks.tsx'),
  ]);
  await registerWorker(observed<SessionState>({ status: 'starting' }));
  const Page = (): ReactNode => {
    useUpdateWhenBehind();
    return <UpdateBanner />;
  };
  render(
    <SyncProvider client={{ status } as unknown as SyncClient}>
      <Page />
    </SyncProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const offered = () => screen.queryByRole('status') !== null;

async function postponeUpdate(): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(offered()).toBe(false);
}

test('offers again after another version was found', async () => {
  await postponeUpdate();
  const worker = installed();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  act(() => void worker.dispatchEvent(new Event('statechange')));
  expect(offered()).toBe(true);
});

test('offers again an hour after the last postponement', async () => {
  await postponeUpdate();
  await act(() => vi.advanceTimersByTimeAsync(3_599_999));
  expect(offered()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(offered()).toBe(true);
  await postponeUpdate();
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(offered()).toBe(true);
});

test.each([{ behind: true }, { skipping: true }])('offers again when the server has a newer contract: %o', async (missesOut) => {
  await postponeUpdate();
  await act(async () => status.set({ ...initialStatus, ...missesOut }));
  expect(offered()).toBe(true);
  // Later checks for updates do not offer it again.
  await postponeUpdate();
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  expect(offered()).toBe(false);
});
