import { act, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { accepted, signedOutSession, noNetwork, noServer, refused, wantsCode } from '#tests/fixtures/screens/session-answers.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import { LoginScreen } from './login-screen.tsx';
import { readRegisterDraft, writeRegisterDraft } from './register-draft.ts';

beforeEach(async () => {
  localStorage.clear();
  await startTexts();
});

function show(
  answers: Parameters<typeof signedOutSession>[0],
  unsentOf: { name: string; count: number }[] = [],
  erased?: { unsent: number },
) {
  const { session, ask } = signedOutSession(answers);
  render(
    <SessionProvider session={session}>
      <LoginScreen unsentOf={unsentOf} erased={erased} />
    </SessionProvider>,
  );
  return ask;
}

async function signIn(username: string, password: string): Promise<void> {
  await fillIn(screen.getByLabelText('Username (your email)'), username);
  await fillIn(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('shows missing values at their fields and sends nothing', async () => {
  const ask = show({});
  await signIn('  ', '');
  expect(screen.getByLabelText('Username (your email)').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter your username.')).toBeDefined();
  expect(screen.getByText('Enter your password.')).toBeDefined();
  expect(ask).not.toHaveBeenCalled();
});

test.each<[string, Outcome, string]>([
  ['wrong', refused('wrong_credentials', 401), 'Username or password is wrong.'],
  ['too often', refused('too_many_requests', 429, 130), 'Too many attempts. Try again in 3 min.'],
  ['when too many do so at once', refused('unavailable', 503), 'The server is busy. Try again in a moment.'],
  ['on a broken server', refused('internal', 500), 'Something went wrong on the server. Try again in a moment.'],
  ['offline', noNetwork, 'No connection to the server. You need to be online to sign in.'],
  ['behind a proxy', noServer, 'Can’t reach the server right now. Try again in a moment.'],
])('shows a failure and keeps the typed values: %s', async (_case, login, sentence) => {
  show({ login });
  await signIn(' anna@demo.example ', 'secret');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
});

test('asks for the code of an account with a second factor', async () => {
  const ask = show({ login: wantsCode, tfa: refused('wrong_second_factor', 401) });
  await signIn('tess@demo.example', 'secret');
  await fillIn(await screen.findByLabelText('One-time code'), '123 456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'This code is wrong or was already used. Enter the current one, or another recovery code.',
    ),
  );
  expect(ask.mock.calls.map(([{ path, body }]) => [path, body]).slice(-2)).toEqual([
    ['/api/users/login', { email: 'tess@demo.example', password: 'secret', csrfToken: 'csrf' }],
    ['/api/users/tfa', { username: 'tess@demo.example', password: 'secret', token: '123456' }],
  ]);
});

test('accepts a recovery code with letters instead of the one-time code', async () => {
  const ask = show({ login: wantsCode, tfa: refused('wrong_second_factor', 401) });
  await signIn('tess@demo.example', 'secret');
  await fillIn(await screen.findByLabelText('One-time code'), '123');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
  expect([field.value, field.inputMode, field.autocomplete]).toEqual(['', '', 'off']);
  await fillIn(field, ' aaaa-bbbb cccc-dddd ');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('alert');
  expect(ask.mock.lastCall?.[0].body).toMatchObject({ token: 'aaaa-bbbbcccc-dddd' });
  await user.click(screen.getByRole('button', { name: 'Use a one-time code' }));
  expect(screen.getByLabelText<HTMLInputElement>('One-time code').value).toBe('');
});

test('returns from the second step to the first without its failure', async () => {
  show({ login: wantsCode, tfa: refused('wrong_second_factor', 401) });
  await signIn('tess@demo.example', 'secret');
  await fillIn(await screen.findByLabelText('One-time code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows a failure in the language chosen since then', async () => {
  show({ login: refused('wrong_credentials', 401) });
  await signIn('anna@demo.example', 'secret');
  await screen.findByText('Username or password is wrong.');
  await act(() => i18next.changeLanguage('de'));
  expect(screen.getByRole('alert').textContent).toBe('Benutzername oder Passwort ist falsch.');
});

test('shows and hides the password', async () => {
  show({});
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.type).toBe('password');
});

test('names people with pending commands on this device', () => {
  show({}, [{ name: 'Anna', count: 2 }]);
  expect(screen.getByText('Anna: 2 items will be sent after the next sign-in.')).toBeDefined();
});

const typed = { email: 'anna@demo.example', code: 'DEMO-2026' };

test('deletes the draft of a registration after a sign-in', async () => {
  writeRegisterDraft(typed);
  show({ login: accepted });
  await signIn('anna@demo.example', 'secret');
  await waitFor(() => expect(readRegisterDraft()).toBeNull());
});

test('expires the draft of an abandoned registration after an hour', () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  writeRegisterDraft(typed);
  expect(readRegisterDraft()).toEqual(typed);
  vi.spyOn(Date, 'now').mockReturnValue(3_600_000);
  expect([readRegisterDraft(), localStorage.length]).toEqual([null, 0]);
});

test('keeps the draft of a registration until the second factor is accepted', async () => {
  writeRegisterDraft(typed);
  show({ login: wantsCode, tfa: accepted });
  await signIn('tess@demo.example', 'secret');
  await fillIn(await screen.findByLabelText('One-time code'), '123456');
  expect(readRegisterDraft()).toEqual(typed);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(readRegisterDraft()).toBeNull());
});

test.each([
  [0, 'Your account has been deleted'],
  [1, 'Your account has been deleted1 unsent item was deleted with it.'],
  [3, 'Your account has been deleted3 unsent items were deleted with it.'],
])('reports an erased account, and %i discarded commands', (unsent, words) => {
  show({}, [], { unsent });
  expect(screen.getByRole('status').textContent).toBe(words);
});
