import { act, screen, waitFor } from '@testing-library/react';
import { IDBFactory, IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase, userId } from '#tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { ErrorBoundary } from '#app/shell/error-boundary.tsx';
import type { EventDatabase } from '#db/database.ts';
import { reopenDatabase } from '../device/reopen-database.ts';
import { useLive, useMe } from './hooks.tsx';

let db: EventDatabase;
let storage: IDBFactory;
beforeEach(async () => {
  await startTexts();
  storage = new IDBFactory();
  db = await givenDevice('participant', storage);
});
afterEach(() => tearDown(db));

/** Makes each read over the open connections fail without an event, as in WebKit. Returns the reverse. */
function loseConnection(): () => void {
  const lost = db.backendDB();
  const { get } = FakeObjectStore.prototype as { get(this: IDBObjectStore, ...args: unknown[]): IDBRequest };
  const failing = vi.spyOn(FakeObjectStore.prototype, 'get').mockImplementation(function read(this: IDBObjectStore, ...args: unknown[]) {
    if (this.transaction.db === lost) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return get.apply(this, args);
  } as never);
  return () => failing.mockRestore();
}

function Name() {
  const row = useLive((device) => device.mirror('me').get(userId), []);
  const again = useLive((device) => device.mirror('me').get(userId), []);
  return <p>{`${row?.name}, ${again?.name}, ${useMe()?.name}`}</p>;
}

test('queries on a lost connection are answered by a new one', async () => {
  show(db, <Name />).watchContext();
  await screen.findByText('Orga, Orga, Orga');
  const open = vi.spyOn(db, 'open');
  loseConnection();
  const elsewhere = freshDatabase(storage);
  await act(() => elsewhere.mirror('me').update(userId, { name: 'Ben' }));
  elsewhere.close();
  await screen.findByText('Ben, Ben, Ben');
  expect(open).toHaveBeenCalledOnce();
});

test('a screen that failed on a lost connection is shown again after the database was reopened', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isLost = true;
  const Failing = () => {
    if (isLost) throw new DOMException('', 'UnknownError');
    return <p>here</p>;
  };
  show(
    db,
    <ErrorBoundary>
      <Failing />
    </ErrorBoundary>,
  );
  await screen.findByRole('button', { name: 'Reload' });
  isLost = false;
  await act(() => reopenDatabase(db));
  await waitFor(() => expect(screen.getByText('here')).toBeDefined());
});
