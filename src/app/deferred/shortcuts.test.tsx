import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router, useLocation } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { beforeEach, expect, test, vi } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ScreenRefresh, useScreenRefreshes } from '#ui/refresh/screen-refresh.ts';
import { Shortcuts } from './shortcuts.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => putDemoScreens((db = device)));
beforeEach(() => localStorage.removeItem('shortcuts'));

const refresh = vi.fn(async () => undefined);

function Page(): ReactNode {
  const [location] = useLocation();
  return (
    <ScreenRefresh value={useScreenRefreshes(refresh)}>
      <main>
        <h1>{location}</h1>
        {location === '/schedule' && <input type="search" aria-label="Search" />}
        <Shortcuts />
      </main>
    </ScreenRefresh>
  );
}

async function open(): Promise<void> {
  show(
    db,
    <Router hook={memoryLocation({ path: '/home' }).hook}>
      <Page />
    </Router>,
  );
  await waitFor(async () => {
    await user.keyboard('gs');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/schedule');
  });
}

test('opens a screen of the event by two keys, and refreshes it by one', async () => {
  await open();
  await user.keyboard('gc');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/chat');
  refresh.mockClear();
  await user.keyboard('r');
  expect(refresh).toHaveBeenCalledOnce();
});

test('leaves the keys to a field that has the focus', async () => {
  await open();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.keyboard('gc');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'gc');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/schedule');
});

test('opens the search from a screen without a search field', async () => {
  await open();
  await user.keyboard('gc');
  await user.keyboard('/');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/search');
});

test('lists the keys, and turns them off', async () => {
  await open();
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(screen.getByText('Chat').nextSibling?.textContent).toBe('gc');
  await user.click(screen.getByRole('switch', { name: 'Use keyboard shortcuts' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gc');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/schedule');
});
