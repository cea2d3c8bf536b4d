import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Device } from '#contract/endpoints/devices.ts';
import { noNetwork, noServer, refused } from '#tests/fixtures/screens/session-answers.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SyncClient } from '#sync/engine/client.ts';
import type { SyncStatus } from '#sync/engine/status.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { DevicesCard } from './devices-card.tsx';

const call = vi.fn<SyncClient['call']>();
const answer = (body: unknown): Outcome => ({ kind: 'answer', status: 200, body });
const done = answer({ success: true });
const sentence = 'No connection to the server. Try again when you’re online.';

const device = (id: string, part: Partial<Device> = {}): Device => ({
  id,
  name: `Firefox, ${id}`,
  createdAt: '2026-03-01T10:00:00.000Z',
  lastSeenAt: '2026-03-02T10:00:00.000Z',
  current: false,
  ...part,
});
const here = device('here', { current: true });
const three = [here, device('phone'), device('tablet', { name: null })];

let db: EventDatabase;
let client: SyncClient;
const toasts = setUpScreen('participant', (device) => {
  db = device;
  call.mockReset();
  vi.spyOn(SyncClient.prototype, 'call').mockImplementation(call);
});

const names = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent.trim());
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const calls = () => call.mock.calls.map(([{ method, path }]) => `${method} ${path}`);

function hear(connection: SyncStatus['connection']): void {
  const status = client.status;
  act(() => status.set({ ...status.get(), connection }));
}

async function agree(question: string, action: string): Promise<void> {
  await user.click(within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name: action }));
}

async function given(list: readonly Device[] = three): Promise<void> {
  call.mockResolvedValueOnce(answer(list));
  client = show(db, <DevicesCard />);
  await waitFor(() => expect(names()).toHaveLength(list.length));
}

test('marks this device with a link to the logout, and shows sign-in and last use of the others', async () => {
  await given();
  expect(names()).toEqual(['Firefox, here This device', 'Firefox, phone', 'Unknown device']);
  const [first, second] = screen.getAllByRole('listitem');
  expect(within(first!).getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/logout');
  expect(within(first!).queryByRole('button')).toBeNull();
  expect(first!.textContent).not.toContain('Last seen');
  expect(second!.textContent).toMatch(/Signed in .*Mar.*Last seen .*Mar/);
});

test('signs another device out after a confirmation, and removes it from the list', async () => {
  await given();
  call.mockResolvedValueOnce(done);
  await press('Sign out: Firefox, phone');
  await agree('Sign out Firefox, phone?', 'Sign out');
  await waitFor(() => expect(names()).toEqual(['Firefox, here This device', 'Unknown device']));
  expect(toasts).toHaveBeenCalledExactlyOnceWith('Signed out: Firefox, phone');
  expect(calls()).toEqual(['GET /api/users/sessions', 'DELETE /api/users/sessions/phone']);
  expect(document.activeElement?.textContent).toBe('Devices');
});

test('numbers devices of one name', async () => {
  const name = 'Safari, iPhone';
  await given([{ ...here, name }, device('b', { name }), device('c', { name: null }), device('d', { name }), device('e', { name: null })]);
  const buttons = screen.getAllByRole('button', { name: /^Sign out: / }).map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual(
    ['Safari, iPhone (2)', 'Unknown device', 'Safari, iPhone (3)', 'Unknown device (2)'].map((each) => `Sign out: ${each}`),
  );
  expect(names()[1]).toBe('Safari, iPhone (2)');
});

test('sends nothing after Cancel', async () => {
  await given();
  await press('Sign out: Firefox, phone');
  await agree('Sign out Firefox, phone?', 'Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls()).toHaveLength(1);
});

test('removes a device whose session has already ended', async () => {
  await given();
  call.mockResolvedValueOnce(refused('not_found', 404));
  await press('Sign out: Unknown device');
  await agree('Sign out Unknown device?', 'Sign out');
  await waitFor(() => expect(names()).toHaveLength(2));
});

test('signs all other devices out at once, and offers nothing for this device alone', async () => {
  await given();
  call.mockResolvedValueOnce(done);
  await press('Sign out all others');
  await agree('Sign out all other devices?', 'Sign out all others');
  await waitFor(() => expect(names()).toEqual(['Firefox, here This device']));
  expect(calls()[1]).toBe('DELETE /api/users/sessions');
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
});

test.each<[string, Outcome, string]>([
  ['without network', noNetwork, sentence],
  ['behind a proxy', noServer, 'Can’t reach the server right now. Try again in a moment.'],
  ['on a broken server', refused('internal', 500), 'Something went wrong on the server. Try again in a moment.'],
])('signs nothing out %s, reports it, and keeps the list', async (_case, outcome, why) => {
  await given();
  call.mockResolvedValueOnce(outcome);
  await press('Sign out: Firefox, phone');
  await agree('Sign out Firefox, phone?', 'Sign out');
  expect((await screen.findByText(why)).getAttribute('role')).toBe('alert');
  expect(names()).toHaveLength(3);
  expect(toasts).not.toHaveBeenCalled();
});

test('shows why the list is missing without network, and loads it by a button or when the network is back', async () => {
  call.mockResolvedValue(noNetwork);
  client = show(db, <DevicesCard />);
  await screen.findByText(sentence);
  expect(names()).toEqual([]);
  await press('Try again');
  await waitFor(() => expect(calls()).toHaveLength(2));
  hear('offline');
  await waitFor(() => expect(calls()).toHaveLength(3));
  call.mockResolvedValue(answer(three));
  hear('online');
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps a signed-out device removed when an older request answers later', async () => {
  await given();
  let late: (outcome: Outcome) => void;
  call.mockReturnValueOnce(new Promise((resolve) => void (late = resolve))).mockResolvedValueOnce(done);
  hear('offline');
  await press('Sign out: Firefox, phone');
  await agree('Sign out Firefox, phone?', 'Sign out');
  await waitFor(() => expect(names()).toHaveLength(2));
  await act(async () => late(answer(three)));
  expect(names()).toHaveLength(2);
});
