import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId, participant } from '#tests/fixtures/device.ts';
import { announcement, changeRemotely, scheduleEntry, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { putWindow } from '#tests/fixtures/screens/windowed.ts';
import type { EventDatabase } from '#db/database.ts';
import { FirstStepsScreen } from './first-steps-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', async (device) => {
  db = device;
  await putDemoScreens(db);
});

const code = (id: string, used: boolean) => ({ id, version: 1, eventId, code: id, reusable: false, used, usedBy: null });
const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('shows the number of each step without network, and follows changes', async () => {
  await db.mirror('schedule').bulkPut([scheduleEntry('a'), scheduleEntry('b')]);
  await db.mirror('announcements').put(announcement('a'));
  show(db, <FirstStepsScreen />);
  await screen.findByText(/of 6 done$/);
  const modulesOn = (await db.mirror('modules').toArray()).filter(({ isActive }) => isActive).length;
  expect(steps()).toEqual([
    expect.stringContaining('Event picture Gives your event a face.'),
    'Schedule, done 2 entries',
    expect.stringContaining('Announcement 1 draft'),
    expect.stringContaining(`${modulesOn} are on.`),
    expect.stringContaining('Event codes Codes let people join.'),
    expect.stringContaining('Invite others Share the link or the QR code.'),
  ]);
  await changeRemotely(() => db.mirror('codes').bulkPut([code('A', false), code('B', false), code('C', true)]));
  await waitFor(() => expect(steps()[4]).toBe('Event codes, done 3 codes, 1 used'));
  await changeRemotely(() => db.mirror('announcements').update('a', { active: true }));
  await waitFor(() => expect(steps()[2]).toBe('Announcement, done 1 live'));
});

test('leaves out the step to a module that is off', async () => {
  const module = (await db.mirror('modules').toArray()).find(({ name }) => name === 'announcements')!;
  await db.mirror('modules').update(module.id, { isActive: false });
  show(db, <FirstStepsScreen />);
  expect(await screen.findByText('0 of 5 done')).toBeDefined();
});

test('counts steps as done whose screen an organiser has opened on this device', async () => {
  await db.meta.put({ name: `first-steps:${eventId}`, value: ['modules', 'invitation'] });
  show(db, <FirstStepsScreen />);
  await waitFor(() => expect(steps().at(-1)).toBe('Invite others, done Share the link or the QR code.'));
  expect(steps()[3]).toMatch(/^Modules, done/);
});

test('counts all people of a big event, of whom this device holds some', async () => {
  await db.mirror('participants').bulkPut([participant(1, 'Anna'), participant(2, 'Ben')]);
  await putWindow(db, { counts: { participants: 50_123 } });
  show(db, <FirstStepsScreen />);
  await waitFor(() => expect(steps().at(-1)).toContain('50,123'));
});
