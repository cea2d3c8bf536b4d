import { act, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { eventId, participant } from '#tests/fixtures/device.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { useLive } from './hooks.tsx';
import { pendingQueries } from './pending-queries.ts';

let db: EventDatabase;
let drawings: string[];

beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  await db.mirror('participants').bulkPut([participant(20, 'Ben'), participant(21, 'Bea')]);
  drawings = [];
});
afterEach(() => tearDown(db));

let choose: (userId: number | null) => void;

function Name({ at }: { at: number | null }) {
  const [userId, setUserId] = useState(at);
  useLayoutEffect(() => void (choose = setUserId), [setUserId]);
  const row = useLive(userId === null ? null : (device) => device.mirror('participants').get(`${eventId}-${userId}`), [userId]);
  drawings.push(`${userId}: ${row?.name}`);
  return null;
}

test('draws a component without a query once, and waits for nothing', async () => {
  show(db, <Name at={null} />);
  expect(pendingQueries.get()).toBe(0);
  show(db, <Name at={20} />);
  await waitFor(() => expect(drawings).toContain('20: Ben'));
  expect(drawings.filter((drawing) => drawing.startsWith('null'))).toEqual(['null: undefined']);
});

test('forgets the row of an earlier query while there is none', async () => {
  show(db, <Name at={20} />);
  await waitFor(() => expect(drawings).toContain('20: Ben'));
  act(() => choose(null));
  act(() => choose(21));
  await waitFor(() => expect(drawings.at(-1)).toBe('21: Bea'));
  expect(drawings).not.toContain('21: Ben');
});
