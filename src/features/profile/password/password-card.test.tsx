import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noNetwork, noServer } from '#tests/fixtures/screens/session-answers.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { PasswordCard } from './password-card.tsx';

const call = vi.fn<SyncClient['call']>();
let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => {
  db = device;
  call.mockReset();
  vi.spyOn(show(db, <PasswordCard email="orga@demo.example" />), 'call').mockImplementation(call);
});

const labels = ['Current password', 'New password', 'Repeat new password'] as const;
const field = (label: (typeof labels)[number]) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: (typeof labels)[number], value: string) => fillIn(field(label), value);
const submit = () => screen.getByRole('button', { name: 'Change password' });
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const different = 'The two new passwords don’t match.';
const answer = (status: number, body: object): Outcome => ({ kind: 'answer', status, body });

test('shows weak and different passwords at their fields and sends nothing', async () => {
  await type('New password', 'short');
  // No problems are shown before the first try.
  expect(alerts()).toEqual([]);
  await user.click(submit());
  expect(alerts()).toEqual(['Enter your password.', expect.stringMatching(/^Use at least 8 characters/), different]);
  expect(document.activeElement).toBe(field('Current password'));
  await type('Current password', 'Demo-Pass-1');
  await type('New password', 'Seeufer-2026');
  await type('Repeat new password', 'Seeufer-2027');
  await user.click(submit());
  expect(alerts()).toEqual([different]);
  expect(call).not.toHaveBeenCalled();
});

test('reports a wrong old password and keeps the fields, and clears them after a change', async () => {
  call
    .mockResolvedValueOnce(answer(403, { error: 'wrong_password', message: 'The password is wrong.' }))
    .mockResolvedValueOnce(answer(200, { success: true }));
  for (const label of labels) await type(label, 'Seeufer-2026');
  await user.click(submit());
  expect((await screen.findByText(/^Your current password is wrong/)).getAttribute('role')).toBe('alert');
  expect(labels.map((label) => field(label).value)).toEqual(labels.map(() => 'Seeufer-2026'));
  await type('Current password', 'Demo-Pass-1');
  await user.click(submit());
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Password changed'));
  await waitFor(() => expect(labels.map((label) => field(label).value)).toEqual(['', '', '']));
  const path = '/api/users/me/password';
  expect(call.mock.calls.map(([{ path, body }]) => [path, body])).toEqual([
    [path, { oldPassword: 'Seeufer-2026', newPassword: 'Seeufer-2026' }],
    [path, { oldPassword: 'Demo-Pass-1', newPassword: 'Seeufer-2026' }],
  ]);
});

test.each<[string, Outcome, RegExp]>([
  ['without network', noNetwork, /^No connection to the server\. Try again/],
  ['behind a proxy that does not reach the server', noServer, /^Can’t reach the server right now/],
])('reports a failure %s and keeps the fields', async (_case, outcome, sentence) => {
  call.mockResolvedValue(outcome);
  for (const label of labels) await type(label, 'Seeufer-2026');
  await user.click(submit());
  expect((await screen.findByText(sentence)).getAttribute('role')).toBe('alert');
  expect(labels.map((label) => field(label).value)).toEqual(labels.map(() => 'Seeufer-2026'));
});
