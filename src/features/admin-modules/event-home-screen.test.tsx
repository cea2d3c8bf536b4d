import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, changeRemotely, serverRefuses, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { EventHomeScreen } from './event-home-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await putDemoScreens(db);
});

const names = () =>
  within(screen.getByRole('list', { name: 'On the home screen' }))
    .getAllByRole('button', { name: /^Drag / })
    .map((handle) => handle.getAttribute('aria-label')!.slice('Drag '.length));
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const entries = () => db.mirror('homeEntries').orderBy('[eventId+position]').toArray();

async function open(own: { online?: true; toaster?: true } = {}): Promise<void> {
  show(
    db,
    <>
      <EventHomeScreen />
      {own.toaster && <Toaster />}
    </>,
    own,
  );
  await screen.findByRole('list', { name: 'On the home screen' });
}

test('swaps an entry with its neighbour by an arrow and saves at once, except the first one upwards', async () => {
  await open({ online: true });
  expect(names().slice(0, 2)).toEqual(['Event picture', 'Profile reminder']);
  await press('Move Event picture up');
  await expectCommands(db, []);
  await press('Move Event picture down');
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Profile reminder', 'Event picture']));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  const [sent] = await db.outbox.toArray();
  const before = await entries();
  const { updates } = sent!.args as { updates: { id: string; position: number }[] };
  expect([sent!.mutation, updates.slice(0, 2)]).toEqual([
    'home',
    [before[1], before[0]].map((row, index) => ({ id: row!.id, position: index + 1 })),
  ]);
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Home screen saved'));
});

async function sentIds(commands: number): Promise<string[]> {
  await waitFor(async () => expect(await db.outbox.count()).toBe(commands));
  const { args } = (await db.outbox.orderBy('seq').last())!;
  return (args as { updates: { id: string }[] }).updates.map(({ id }) => id);
}

test('shows a moved entry at its new place at once, and keeps the focus while the order is stored', async () => {
  await open();
  const down = screen.getByRole('button', { name: 'Move Event picture down' });
  down.focus();
  await press('Move Event picture down');
  expect([names()[1], document.activeElement]).toEqual(['Event picture', down]);
  await screen.findByText('Waiting to be sent');
  expect([names()[1], document.activeElement]).toEqual(['Event picture', down]);
});

test('applies two arrows in a row', async () => {
  const [first, second, third, ...rest] = (await entries()).map(({ id }) => id);
  await open();
  const [, , last] = names();
  await press('Move Event picture down');
  await press(`Move ${last} up`);
  // One command, because the first had not been sent.
  await waitFor(async () => expect(await sentIds(1)).toEqual([second, third, first, ...rest]));
  await waitFor(() => expect(names().slice(1, 3)).toEqual([last, 'Event picture']));
});

test('shows a local order ahead only once, so that others may revert it', async () => {
  await open({ online: true });
  const before = names();
  await press('Move Event picture down');
  await screen.findByText('Waiting to be sent');
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await changeRemotely(() => db.mirror('arrangements').delete(arrangementId(eventId, 'home')));
  await waitFor(() => expect(names()).toEqual(before));
});

test('reverts and reports an order that cannot be stored or is refused', async () => {
  await open({ online: true });
  const before = names();
  const add = vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await press('Move Event picture down');
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Couldn’t load or save the home screen'));
  await waitFor(() => expect(names()).toEqual(before));
  add.mockRestore();
  await press('Move Event picture down');
  await serverRefuses(db, 'forbidden');
  await waitFor(() => expect(names()).toEqual(before));
});

test('adds a part at the end, and removes all entries that show it', async () => {
  const photos = (await entries()).find(({ moduleId }) => moduleId === 8)!;
  await db.mirror('homeEntries').put({ ...photos, id: '0190f1de-0000-7000-8000-0000000000cc', position: 30 });
  await open();
  expect(names().filter((name) => name === 'Latest photos')).toHaveLength(1);
  await press('Hide Latest photos');
  await expectCommands(db, [
    { mutation: 'remove', args: {} },
    { mutation: 'remove', args: {} },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Show Latest photos' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(3));
  const [, , made] = await db.outbox.orderBy('seq').toArray();
  expect(made).toMatchObject({ mutation: 'create', args: { moduleId: 8, homeScreenNumber: 0, position: 12 } });
  await waitFor(() => expect(names().at(-1)).toBe('Latest photos'));
});

test('brings a hidden part back to its place by Undo', async () => {
  await open({ toaster: true });
  const before = names();
  await press('Hide Latest posts');
  await waitFor(() => expect(names()).not.toContain('Latest posts'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(before));
});

test('restores the order before the last move by Undo', async () => {
  await open({ toaster: true });
  const before = names();
  await press('Move Event picture down');
  await waitFor(() => expect(names()).not.toEqual(before));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(before));
});

test('sets the count of parts that show several items', async () => {
  await open();
  const count = screen.getByRole<HTMLSelectElement>('combobox', { name: 'How many: Latest posts' });
  expect([count.value, screen.getAllByRole('combobox')].length).toBe(2);
  await user.selectOptions(count, '5');
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  const [edit] = await db.outbox.toArray();
  expect([edit!.mutation, JSON.parse((edit!.args as { settings: string }).settings)]).toEqual([
    'edit',
    { componentName: 'recent_posts', count: 5 },
  ]);
  await waitFor(() => expect(count.value).toBe('5'));
});

test('neither shows nor offers parts of inactive modules', async () => {
  await db.mirror('modules').update(`${eventId}-3`, { isActive: false });
  await open();
  expect(names()).not.toContain('Latest posts');
  expect(screen.queryByRole('button', { name: 'Show Latest posts' })).toBeNull();
});

test('restores an unsaved order after the app was killed, and sends it on Save', async () => {
  const ids = (await entries()).map(({ id }) => id);
  const places = ids.toReversed().map((id, index) => ({ id, position: index + 1 }));
  const base = { id: arrangementId(eventId, 'home'), version: 0, eventId, list: 'home', places: [] };
  await db.drafts.put({ id: `order:${eventId}:home`, text: JSON.stringify({ base, typed: { places } }), updatedAt: 0 });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'home', args: { updates: places } }]);
});

test('previews the home screen', async () => {
  await open();
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(preview.querySelector('[inert]')?.textContent).toContain('Camp');
  const before = preview.textContent;
  await press('Hide Feedback form');
  await waitFor(() => expect(preview.textContent).not.toBe(before));
});
