import { render, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiAnswer, freshDatabase, quietPorts, userId } from '#tests/fixtures/device.ts';
import { mill } from '#tests/fixtures/screens/invited-event.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { Session } from '#sync/session/session.ts';
import { App } from './app.tsx';

const token = { success: true, token: 'token', userId, expiresIn: 3_600 };
const answers: Record<string, unknown> = {
  '/api/users/me': { csrfToken: 'csrf' },
  '/api/users/login': token,
  '/api/event/by-code/MILL': mill,
};

let session: Session;

beforeEach(async () => {
  await startTexts();
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  const storage = new IDBFactory();
  const ports = quietPorts({
    fetch: async (path) => {
      if (!answers[path]) throw new TypeError('no network');
      return apiAnswer(200, answers[path]);
    },
  });
  session = new Session(ports, () => freshDatabase(storage));
  await session.start();
});
afterEach(async () => void (await session.logout('discard')));

function openAt(hash: string): void {
  location.hash = hash;
  render(
    <SessionProvider session={session}>
      <App />
    </SessionProvider>,
  );
}

test('the privacy statement can be read while signed out, and leads back', async () => {
  openAt('#/home');
  await user.click(await screen.findByRole('link', { name: 'Privacy statement' }));
  await screen.findByRole('heading', { level: 1, name: 'Privacy statement' });
  expect(screen.queryByRole('link', { name: 'Go to my profile' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
});

test('signing in from an invitation asks whether to join', async () => {
  openAt('#/code=MILL');
  await screen.findByRole('heading', { level: 1, name: 'Register' });
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await fillIn(await screen.findByLabelText('Username (your email)'), 'anna@demo.example');
  await fillIn(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('dialog', { name: 'The mill' });
  expect(location.hash).toBe('#/home');
});
