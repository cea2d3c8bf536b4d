import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { userId } from '#tests/fixtures/device.ts';
import { expectCommands, changeRemotely, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { NotificationsScreen } from './notifications-screen.tsx';

const settings = { id: userId, version: 1, general: true, chats: true, meetups: true, pictures: true };
let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

const toggle = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });

test('waits for the settings', async () => {
  show(db, <NotificationsScreen />);
  expect(await screen.findByText('Loading…')).toBeDefined();
  await changeRemotely(() => db.mirror('notifications').put(settings));
  expect((await toggle('General')).checked).toBe(true);
});

test('reports a failed load and keeps waiting', async () => {
  const client = show(db, <NotificationsScreen />);
  client.start();
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringMatching(/^Couldn’t load your notification settings/)));
  expect(screen.getByText('Loading…')).toBeDefined();
  client.stop();
});

test('disables all topics but the general one on a device without notifications', async () => {
  await db.mirror('notifications').put(settings);
  show(db, <NotificationsScreen />);
  expect((await toggle('General')).disabled).toBe(false);
  for (const name of ['Chat', 'Meetups', 'Photos']) expect(await toggle(name)).toMatchObject({ disabled: true, checked: false });
  expect(screen.getByText('This browser can’t receive notifications.')).toBeDefined();
});

test('enables all topics on a subscribed device, the agenda and mentions also in rows from before they existed', async () => {
  await db.mirror('notifications').put(settings);
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', {});
  localStorage.setItem('push-subscription', '{}');
  localStorage.setItem('push-subscription-of', String(userId));
  show(db, <NotificationsScreen />);
  for (const name of ['General', 'Chat', 'Mentions', 'Meetups', 'Photos', 'My agenda'])
    await waitFor(async () => expect(await toggle(name)).toMatchObject({ disabled: false, checked: true }));
  localStorage.clear();
});

test('shows a change at once, and reports success when the server has accepted', async () => {
  await db.mirror('notifications').put(settings);
  show(db, <NotificationsScreen />, { online: true });
  await user.click(await toggle('General'));
  await expectCommands(db, [{ mutation: 'save', args: { general: false } }]);
  expect(toasts).not.toHaveBeenCalled();
  await serverTakes(db);
  await waitFor(() => expect(toasts.mock.calls).toEqual([['Notification settings saved']]));
  await waitFor(async () => expect((await toggle('General')).checked).toBe(false));
});

test('reports an obstacle instead of success if a topic is turned on', async () => {
  await db.mirror('notifications').put({ ...settings, general: false });
  show(db, <NotificationsScreen />, { online: true });
  await user.click(await toggle('General'));
  await expectCommands(db, [{ mutation: 'save', args: { general: true } }]);
  await serverTakes(db);
  await waitFor(() => expect(toasts.mock.calls).toEqual([['This browser can’t receive notifications.']]));
});

test('reports the missing installation on an iPhone', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  await db.mirror('notifications').put({ ...settings, general: false });
  show(db, <NotificationsScreen />, { online: true });
  await user.click(await toggle('General'));
  await waitFor(() => expect(toasts.mock.calls).toEqual([['On iPhone and iPad, notifications only work in the installed app.']]));
});

test('asks for no permission when a topic is turned off, and reports success', async () => {
  await db.mirror('notifications').put(settings);
  const requestPermission = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  vi.stubGlobal('PushManager', {});
  const { userAgent, maxTouchPoints, languages } = navigator;
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, languages, serviceWorker: { getRegistration: async () => undefined } });
  show(db, <NotificationsScreen />, { online: true });
  await user.click(await toggle('General'));
  await serverTakes(db);
  await waitFor(() => expect(toasts.mock.calls).toEqual([['Notification settings saved']]));
  expect(requestPermission).not.toHaveBeenCalled();
});

test('reports a change that cannot be stored', async () => {
  await db.mirror('notifications').put(settings);
  show(db, <NotificationsScreen />);
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(await toggle('General'));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Your notification settings weren’t saved'));
  expect((await toggle('General')).checked).toBe(true);
});

test('turns quiet hours on from ten to eight, changes an end, and turns them off', async () => {
  await db.mirror('notifications').put(settings);
  show(db, <NotificationsScreen />);
  await user.click(await toggle('Quiet hours'));
  const until = await screen.findByLabelText<HTMLInputElement>('Until');
  expect([screen.getByLabelText<HTMLInputElement>('From').value, until.value]).toEqual(['22:00', '08:00']);
  await fillIn(until, '07:30');
  await user.tab();
  await waitFor(async () => expect(await db.mirror('notifications').get(userId)).toMatchObject({ quietFrom: 1_320, quietTo: 450 }));
  await user.click(await toggle('Quiet hours'));
  await waitFor(async () => expect(await db.mirror('notifications').get(userId)).toMatchObject({ quietFrom: null, quietTo: null }));
  await waitFor(() => expect(screen.queryByLabelText('Until')).toBeNull());
});
