import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { clientOf, expectCommands, changeRemotely, serverRefuses, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { observed } from '#lib/observable.ts';
import { park } from '#sync/outbox/outbox.ts';
import type { Session } from '#sync/session/session.ts';
import type { Site } from '#sync/session/server-settings.ts';
import { FeedbackScreen } from './feedback-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

const nothingSaid: Site = { controller: null, contact: null, donationUrl: null, betaLabel: null };
const open = (site = observed(nothingSaid), outside = {}) =>
  show(
    db,
    <SessionProvider session={{ site, loadSite: () => Promise.resolve() } as unknown as Session}>
      <FeedbackScreen />
    </SessionProvider>,
    outside,
  );
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your feedback');
const write = async (text: string) => fillIn(await field(), text);
const send = () => user.click(screen.getByRole('button', { name: 'Send' }));

test.each(['', '   \n'])('refuses empty feedback (%j) by an alert and sends nothing', async (text) => {
  open();
  await write(text);
  await send();
  expect(screen.getByRole('alert').textContent).toBe('Write something first.');
  await expectCommands(db, []);
});

test('thanks for feedback when the server has accepted', async () => {
  open(undefined, { online: true });
  await write('More shade, please');
  await send();
  await expectCommands(db, [{ mutation: 'create', args: { content: 'More shade, please' } }]);
  expect(toasts).not.toHaveBeenCalled();
  await serverTakes(db);
  await waitFor(() => expect(toasts.mock.calls).toEqual([['Thank you for your feedback!']]));
  await waitFor(async () => expect((await field()).value).toBe(''));
});

test.each([
  ['forbidden', /^Your feedback wasn’t accepted\. You’re not allowed to do this/],
  ['internal', /^Your feedback wasn’t accepted$/],
] as const)('returns refused feedback (%s) to its form', async (code, sentence) => {
  open(undefined, { online: true });
  await write('More shade, please');
  await send();
  await serverRefuses(db, code);
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  expect((await field()).value).toBe('More shade, please');
  expect([await db.outbox.count(), await db.drafts.count(), toasts.mock.calls]).toEqual([0, 1, []]);
});

test('stores feedback without network and clears the text', async () => {
  open();
  await write('More shade, please');
  await send();
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  await expectCommands(db, [{ mutation: 'create', args: { content: 'More shade, please' } }]);
  expect((await field()).value).toBe('');
  expect(await db.drafts.count()).toBe(0);
  expect(await screen.findByText('Waiting to be sent')).toBeDefined();
  await db.outbox.clear();
  await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull());
});

test('keeps unfinished text per event, also in an open form', async () => {
  const camp = await db.mirror('events').get(eventId);
  await db.mirror('events').put({ ...camp!, id: 2, title: 'Mill' });
  const goTo = (id: number) => changeRemotely(() => db.mirror('me').update(userId, { activeEventId: id }));
  open();
  await write('More shade, please');
  await goTo(2);
  await waitFor(async () => expect((await field()).value).toBe(''));
  await write('More flour, please');
  await goTo(eventId);
  await waitFor(async () => expect((await field()).value).toBe('More shade, please'));
});

test('reports feedback that cannot be stored and keeps the text', async () => {
  open();
  await write('More shade, please');
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await send();
  expect(await screen.findByText(/Couldn’t save your feedback on this device/)).toBeDefined();
  expect((await field()).value).toBe('More shade, please');
});

test('shows refused feedback with its text, and resends it edited', async () => {
  await (await clientOf(db).engine()).execute('feedback', 'create', { content: 'More shade' }, { eventId });
  await park(db, await db.outbox.toArray(), 'forbidden');
  open();
  expect(await screen.findByText('Your feedback wasn’t accepted')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit and send again' }));
  await fillIn(screen.getByLabelText('Your text'), 'More shade, please');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await expectCommands(db, [{ mutation: 'create', args: { content: 'More shade, please' } }]);
});

test('shows a donation card that opens a new tab only if the operator has a safe link', async () => {
  const site = observed(nothingSaid);
  open(site);
  await field();
  expect(screen.queryByRole('link', { name: /Donate/ })).toBeNull();
  act(() => site.set({ ...site.get(), donationUrl: 'https://donate.example/' }));
  const link = screen.getByRole('link', { name: 'Donate, opens in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://donate.example/', '_blank']);
  act(() => site.set({ ...site.get(), donationUrl: 'javascript:alert(1)' }));
  expect(screen.queryByRole('link', { name: /Donate/ })).toBeNull();
});
