import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { clash, changeRemotely, scheduleEntry, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { useOutbox } from '#sync/react/hooks.tsx';
import { park } from '#sync/outbox/outbox.ts';
import { useRefusalToasts } from './use-refusal-toasts.ts';

let db: EventDatabase;
let client: SyncClient;

/** Shows the number of commands; its query runs after that of the toasts. */
function Toasts(): ReactNode {
  useRefusalToasts();
  return <output>{`${useOutbox()?.length} in the outbox`}</output>;
}

const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await db.mirror('schedule').bulkPut(['a', 'b'].map((id) => scheduleEntry(id)));
  client = show(db, <Toasts />);
  // Commands rejected before that count as old.
  await screen.findByText('0 in the outbox');
  const edit = async (id: string) => (await client.engine()).execute('schedule', 'edit', { title: 'Mine' }, { id, eventId: 1 });
  await changeRemotely(() => edit('a'));
  await changeRemotely(() => edit('b'));
  await screen.findByText('2 in the outbox');
});

test('shows one toast for several rejections at once, with the text of their kind', async () => {
  await changeRemotely(async () => park(db, await db.outbox.toArray(), 'forbidden'));
  await waitFor(() => expect(toasts.mock.calls).toEqual([['The schedule entry wasn’t changed']]));
});

test.each([
  ['email_unusable', 'This email address can’t be used. Enter another one.'],
  ['internal', 'Your profile wasn’t saved'],
] as const)("shows for the profile the server's own text if there is one: %s", async (code, sentence) => {
  await changeRemotely(async () =>
    (await client.engine()).execute('me', 'save', { email: 'ben@demo.example' }, { id: client.userId, eventId: 0 }),
  );
  await changeRemotely(async () =>
    park(
      db,
      (await db.outbox.toArray()).filter(({ resource }) => resource === 'me'),
      code,
    ),
  );
  await waitFor(() => expect(toasts.mock.calls).toEqual([[sentence]]));
});

test('shows conflicts as such', async () => {
  await changeRemotely(() => clash(db, { ...scheduleEntry('a'), version: 2, title: 'Theirs' }));
  await waitFor(() =>
    expect(toasts.mock.calls).toEqual([['2 of your changes conflict with someone else’s. Choose the versions under “Not sent”.']]),
  );
});
