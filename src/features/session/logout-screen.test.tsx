import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { apiAnswer, freshDatabase, quietPorts, userId, writePost } from '#tests/fixtures/device.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { notePress, wasPressed } from '#feature-kit/pressed-link.ts';
import { observed } from '#lib/observable.ts';
import { readStorageIsKept } from '#sync/device/kept-storage.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { UploadProgress } from '#sync/exchange/upload.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { Session } from '#sync/session/session.ts';
import { login } from '#sync/session/sign-in.ts';
import { LogoutScreen } from './logout-screen.tsx';

let client: SyncClient;
let session: Session;
let place: ReturnType<typeof memoryLocation>;

/** Opens the logout of a signed-in user without network, with a pending post and a draft. */
beforeEach(async () => {
  await startTexts();
  const storage = new IDBFactory();
  const ports = quietPorts({
    fetch: async (path) => {
      if (path === '/api/users/me') return apiAnswer(200, { csrfToken: 'csrf' });
      if (path === '/api/users/login') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
      throw new TypeError('no network');
    },
  });
  session = new Session(ports, () => freshDatabase(storage));
  await session.signIn(login('a@demo.example', 'secret'));
  const state = session.state.get();
  if (state.status !== 'signed-in') throw new Error('not signed in');
  client = state.client;
  await client.db.drafts.put({ id: 'post:1', text: 'half a post', updatedAt: 1 });
  await writePost(client.db, ports, 'hello');
  place = memoryLocation({ path: '/logout', record: true });
  render(
    <SessionProvider session={session}>
      <Router hook={place.hook}>
        <LogoutScreen />
      </Router>
    </SessionProvider>,
  );
});
afterEach(() => {
  cleanup();
  client.stop();
  client.db.close();
});

const sendNow = 'Send now, then sign out';
const discard = 'Discard and sign out';

test('reports no failure and offers no sending if only a draft is left', async () => {
  vi.spyOn(client, 'sendAll').mockImplementation(() => client.db.outbox.clear());
  await user.click(await screen.findByRole('button', { name: sendNow }));
  await screen.findByText('1 draft isn’t finished.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: sendNow })).toBeNull();
  expect(session.state.get().status).toBe('signed-in');
});

test('counts unsent things by kind, and keeps them if the person stays signed in', async () => {
  await screen.findByText('1 item hasn’t been sent yet.');
  expect(screen.getByText('1 draft isn’t finished.')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Stay signed in' }));
  expect(place.history.at(-1)).toBe('/home');
  expect([await client.db.outbox.count(), await client.db.drafts.count()]).toEqual([1, 1]);
  expect(session.state.get().status).toBe('signed-in');
});

test('warns that kept data can be read by others and deleted by the browser', async () => {
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persisted: async () => false } });
  await readStorageIsKept();
  expect(await screen.findByText(/could read it/)).toBeDefined();
  expect(await screen.findByText(/This browser may delete unsent items/)).toBeDefined();
  Reflect.deleteProperty(navigator, 'storage');
});

test('discards unsent things after a confirmation', async () => {
  const outbox = () => client.db.outbox.count();
  await user.click(await screen.findByRole('button', { name: discard }));
  const question = await screen.findByRole('alertdialog', { name: 'Discard unsent items?' });
  expect(await outbox()).toBe(1);
  await user.click(within(question).getByRole('button', { name: discard }));
  await waitFor(() => expect(session.state.get()).toEqual({ status: 'signed-out', unsentOf: [] }));
});

test('counts kept commands at the next sign-in', async () => {
  await user.click(await screen.findByRole('button', { name: 'Keep for my next sign-in' }));
  await waitFor(() => expect(session.state.get()).toMatchObject({ status: 'signed-out', unsentOf: [{ count: 1 }] }));
});

test('logs out at once after a press on a link of the app, and asks after a typed address', async () => {
  cleanup();
  await client.db.outbox.clear();
  await client.db.drafts.clear();
  const open = (): void =>
    void render(
      <SessionProvider session={session}>
        <Router hook={memoryLocation({ path: '/logout' }).hook}>
          <LogoutScreen />
        </Router>
      </SessionProvider>,
    );
  open();
  await screen.findByText('Do you want to sign out on this device?');
  expect(session.state.get().status).toBe('signed-in');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(session.state.get().status).toBe('signed-out'));

  cleanup();
  await session.signIn(login('a@demo.example', 'secret'));
  notePress('/logout');
  open();
  await waitFor(() => expect(session.state.get().status).toBe('signed-out'));
});

test('counts a press for one visit only', () => {
  location.hash = '#/home';
  notePress('/logout');
  location.hash = '#/logout';
  dispatchEvent(new Event('hashchange'));
  expect(wasPressed('/logout')).toBe(true);
  location.hash = '#/home';
  dispatchEvent(new Event('hashchange'));
  expect(wasPressed('/logout')).toBe(false);
});

describe('while commands are sent', () => {
  const upload = observed<UploadProgress | null>(null);
  const sent = vi.fn<() => void>();

  beforeEach(async () => {
    sent.mockClear();
    upload.set(null);
    const all = Promise.withResolvers<void>();
    sent.mockImplementation(all.resolve);
    vi.spyOn(client, 'sendAll').mockReturnValue(all.promise);
    vi.spyOn(client, 'upload', 'get').mockReturnValue(upload);
    await user.click(await screen.findByRole('button', { name: sendNow }));
    await screen.findByText('Sending: 1 item left.');
  });

  test('shows the number of commands left, and the progress of a picture', async () => {
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => upload.set({ key: 'k', sent: 0.25 }));
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Your photo is on its way' }).value).toBe(0.25);
    act(() => upload.set({ key: 'k', sent: 1 }));
    expect(screen.getByRole<HTMLProgressElement>('progressbar').position).toBe(-1);
    await writePost(client.db, quietPorts(), 'one more');
    await screen.findByText('Sending: 2 items left.');
    await client.db.outbox.clear();
    await screen.findByText('Signing out…');
  });

  test('cancels the logout if the person stays signed in', async () => {
    await user.click(screen.getByRole('link', { name: 'Stay signed in' }));
    expect(place.history.at(-1)).toBe('/home');
    await client.db.drafts.clear();
    await client.db.outbox.clear();
    sent();
    await session.logout('send', AbortSignal.abort());
    expect(session.state.get().status).toBe('signed-in');
  });

  test('cancels the logout if the person navigates away', async () => {
    cleanup();
    await client.db.drafts.clear();
    await client.db.outbox.clear();
    sent();
    await session.logout('send', AbortSignal.abort());
    expect(session.state.get().status).toBe('signed-in');
  });
});

test('counts commands that could not be sent without drafts, and offers another try', async () => {
  vi.spyOn(client, 'sendAll').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: sendNow }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 item');
  expect(screen.getByRole('button', { name: sendNow })).toBeDefined();
});
