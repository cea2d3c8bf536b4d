import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { userId } from '#tests/fixtures/device.ts';
import { noNetwork, noServer, refused } from '#tests/fixtures/screens/session-answers.ts';
import { changeRemotely, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { type SavedFile, savedFiles } from '#tests/fixtures/saved-files.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SyncClient } from '#sync/engine/client.ts';
import { Engine } from '#sync/engine/engine.ts';
import { useLive } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import { SecondFactorCard } from './second-factor-card.tsx';

const call = vi.fn<SyncClient['call']>();
const pull = vi.fn<Engine['pull']>(async () => {});
let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => {
  db = device;
  for (const mock of [call, pull]) mock.mockReset();
  vi.spyOn(SyncClient.prototype, 'call').mockImplementation(call);
  vi.spyOn(Engine.prototype, 'pull').mockImplementation(pull);
});

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const setup = {
  setup: '01900000-0000-7000-8000-000000000001',
  secret,
  uri: `otpauth://totp/Event%20Companion:orga?secret=${secret}`,
};
const codes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-000${n}`);
const answer = (body: unknown): Outcome => ({ kind: 'answer', status: 200, body });

function Card(): ReactNode {
  const me = useLive((device) => device.mirror('me').get(userId), []);
  return me && <SecondFactorCard me={me} />;
}

/** Stores the state that the feed brings. */
const told = (secondFactor: boolean, recoveryCodesLeft: number) => db.mirror('me').update(userId, { secondFactor, recoveryCodesLeft });

async function given(secondFactor: boolean, recoveryCodesLeft = 0): Promise<void> {
  await told(secondFactor, recoveryCodesLeft);
  show(db, <Card />);
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
}

const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const type = (label: string, value: string): Promise<void> => fillIn(screen.getByLabelText(label), value);
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const calls = () => call.mock.calls.map(([{ path, body }]) => [path.replace('/api/users/me/tfa', ''), body]);
const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

async function begin(): Promise<void> {
  await given(false);
  await press('Turn on');
  call.mockResolvedValueOnce(answer(setup));
  await type('Password', 'Demo-Pass-1');
  await press('Continue');
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
}

test('turns on by password and code, and shows the recovery codes until they are confirmed', async () => {
  await begin();
  expect(document.activeElement).toBe(screen.getByLabelText('One-time code'));
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
  await press('Turn on');
  expect(alerts()).toEqual(['Enter the code.']);
  await type('One-time code', '123456');
  call.mockResolvedValueOnce(answer({ recoveryCodes: codes }));
  await press('Turn on');
  await waitFor(() => expect(listed()).toEqual(codes));
  expect(document.activeElement?.textContent).toBe('Your recovery codes');
  expect(pull).toHaveBeenCalled();
  await changeRemotely(() => told(true, 10));
  await screen.findByText('10 recovery codes left.');
  expect(listed()).toEqual(codes);
  await press('I’ve saved them');
  expect(listed()).toEqual([]);
  expect(screen.queryByText(secret)).toBeNull();
  expect(calls()).toEqual([
    ['/setup', { password: 'Demo-Pass-1' }],
    ['', { setup: setup.setup, code: '123456' }],
  ]);
});

test('copies key and recovery codes, and saves the codes as a text file', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText: written }, userAgent: '' });
  const files = savedFiles();
  await begin();
  await press('Copy key');
  call.mockResolvedValueOnce(answer({ recoveryCodes: codes }));
  await type('One-time code', '123456');
  await press('Turn on');
  await screen.findByText('Your recovery codes');
  await press('Copy');
  await press('Save as file');
  await waitFor(() => expect(written.mock.calls).toEqual([[secret], [codes.join('\n')]]));
  const [{ name, content }] = files as [SavedFile];
  expect(name).toBe('event-companion-recovery-codes.txt');
  expect(await content.text()).toBe(['Event Companion: recovery codes for orga@demo.example', '', ...codes, ''].join('\n'));
});

test.each([
  ['Mozilla/5.0 (Linux; Android 16)', 1],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0],
])('links to the authenticator app on a phone only: %s', async (userAgent, links) => {
  vi.stubGlobal('navigator', { userAgent });
  await begin();
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(Array(links).fill(setup.uri));
});

describe.each<[string, Outcome, RegExp]>([
  ['a wrong code', refused('wrong_second_factor', 401), /^This code is wrong or was already used/],
  ['one that was begun elsewhere since', refused('setup_over', 410), /^This took longer than 15 minutes/],
  ['without network', noNetwork, /^No connection to the server\. Try again/],
  ['behind a proxy', noServer, /^Can’t reach the server right now/],
  ['too many guesses', refused('too_many_requests', 429, 120), /^Too many attempts\. Try again in 2 min/],
])('%s', (_case, outcome, sentence) => {
  test('is shown and keeps the typed code', async () => {
    await begin();
    call.mockResolvedValueOnce(outcome);
    await type('One-time code', '123456');
    await press('Turn on');
    expect((await screen.findByText(sentence)).getAttribute('role')).toBe('alert');
    expect(screen.getByLabelText<HTMLInputElement>('One-time code').value).toBe('123456');
    expect(listed()).toEqual([]);
  });
});

test('turns off by password and code, or by a recovery code with letters', async () => {
  await given(true, 1);
  expect(screen.getByText('1 recovery code left.')).toBeDefined();
  await press('Turn off');
  await press('Turn off');
  expect(alerts()).toEqual(['Enter your password.', 'Enter the code.']);
  await type('Password', 'Demo-Pass-1');
  await type('One-time code', '123456');
  call.mockResolvedValueOnce(refused('wrong_second_factor', 401));
  await press('Turn off');
  await screen.findByText(/^This code is wrong/);
  await press('Use a recovery code');
  expect(screen.getByLabelText<HTMLInputElement>('Recovery code').value).toBe('');
  expect(screen.getByLabelText('Recovery code').getAttribute('inputmode')).toBeNull();
  await type('Recovery code', codes[0]!);
  call.mockResolvedValueOnce(answer({ success: true }));
  await press('Turn off');
  await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('Two-factor authentication is off'));
  expect(calls()[1]).toEqual(['/off', { password: 'Demo-Pass-1', code: codes[0] }]);
});

test('requires a one-time code for new recovery codes', async () => {
  await given(true, 0);
  expect(screen.getByText(/^No recovery codes left/)).toBeDefined();
  await press('New recovery codes');
  const form = within(screen.getByRole('form', { name: 'New recovery codes' }));
  expect(form.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
  await type('Password', 'Demo-Pass-1');
  await type('One-time code', '123456');
  call.mockResolvedValueOnce(answer({ recoveryCodes: codes }));
  await press('Create new codes');
  await waitFor(() => expect(listed()).toEqual(codes));
  expect(calls()).toEqual([['/recovery-codes', { password: 'Demo-Pass-1', code: '123456' }]]);
});

test('follows changes of another device, and returns the focus to the button after Cancel', async () => {
  await given(false);
  await press('Turn on');
  await press('Cancel');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn on' }));
  await changeRemotely(() => told(true, 7));
  await screen.findByText('7 recovery codes left.');
  await changeRemotely(() => told(false, 0));
  await screen.findByRole('button', { name: 'Turn on' });
  expect(call).not.toHaveBeenCalled();
});
