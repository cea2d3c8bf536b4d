import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { accepted, entrance, noNetwork, noServer, refused, wantsCode } from '../../../tests/fixtures/entrance.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { SessionProvider } from '../../sync/react/hooks.tsx';
import type { Outcome } from '../../sync/wire/transport.ts';
import { LoginScreen } from './login-screen.tsx';
import { readRegisterDraft, writeRegisterDraft } from './register-draft.ts';

beforeEach(async () => {
  localStorage.clear();
  await startTexts();
});

function show(answers: Parameters<typeof entrance>[0], unsentOf: { name: string; count: number }[] = [], erased?: { unsent: number }) {
  const { session, ask } = entrance(answers);
  render(
    <SessionProvider session={session}>
      <LoginScreen unsentOf={unsentOf} erased={erased} />
    </SessionProvider>,
  );
  return ask;
}

function signIn(username: string, password: string): void {
  fireEvent.change(screen.getByLabelText('Username (your email)'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('what is missing is said at its field, and nothing is sent', () => {
  const ask = show({});
  signIn('  ', '');
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
])('%s: a sentence says so, and what was typed stays', async (_case, login, sentence) => {
  show({ login });
  signIn(' anna@demo.example ', 'secret');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
});

test('an account with a second factor is asked for its code', async () => {
  const ask = show({ login: wantsCode, tfa: refused('wrong_second_factor', 401) });
  signIn('tess@demo.example', 'secret');
  fireEvent.change(await screen.findByLabelText('One-time code'), { target: { value: '123 456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
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

test('a recovery code, which has letters, stands for the one-time code', async () => {
  const ask = show({ login: wantsCode, tfa: refused('wrong_second_factor', 401) });
  signIn('tess@demo.example', 'secret');
  fireEvent.change(await screen.findByLabelText('One-time code'), { target: { value: '123' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
  expect([field.value, field.inputMode, field.autocomplete]).toEqual(['', '', 'off']);
  fireEvent.change(field, { target: { value: ' aaaa-bbbb cccc-dddd ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('alert');
  expect(ask.mock.lastCall?.[0].body).toMatchObject({ token: 'aaaa-bbbbcccc-dddd' });
  fireEvent.click(screen.getByRole('button', { name: 'Use a one-time code' }));
  expect(screen.getByLabelText<HTMLInputElement>('One-time code').value).toBe('');
});

test('from the second step there is a way back, and nothing is said there of what went wrong', async () => {
  show({ login: wantsCode, tfa: refused('wrong_second_factor', 401) });
  signIn('tess@demo.example', 'secret');
  fireEvent.change(await screen.findByLabelText('One-time code'), { target: { value: '000000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('why it did not work is said in the language that is chosen then', async () => {
  show({ login: refused('wrong_credentials', 401) });
  signIn('anna@demo.example', 'secret');
  await screen.findByText('Username or password is wrong.');
  await act(() => i18next.changeLanguage('de'));
  expect(screen.getByRole('alert').textContent).toBe('Benutzername oder Passwort ist falsch.');
});

test('the password can be looked at, and hidden again', () => {
  show({});
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.type).toBe('password');
});

test('it names whose entries wait on this device', () => {
  show({}, [{ name: 'Anna', count: 2 }]);
  expect(screen.getByText('Anna: 2 items will be sent after the next sign-in.')).toBeDefined();
});

const typed = { email: 'anna@demo.example', code: 'DEMO-2026' };

test('whoever signs in leaves nothing that was typed into the registration to the next person', async () => {
  writeRegisterDraft(typed);
  show({ login: accepted });
  signIn('anna@demo.example', 'secret');
  await waitFor(() => expect(readRegisterDraft()).toBeNull());
});

test('what was typed into an abandoned registration is forgotten after an hour', () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  writeRegisterDraft(typed);
  expect(readRegisterDraft()).toEqual(typed);
  vi.spyOn(Date, 'now').mockReturnValue(3_600_000);
  expect([readRegisterDraft(), localStorage.length]).toEqual([null, 0]);
});

test('also with a second factor; until it is right, what was typed is kept', async () => {
  writeRegisterDraft(typed);
  show({ login: wantsCode, tfa: accepted });
  signIn('tess@demo.example', 'secret');
  fireEvent.change(await screen.findByLabelText('One-time code'), { target: { value: '123456' } });
  expect(readRegisterDraft()).toEqual(typed);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(readRegisterDraft()).toBeNull());
});

test.each([
  [0, 'Your account has been deleted'],
  [1, 'Your account has been deleted1 unsent item was deleted with it.'],
  [3, 'Your account has been deleted3 unsent items were deleted with it.'],
])('an account that turned out to be gone, and %i entries with it, is told', (unsent, words) => {
  show({}, [], { unsent });
  expect(screen.getByRole('status').textContent).toBe(words);
});
