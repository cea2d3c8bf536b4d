import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ShareScreen } from './share-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

test('shares the invitation by the share sheet, and reports a failure but not a cancellation', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.reject(new DOMException('closed', 'AbortError')));
  vi.stubGlobal('navigator', { share, clipboard: {} });
  const id = '0190f1de-0000-7000-8000-000000000001';
  await db.mirror('codes').put({ id, version: 1, eventId, code: 'DEMO-2026', reusable: true, used: false, usedBy: null });
  show(db, <ShareScreen />);
  await user.click(await screen.findByRole('button', { name: 'Share invitation' }));
  expect(share.mock.calls).toEqual([[{ text: 'Come along: Camp', url: `${location.origin}/#code=DEMO-2026` }]]);
  share.mockRejectedValue(new Error('no'));
  await user.click(screen.getByRole('button', { name: 'Share invitation' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('Sharing didn’t work. Copy the link instead.'));
  expect(share).toHaveBeenCalledTimes(2);
});

test('shows code, link and QR code without network, and copies them', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText: written } });
  const id = '0190f1de-0000-7000-8000-000000000001';
  await db.mirror('codes').put({ id, version: 1, eventId, code: 'DEMO-2026', reusable: true, used: false, usedBy: null });
  show(db, <ShareScreen />);
  const url = `${location.origin}/#code=DEMO-2026`;
  expect(await screen.findByText(url)).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code for the invitation link' })).toBeDefined();
  expect(screen.getByText('Anyone who scans this or opens the link can register for Camp.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await user.click(screen.getByRole('button', { name: 'Copy code only' }));
  await waitFor(() => expect(written.mock.calls).toEqual([[url], ['DEMO-2026']]));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Copied!' })).toHaveLength(2));
});

test('marks the invitation as opened for the first steps of an organiser, not of a participant', async () => {
  const opened = async () => (await db.meta.get(`first-steps:${eventId}`))?.value;
  show(db, <ShareScreen />);
  await screen.findByRole('heading', { level: 1 });
  expect(await opened()).toBeUndefined();
  await changeRemotely(() => db.mirror('me').update(userId, { memberships: [{ eventId, role: 'admin' }] }));
  await waitFor(async () => expect(await opened()).toEqual(['invitation']));
});
