import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { apiAnswer, eventId, userId } from '#tests/fixtures/device.ts';
import { scheduleEntry, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '#sync/device/ports.ts';
import { AdminScheduleScreen } from './admin-schedule-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

const id = '0190f1de-0000-7000-8000-0000000000aa';
const server: Ports['fetch'] = async (path) => {
  if (path.includes('/refresh')) return apiAnswer(200, { success: true, token: 't', userId, expiresIn: 3_600 });
  if (path === `/api/event/${eventId}/star-counts`) return apiAnswer(200, { entries: [{ id, stars: 12 }] });
  return apiAnswer(503, {});
};

test('shows the number of stars that the server reports next to its entry', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry(id), scheduleEntry('other')]);
  show(db, <AdminScheduleScreen />, { fetch: server });
  const row = within(await screen.findByRole('article', { name: `Entry ${id}` }));
  expect(await row.findByText(/In 12 agendas/)).toBeDefined();
  expect(screen.getAllByText(/agendas/)).toHaveLength(1);
});

test('shows the entries without a number while the server cannot be reached', async () => {
  await db.mirror('schedule').put(scheduleEntry(id));
  show(db, <AdminScheduleScreen />);
  expect(await screen.findByRole('article', { name: `Entry ${id}` })).toBeDefined();
  expect(screen.queryByText(/agendas/)).toBeNull();
});
