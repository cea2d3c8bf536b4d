import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId, serverPost } from '#tests/fixtures/device.ts';
import { clientOf, expectCommands, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { catalogue } from '#tests/fixtures/texts.ts';
import { catalogue as modules } from '#server/resources/catalogue/modules.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { ModulesScreen } from './modules-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await putDemoScreens(db);
});

const on = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const row = async (name: string) => within((await on(name)).closest('li')!);

test.each(['en', 'de'] as const)('names each module with its purpose, and each part of a home screen (%s)', (language) => {
  const texts = catalogue(language, 'common') as Record<string, Record<string, unknown>>;
  const parts = modules.flatMap(({ home_components }) => home_components.map(({ name }) => name));
  const names = modules.map(({ name }) => name).toSorted();
  expect(Object.keys(texts['module']!).toSorted()).toEqual(names);
  expect(Object.keys(texts['module_purpose']!).toSorted()).toEqual(names);
  expect(Object.keys(texts['home_component']!).toSorted()).toEqual(parts.toSorted());
});

test('folds required modules without a switch, and gives every other one a switch with its purpose', async () => {
  show(db, <ModulesScreen />);
  expect((await on('Chat')).getAttribute('aria-describedby')).not.toBeNull();
  expect((await row('Chat')).getByText('Everyone can write, ask and reply.')).toBeDefined();
  const required = modules.filter(({ optional }) => !optional);
  const folded = screen.getByText(`Always on (${required.length})`).closest('details')!;
  expect(folded.open).toBe(false);
  expect(within(folded).getByText('Schedule')).toBeDefined();
  expect(within(folded).queryByRole('switch', { hidden: true })).toBeNull();
});

test('shows the content that the switch of a module hides', async () => {
  await db.mirror('posts').bulkPut(['a', 'b'].map((id) => ({ ...serverPost(id), thread: '' })));
  show(db, <ModulesScreen />);
  const chat = await row('Chat');
  expect(chat.getByText(/ 2 posts$/)).toBeDefined();
  await user.click(await on('Chat'));
  expect(await chat.findByText(/ 2 posts · kept until you turn it on again$/)).toBeDefined();
  expect(await chat.findByText('Waiting to be sent')).toBeDefined();
});

test('removes and adds a module at once, also without network', async () => {
  show(db, <ModulesScreen />);
  await user.click(await on('Chat'));
  await expectCommands(db, [{ mutation: 'drop', args: { moduleId: 3 } }]);
  await waitFor(async () => expect((await on('Chat')).checked).toBe(false));
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  await user.click(await on('Chat'));
  await expectCommands(db, [
    { mutation: 'drop', args: { moduleId: 3 } },
    { mutation: 'add', args: { moduleId: 3 } },
  ]);
});

test('reports success when the server has accepted', async () => {
  show(db, <ModulesScreen />, { online: true });
  await user.click(await on('Chat'));
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Module removed successfully: Chat. Nothing was deleted.'));
});

test('turns a module on again by Undo', async () => {
  show(
    db,
    <>
      <ModulesScreen />
      <Toaster />
    </>,
  );
  await user.click(await on('Statistics'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectCommands(db, [
    { mutation: 'drop', args: { moduleId: 11 } },
    { mutation: 'add', args: { moduleId: 11 } },
  ]);
  await waitFor(async () => expect((await on('Statistics')).checked).toBe(true));
});

test('switches an optional menu entry separately', async () => {
  show(db, <ModulesScreen />);
  const dating = await row('Dating');
  await user.click(dating.getByRole('switch', { name: '“Matches” in the menu' }));
  await expectCommands(db, [{ mutation: 'dropEntry', args: { moduleId: 18, menuEntryIndex: 1 } }]);
  await user.click(await on('Dating'));
  await waitFor(() => expect(dating.queryByRole('switch', { name: /Matches/ })).toBeNull());
});

test('shows a refused switch, and the module in the state of the server', async () => {
  await (await clientOf(db).engine()).execute('modules', 'drop', { moduleId: 3 }, { id: `${eventId}-3`, eventId });
  await park(db, await db.outbox.toArray(), 'forbidden');
  show(db, <ModulesScreen />);
  expect(await screen.findByText('Failed to remove module')).toBeDefined();
  expect((await on('Chat')).checked).toBe(true);
});

test('marks the modules as opened for the first steps', async () => {
  show(db, <ModulesScreen />);
  await waitFor(async () => expect((await db.meta.get(`first-steps:${eventId}`))?.value).toEqual(['modules']));
});
