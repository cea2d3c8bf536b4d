import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { me } from '#contract/resources/me.ts';
import { schedule } from '#contract/resources/schedule.ts';
import { clash, givenDevice, meanwhile, scheduleEntry, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { useOutbox } from '#sync/react/hooks.tsx';
import { park } from '#sync/outbox/outbox.ts';
import { connectToaster } from '#ui/overlays/toasts.ts';
import { useRefusalToasts } from './use-refusal-toasts.ts';

const said = vi.fn<(text: string) => void>();
let db: EventDatabase;
let client: SyncClient;
let disconnect: () => void;

/** Shows the number of commands; its query runs after that of the toasts. */
function Toasts(): ReactNode {
  useRefusalToasts();
  return <output>{`${useOutbox()?.length} in the outbox`}</output>;
}

beforeEach(async () => {
  said.mockClear();
  disconnect = connectToaster(({ text }) => said(text));
  await startTexts();
  db = await givenDevice();
  await db.mirror('schedule').bulkPut(['a', 'b'].map((id) => scheduleEntry(id)));
  client = show(db, <Toasts />);
  // Commands rejected before that count as old.
  await screen.findByText('0 in the outbox');
  const edit = async (id: string) => (await client.engine()).execute(schedule, 'edit', { title: 'Mine' }, { id, eventId: 1 });
  await meanwhile(() => edit('a'));
  await meanwhile(() => edit('b'));
  await screen.findByText('2 in the outbox');
});
afterEach(async () => {
  disconnect();
  await tearDown(db);
});

test('shows one toast for several rejections at once, with the text of their kind', async () => {
  await meanwhile(async () => park(db, await db.outbox.toArray(), 'forbidden'));
  await waitFor(() => expect(said.mock.calls).toEqual([['The schedule entry wasn’t changed']]));
});

test.each([
  ['email_unusable', 'This email address can’t be used. Enter another one.'],
  ['internal', 'Your profile wasn’t saved'],
] as const)("shows for the profile the server's own text if there is one: %s", async (code, sentence) => {
  await meanwhile(async () =>
    (await client.engine()).execute(me, 'save', { email: 'ben@demo.example' }, { id: client.userId, eventId: 0 }),
  );
  await meanwhile(async () =>
    park(
      db,
      (await db.outbox.toArray()).filter(({ resource }) => resource === 'me'),
      code,
    ),
  );
  await waitFor(() => expect(said.mock.calls).toEqual([[sentence]]));
});

test('shows conflicts as such', async () => {
  await meanwhile(() => clash(db, { ...scheduleEntry('a'), version: 2, title: 'Theirs' }));
  await waitFor(() =>
    expect(said.mock.calls).toEqual([['2 of your changes conflict with someone else’s. Choose the versions under “Not sent”.']]),
  );
});
