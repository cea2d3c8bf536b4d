import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { apiAnswer, freshDatabase, quietPorts, userId, writePost } from '../../../tests/fixtures/device.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { SyncClient } from '../../sync/client.ts';
import { SessionProvider } from '../../sync/hooks.tsx';
import { Session } from '../../sync/session.ts';
import { login } from '../../sync/sign-in.ts';
import { LogoutScreen } from './logout-screen.tsx';

let client: SyncClient;
const left = vi.fn<() => Promise<void>>(async () => {});

/** Somebody signed in, whose network then goes away, with a post that waits and one that is half written, at the logout. */
beforeEach(async () => {
  await startTexts();
  left.mockClear();
  const storage = new IDBFactory();
  const ports = quietPorts({
    fetch: async (path) => {
      if (path === '/api/users/me') return apiAnswer(200, { csrfToken: 'csrf' });
      if (path === '/api/users/login') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
      throw new TypeError('no network');
    },
  });
  const session = new Session(ports, () => freshDatabase(storage));
  await session.enter(login('a@demo.example', 'secret'));
  const state = session.state.get();
  if (state.status !== 'signed-in') throw new Error('not signed in');
  client = state.client;
  await client.db.drafts.put({ id: 'post:1', text: 'half a post', updatedAt: 1 });
  await writePost(client.db, ports, 'hello');
  render(
    <SessionProvider session={session}>
      <Router hook={memoryLocation({ path: '/logout' }).hook}>
        <LogoutScreen onLeft={left} />
      </Router>
    </SessionProvider>,
  );
});
afterEach(() => {
  cleanup();
  client.stop();
  client.db.close();
});

const sendNow = 'Send now, then log out';

test('when all was sent and a draft is left, nothing is said to have failed, and nothing is offered to be sent', async () => {
  vi.spyOn(client, 'sendAll').mockImplementation(() => client.db.outbox.clear());
  fireEvent.click(await screen.findByRole('button', { name: sendNow }));
  await screen.findByText('1 draft is unfinished.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: sendNow })).toBeNull();
  expect(left).not.toHaveBeenCalled();
});

test('what could not be sent is counted without the drafts, and may be sent again', async () => {
  vi.spyOn(client, 'sendAll').mockResolvedValue();
  fireEvent.click(await screen.findByRole('button', { name: sendNow }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 entry');
  expect(screen.getByRole('button', { name: sendNow })).toBeDefined();
});
