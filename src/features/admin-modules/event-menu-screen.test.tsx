import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import type { Arrangement } from '#contract/resources/arrangements.ts';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, changeRemotely, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { EventMenuScreen } from './event-menu-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await putDemoScreens(db);
});

const names = (section: string) =>
  within(screen.getByRole('list', { name: section }))
    .getAllByRole('button', { name: /^Drag / })
    .map((handle) => handle.getAttribute('aria-label')!.slice('Drag '.length));
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const settings = ['Notifications', 'Events', 'Sign out'];

async function open(own: { online?: true; toaster?: true } = {}): Promise<void> {
  show(
    db,
    <>
      <EventMenuScreen />
      {own.toaster && <Toaster />}
    </>,
    own,
  );
  await screen.findByRole('list', { name: 'Settings' });
}

/** Returns all ids of the menu in the sent order. */
async function sentOrder(): Promise<string[]> {
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  const [entry] = await db.outbox.toArray();
  expect(entry).toMatchObject({ resource: 'arrangements', mutation: 'menu', id: arrangementId(eventId, 'menu') });
  const { updates } = entry!.args as { updates: { id: string; position: number }[] };
  expect(updates.map(({ position }) => position)).toEqual(updates.map((_, index) => index + 1));
  return updates.map(({ id }) => id);
}

test('groups entries by section, and swaps neighbours within it', async () => {
  await open();
  expect(names('Settings')).toEqual(settings);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  for (const name of ['Move Notifications up', 'Move Sign out down']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    await press(name);
  }
  expect(names('Settings')).toEqual(settings);
  await press('Move Sign out up');
  await waitFor(() => expect(names('Settings')).toEqual(['Notifications', 'Sign out', 'Events']));
  expect(screen.getByText('Sign out is at position 2 of 3')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Sign out up' }));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(await sentOrder()).toHaveLength(await db.mirror('menuEntries').count());
});

test('sends the whole order at once, including hidden entries', async () => {
  await db.mirror('modules').update(`${eventId}-3`, { isActive: false });
  await open({ online: true });
  expect(names('Event')).not.toContain('Chat');
  await press('Move Schedule down');
  await waitFor(() => expect(names('Event').slice(1, 3)).toEqual(['Meetups', 'Schedule']));
  const order = await sentOrder();
  const rows = await db.mirror('menuEntries').toArray();
  const moduleAt = (index: number) => rows.find(({ id }) => id === order[index])?.moduleId;
  expect(order).toHaveLength(rows.length);
  // Meetups, the hidden chat, schedule.
  expect([1, 2, 3].map(moduleAt)).toEqual([7, 3, 2]);
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Menu saved'));
});

test('restores the order before the last move by Undo', async () => {
  await open({ toaster: true });
  const before = names('Settings');
  await press('Move Sign out up');
  const moved = await sentOrder();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names('Settings')).toEqual(before));
  await waitFor(async () => expect(await sentOrder()).not.toEqual(moved));
});

test('previews a new order', async () => {
  await open();
  const preview = () => [...screen.getByRole('region', { name: 'Preview' }).querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(preview().slice(-1)[0]).toContain('Sign out');
  await press('Move Sign out up');
  await waitFor(() => expect(preview().at(-1)).toContain('Events'));
});

/** Stores an order with the first two entries swapped as the draft of an app that did not save at once, or of a conflict. */
async function putDraft(): Promise<void> {
  const ids = (await db.mirror('menuEntries').orderBy('[eventId+position]').toArray()).map(({ id }) => id);
  const [first, second, ...rest] = ids as [string, string, ...string[]];
  const places = [second, first, ...rest].map((id, index) => ({ id, position: index + 1 }));
  const base: Arrangement = { id: arrangementId(eventId, 'menu'), version: 0, eventId, list: 'menu', places: [] };
  await db.drafts.put({ id: `order:${eventId}:menu`, text: JSON.stringify({ base, typed: { places } }), updatedAt: 0 });
}

test('restores an unsaved order after the app was killed, and reverts it on Cancel', async () => {
  await putDraft();
  await open();
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined();
  expect(names('Event').slice(0, 2)).toEqual(['Schedule', 'Home']);
  await press('Cancel');
  await waitFor(() => expect(names('Event').slice(0, 2)).toEqual(['Home', 'Schedule']));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test.each(['yours', 'theirs'] as const)('asks about a concurrent order of somebody else and keeps %s', async (side) => {
  await putDraft();
  await open();
  await screen.findByRole('button', { name: 'Save' });
  const rows = await db.mirror('menuEntries').toArray();
  const theirs = rows.toReversed().map(({ id }, index) => ({ id, position: index + 1 }));
  const id = arrangementId(eventId, 'menu');
  await changeRemotely(() => db.mirror('arrangements').put({ id, version: 1, eventId, list: 'menu', places: theirs }));
  const question = within(await screen.findByRole('group', { name: /^Someone else changed this, too/ }));
  await press('Save');
  await expectCommands(db, []);
  await user.click(question.getByRole('radio', { name: side === 'yours' ? /^Yours/ : /^On the server/ }));
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  const sent = await db.outbox.toArray();
  expect(sent.map(({ mutation }) => mutation)).toEqual(side === 'yours' ? ['menu'] : []);
});

test('removes an optional entry, and adds it again while its module is active', async () => {
  await open({ online: true });
  await press('Remove: Matches');
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Menu item removed'));
  await user.click(await screen.findByRole('button', { name: 'Add Matches' }));
  await expectCommands(db, [{ mutation: 'addEntry', args: { moduleId: 18, menuEntryIndex: 1 } }]);
  await waitFor(() => expect(names('Event')).toContain('Matches'));
});
