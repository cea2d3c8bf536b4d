import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { putWindow } from '#tests/fixtures/screens/windowed.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { useIsOffline, useOnline } from './hooks.tsx';
import { useIsWindowed } from './use-window.ts';

let db: EventDatabase;
let drawings: string[];

beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  drawings = [];
});
afterEach(() => tearDown(db));

function Row() {
  const [isWindowed, isOffline, isOnline] = [useIsWindowed(), useIsOffline(), useOnline()];
  drawings.push(`${isWindowed ? 'window' : 'whole'}, ${isOffline ? 'offline' : isOnline ? 'online' : 'unknown'}`);
  return null;
}

test('asks the database once for windows, whatever number of rows there is', async () => {
  await putWindow(db);
  const get = vi.spyOn(db.meta, 'get');
  show(
    db,
    <>
      <Row />
      <Row />
      <Row />
    </>,
  );
  await waitFor(() => expect(drawings).toHaveLength(6));
  expect(drawings.slice(3)).toEqual(Array.from({ length: 3 }, () => 'window, unknown'));
  expect(get.mock.calls.filter(([name]) => (name as unknown) === 'cursor')).toHaveLength(1);
});

test('does not draw a row again when a whole mirror is known, or for a change that it does not show', async () => {
  const client = show(db, <Row />);
  await waitFor(() => expect(client.status.get().windowed).toBe(''));
  act(() => client.note({ upToDateAt: 1, connection: 'unknown' }));
  expect(drawings).toEqual(['whole, unknown']);
  act(() => client.note({ connection: 'offline' }));
  expect(drawings).toEqual(['whole, unknown', 'whole, offline']);
});
