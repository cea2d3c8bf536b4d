import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { apiAnswer, userId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import { Refreshable } from '#tests/fixtures/screens/refreshable.tsx';
import type { EventDatabase } from '#db/database.ts';
import { AdminAnnouncementsScreen } from '#features/admin-announcements/admin-announcements-screen.tsx';
import { AdminScheduleScreen } from '#features/admin-schedule/admin-schedule-screen.tsx';
import { AnnouncementsScreen } from '#features/announcements/announcements-screen.tsx';
import { ChatScreen } from '#features/chat/chat-screen.tsx';
import { MeetupsScreen } from '#features/meetups/meetups-screen.tsx';
import { ParticipantsScreen } from '#features/participants/participants-screen.tsx';
import { PhotosScreen } from '#features/photos/photos-screen.tsx';
import { ScheduleScreen } from '#features/schedule/schedule-screen.tsx';
import { StatisticsScreen } from '#features/statistics/statistics-screen.tsx';
import type { Ports } from '#sync/device/ports.ts';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

const cases: readonly [name: string, node: () => ReactNode, offline: string, refused: string][] = [
  ['chat', () => <ChatScreen page={1} />, 'newer posts may be missing', 'Couldn’t refresh the posts (status 503)'],
  ['photos', () => <PhotosScreen page={1} />, 'Couldn’t load the photos: no connection', 'Couldn’t load the photos (status 503)'],
  ['schedule', () => <ScheduleScreen />, 'Failed to fetch schedule: no network', 'Failed to fetch schedule (status 503)'],
  [
    'announcements',
    () => <AnnouncementsScreen />,
    'Couldn’t load the announcements. No connection',
    'Couldn’t load the announcements. The server reported an error (503)',
  ],
  ['meetups', () => <MeetupsScreen />, 'No connection', 'reported an error (503)'],
  ['participants', () => <ParticipantsScreen page={1} />, 'No connection', 'reported an error (503)'],
  ['statistics', () => <StatisticsScreen />, 'No connection', 'reported an error (503)'],
  [
    'managed announcements',
    () => <AdminAnnouncementsScreen />,
    'Couldn’t load the announcements. No connection',
    'Couldn’t load the announcements. The server reported an error (503)',
  ],
];

/**
 * Shows a screen and refreshes it three times: without a network, behind a proxy that answers 503, and with a server that refuses. Returns
 * the messages of each.
 */
async function refreshed(node: ReactNode): Promise<{ offline: string[]; unreached: string[]; refused: string[] }> {
  const fetch = vi.fn<Ports['fetch']>(() => Promise.reject(new TypeError('no network')));
  const client = show(db, <Refreshable>{node}</Refreshable>, { fetch });
  client.start();
  const refresh = async (): Promise<string[]> => {
    toasts.mockClear();
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(toasts).toHaveBeenCalled());
    return toasts.mock.calls.flat();
  };
  const offline = await refresh();
  fetch.mockImplementation(async () => new Response('unavailable', { status: 503 }));
  const unreached = await refresh();
  const token = { success: true, token: 't', userId, expiresIn: 3_600 };
  fetch.mockImplementation(async (url) => (url.includes('/refresh') ? apiAnswer(200, token) : apiAnswer(503, {})));
  const refused = await refresh();
  client.stop();
  return { offline, unreached, refused };
}

test.each(cases)('refreshing shows why the data may be old: %s', async (_name, node, offline, refused) => {
  const unreached = 'Can’t reach the server. You may be seeing an older version.';
  const sentences = Object.entries({ offline, unreached, refused }).map(([kind, text]) => [kind, [expect.stringContaining(text)]]);
  expect(await refreshed(node())).toEqual(Object.fromEntries(sentences));
});

test('refreshing the managed schedule shows that the data may be old, whatever the cause', async () => {
  const sentence = 'Couldn’t refresh the schedule. You may be seeing an older version.';
  expect(await refreshed(<AdminScheduleScreen />)).toEqual({ offline: [sentence], unreached: [sentence], refused: [sentence] });
});
