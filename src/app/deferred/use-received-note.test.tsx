import { render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { quietPorts, userId } from '#tests/fixtures/device.ts';
import { pressInToast, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { observed } from '#lib/observable.ts';
import { storeReceived } from '#sync/device/received-content.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import type { Session } from '#sync/session/session.ts';
import type { SessionState } from '#sync/session/session-state.ts';
import { useReceivedNote, useSignInNote } from './use-received-note.ts';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));
let { store } = quietPorts();
beforeEach(() => void ({ store } = quietPorts()));

const receive = (owner: number | null) =>
  storeReceived({ store, withRoom: (work) => work() }, { text: 'So blue', files: [] }, { id: 'a', at: Date.now(), userId: owner });

function Note(): ReactNode {
  useReceivedNote();
  return null;
}

function startAt(path: string): ReturnType<typeof memoryLocation> {
  const place = memoryLocation({ path, record: true });
  show(
    db,
    <Router hook={place.hook}>
      <Note />
    </Router>,
    { store },
  );
  return place;
}

test.each([userId, null])('a start reminds of content that arrived for %s, and leads to it', async (owner) => {
  await receive(owner);
  const place = startAt('/home');
  await pressInToast('Show');
  expect([toasts.mock.calls, place.history.at(-1)]).toEqual([[['Something you shared is waiting.']], '/shared']);
  expect(await store.get('received:a')).toMatchObject({ userId });
});

test.each([
  ['of another person', '/home', userId + 1],
  ['that the screen shows', '/shared', userId],
])('a start does not remind of content %s', async (_what, path, owner) => {
  await receive(owner);
  let reads = 0;
  const { keys } = store;
  store.keys = (prefix) => {
    reads += 1;
    return keys(prefix);
  };
  startAt(path);
  await waitFor(() => expect(reads).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(toasts).not.toHaveBeenCalled();
});

test.each([
  ['/shared', 1],
  ['/home', 0],
])('a signed-out person at %s reads %i times that shared content is kept', async (path, times) => {
  const state = observed<SessionState>({ status: 'signed-out', unsentOf: [] });
  function SignInNote(): ReactNode {
    useSignInNote();
    return null;
  }
  render(
    <SessionProvider session={{ state } as Partial<Session> as Session}>
      <Router hook={memoryLocation({ path }).hook}>
        <SignInNote />
      </Router>
    </SessionProvider>,
  );
  expect(toasts).toHaveBeenCalledTimes(times);
});
