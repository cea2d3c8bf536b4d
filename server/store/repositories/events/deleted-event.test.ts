import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { eventTables } from './deleted-event.ts';

let store: Store;
beforeEach(async () => void (store = await openTestStore()));
afterEach(() => store.close());

/** Tables that outlive the event. */
const outlives: readonly string[] = ['audit_log'];

test('every table with rows of an event is deleted with it', async () => {
  const tables = await sqlOf(store.reading).introspection.getTables();
  const ofEvents = tables.filter(({ columns }) => columns.some(({ name }) => name === 'event_id')).map(({ name }) => name);
  expect(ofEvents.toSorted()).toEqual([...eventTables, ...outlives].toSorted());
});
