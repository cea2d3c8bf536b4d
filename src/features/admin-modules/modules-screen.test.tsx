import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/demo-screens.ts';
import { eventId, serverPost } from '#tests/fixtures/device.ts';
import { clientOf, expectCommands, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { catalogue } from '#tests/fixtures/texts.ts';
import { modules as modulesResource } from '#contract/resources/modules.ts';
import { catalogue as modules } from '#server/resources/modules/catalogue.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { ModulesScreen } from './modules-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await putDemoScreens(db);
});

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const on = (within: Awaited<ReturnType<typeof card>>) => within.getByRole<HTMLInputElement>('switch', { name: 'Part of this event' });

test.each(['en', 'de'] as const)('names each module and each part of a home screen (%s)', (language) => {
  const texts = catalogue(language, 'common') as Record<string, Record<string, unknown>>;
  const parts = modules.flatMap(({ home_components }) => home_components.map(({ name }) => name));
  expect(Object.keys(texts['module']!).toSorted()).toEqual(modules.map(({ name }) => name).toSorted());
  expect(Object.keys(texts['home_component']!).toSorted()).toEqual(parts.toSorted());
});

test('shows required modules without a usable switch', async () => {
  show(db, <ModulesScreen />);
  const schedule = await card('Schedule');
  expect([on(schedule).checked, on(schedule).disabled]).toEqual([true, true]);
  expect(schedule.getByText('Every event has this module.')).toBeDefined();
  expect(screen.getAllByRole('article')).toHaveLength(modules.length);
});

test('shows the parts of a module, and the content that its switch hides', async () => {
  await db.mirror('posts').bulkPut(['a', 'b'].map((id) => ({ ...serverPost(id), thread: '' })));
  show(db, <ModulesScreen />);
  const chat = await card('Chat');
  expect(chat.getByText(/It has 2 posts\. Turn the module off to hide it from everyone\. Everything in it is kept\./)).toBeDefined();
  expect(chat.getByText('Latest posts')).toBeDefined();
  await user.click(on(chat));
  expect(await chat.findByText(/No one sees it right now/)).toBeDefined();
  expect(await chat.findByText('Waiting to be sent')).toBeDefined();
});

test('removes and adds a module at once, also without network', async () => {
  show(db, <ModulesScreen />);
  const chat = await card('Chat');
  await user.click(on(chat));
  await expectCommands(db, [{ mutation: 'drop', args: { moduleId: 3 } }]);
  await waitFor(() => expect(on(chat).checked).toBe(false));
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  await user.click(on(chat));
  await expectCommands(db, [
    { mutation: 'drop', args: { moduleId: 3 } },
    { mutation: 'add', args: { moduleId: 3 } },
  ]);
});

test('reports success when the server has accepted', async () => {
  show(db, <ModulesScreen />, { online: true });
  await user.click(on(await card('Chat')));
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Module removed successfully'));
});

test('switches an optional menu entry separately', async () => {
  show(db, <ModulesScreen />);
  const dating = await card('Dating');
  await user.click(dating.getByRole('switch', { name: '“Matches” in the menu' }));
  await expectCommands(db, [{ mutation: 'dropEntry', args: { moduleId: 18, menuEntryIndex: 1 } }]);
  await user.click(on(dating));
  await waitFor(() => expect(dating.queryByRole('switch', { name: /Matches/ })).toBeNull());
});

test('shows a refused switch, and the module in the state of the server', async () => {
  await (await clientOf(db).engine()).execute(modulesResource, 'drop', { moduleId: 3 }, { id: `${eventId}-3`, eventId });
  await park(db, await db.outbox.toArray(), 'forbidden');
  show(db, <ModulesScreen />);
  expect(await screen.findByText('Failed to remove module')).toBeDefined();
  expect(on(await card('Chat')).checked).toBe(true);
});
