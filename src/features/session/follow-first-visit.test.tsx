import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refused, signedOutSession } from '#tests/fixtures/screens/session-answers.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { LoginScreen } from './login-screen.tsx';

const before = () => document.querySelector<HTMLElement>('#last-screen')!;

beforeEach(async () => {
  await startTexts();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="last-screen" data-sign-in><input><input type="password"><button>👁</button><button>Sign in</button></div>',
  );
});
afterEach(() => before().remove());

function typeBefore(username: string, password: string): void {
  const [first, second] = before().querySelectorAll('input');
  first!.value = username;
  second!.value = password;
  second!.focus();
  second!.setSelectionRange(1, 2);
}

function show() {
  const { session, ask } = signedOutSession({ login: refused('wrong_credentials', 401) });
  render(
    <SessionProvider session={session}>
      <LoginScreen unsentOf={[]} />
    </SessionProvider>,
  );
  const name = screen.getByLabelText<HTMLInputElement>('Username (your email)');
  return { ask, name, password: screen.getByLabelText<HTMLInputElement>('Password') };
}

test('keeps what was typed, the focus and the cursor', async () => {
  typeBefore('anna', 'secret');
  const { name, password } = show();
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect([name.value, password.value]).toEqual(['anna', 'secret']);
  expect([password.selectionStart, password.selectionEnd]).toEqual([1, 2]);
});

test('takes over at the latest when the screen before leaves, and loses no letter', () => {
  typeBefore('anna', 'secret');
  const { name, password } = show();
  const shown = before();
  act(() => void shown.dispatchEvent(new Event('leave')));
  expect([name.value, password.value, document.activeElement]).toEqual(['anna', 'secret', password]);
});

test('sends what was typed if the button was tapped', async () => {
  typeBefore('anna@demo.example', 'secret');
  before().dataset['tapped'] = '1';
  const { ask } = show();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Username or password is wrong.'));
  expect(ask.mock.calls.at(-1)?.[0].body).toMatchObject({ email: 'anna@demo.example', password: 'secret' });
});

test('performs a tap and moves the focus while the screen before is still shown', async () => {
  typeBefore('', 'secret');
  const { name, password } = show();
  await waitFor(() => expect(password.value).toBe('secret'));
  // The tap of before would have been performed now.
  await new Promise((done) => setTimeout(done));
  before().querySelector('input')!.focus();
  expect(document.activeElement).toBe(name);
  before().dataset['tapped'] = '1';
  before().querySelectorAll('button')[1]!.click();
  expect(await screen.findByText('Enter your username.')).toBeDefined();
});
