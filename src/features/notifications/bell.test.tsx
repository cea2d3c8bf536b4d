import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { NotificationBell } from './bell.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

const bell = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Turn on notifications on this device' });

test('reports blocked notifications after a tap', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: async () => 'denied' });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  show(db, <NotificationBell />);
  await user.click(await bell());
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringMatching(/blocked/)));
  expect(await bell()).toBeDefined();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('explains on an iPhone that the app must be installed, and returns the focus to the bell', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  show(db, <NotificationBell />);
  const button = await bell();
  button.focus();
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add the app to your home screen' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  await user.click(dialog.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  show(db, <NotificationsScreen />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});
