import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { wasPressed } from '#feature-kit/pressed-link.ts';
import { observed } from '#lib/observable.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { initialStatus } from '#sync/engine/status.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { ProfileOverlay } from './profile-overlay.tsx';

const onClose = vi.fn<() => void>();
let place: ReturnType<typeof memoryLocation>;

beforeEach(async () => {
  await startTexts();
  onClose.mockClear();
  place = memoryLocation({ path: '/home', record: true });
  render(
    <SyncProvider client={{ status: observed(initialStatus) } as unknown as SyncClient}>
      <Router hook={place.hook}>
        <ProfileOverlay me={undefined} anchor={{ current: null }} onClose={onClose} />
      </Router>
    </SyncProvider>,
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('marks the current language, changes it, and stays open', async () => {
  const marked = (group: string) => within(screen.getByRole('group', { name: group })).getByRole('button', { pressed: true }).textContent;
  expect(marked('Language')).toBe('English');
  await user.click(screen.getByRole('button', { name: 'Deutsch' }));
  expect(marked('Sprache')).toBe('Deutsch');
  expect(localStorage.getItem('language')).toBe('de');
  expect(onClose).not.toHaveBeenCalled();
});

test('signs out by a press that the logout screen does not question', async () => {
  await user.click(screen.getByRole('link', { name: 'Sign out' }));
  expect(place.history.at(-1)).toBe('/logout');
  expect(wasPressed('/logout')).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
});
