import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { SessionProvider } from '../../sync/hooks.tsx';
import type { LoginResult, Session } from '../../sync/session.ts';
import { LoginScreen } from './login-screen.tsx';
import { readRegisterDraft, writeRegisterDraft } from './register-draft.ts';

beforeEach(async () => {
  localStorage.clear();
  await startTexts();
});

function show(results: { login?: LoginResult; secondFactor?: LoginResult }, unsentOf: { name: string; count: number }[] = []) {
  const session = {
    login: vi.fn(async () => results.login),
    secondFactor: vi.fn(async () => results.secondFactor),
  };
  render(
    <SessionProvider session={session as unknown as Session}>
      <LoginScreen unsentOf={unsentOf} />
    </SessionProvider>,
  );
  return session;
}

function signIn(username: string, password: string): void {
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('what is missing is said at its field, and nothing is sent', () => {
  const session = show({});
  signIn('  ', '');
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Please enter your password.')).toBeDefined();
  expect(session.login).not.toHaveBeenCalled();
});

test.each<[string, LoginResult, string]>([
  ['wrong', { kind: 'refused', code: 'wrong_credentials' }, 'Username or password is wrong.'],
  ['too often', { kind: 'refused', code: 'too_many_requests', retryAfter: 130 }, 'Too many attempts. Please wait 3 min and try again.'],
  ['offline', { kind: 'no-network' }, 'No connection to the server. Signing in needs the network; try again when you have one.'],
])('%s: a sentence says so, and what was typed stays', async (_case, login, sentence) => {
  show({ login });
  signIn(' anna@demo.example ', 'secret');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
});

test('an account with a second factor is asked for its code', async () => {
  const session = show({ login: { kind: 'second-factor' }, secondFactor: { kind: 'refused', code: 'wrong_second_factor' } });
  signIn('tess@demo.example', 'secret');
  expect(session.login).toHaveBeenCalledWith('tess@demo.example', 'secret');
  fireEvent.change(await screen.findByLabelText('One-time code'), { target: { value: '123 456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This code is not right. Take the one that is shown now.'));
  expect(session.secondFactor).toHaveBeenCalledWith('123456');
});

test('the password can be looked at', () => {
  show({});
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.type).toBe('text');
});

test('it names whose entries wait on this device', () => {
  show({}, [{ name: 'Anna', count: 2 }]);
  expect(screen.getByText('Anna: 2 entries are sent after the next sign-in.')).toBeDefined();
});

const typed = { email: 'anna@demo.example', code: 'DEMO-2026' };

test('whoever signs in leaves nothing that was typed into the registration to the next person', async () => {
  writeRegisterDraft(typed);
  show({ login: { kind: 'signed-in' } });
  signIn('anna@demo.example', 'secret');
  await waitFor(() => expect(readRegisterDraft()).toBeNull());
});

test('also with a second factor; until it is right, what was typed is kept', async () => {
  writeRegisterDraft(typed);
  show({ login: { kind: 'second-factor' }, secondFactor: { kind: 'signed-in' } });
  signIn('tess@demo.example', 'secret');
  fireEvent.change(await screen.findByLabelText('One-time code'), { target: { value: '123456' } });
  expect(readRegisterDraft()).toEqual(typed);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(readRegisterDraft()).toBeNull());
});
