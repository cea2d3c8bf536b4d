import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { changeRemotely, clash, clientOf, expectCommands, loadAnew, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import {
  agree,
  block,
  choose,
  ids,
  openContactLinks,
  phone,
  press,
  save,
  titles,
  unfolded,
  web,
} from '#tests/fixtures/screens/contact-links.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { AdminContactLinksScreen } from './admin-contact-links-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

test('merges concurrent changes of other fields, and asks about the same field before anything is sent', async () => {
  await openContactLinks(db, block('a', { links: [phone] }));
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
  await changeRemotely(() => db.mirror('contactLinks').put({ ...block('a', { links: [web] }), version: 2, title: 'Theirs' }));
  expect(await screen.findByText('Someone else changed this, too. Which version do you want to keep?')).toBeDefined();
  await save();
  await expectCommands(db, []);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Yours Mine' }));
  await user.click(screen.getByRole('radio', { name: 'Yours Mine' }));
  await save();
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Mine' } }]);
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect((await unfolded('Block 1, Mine')).getByRole('group', { name: 'Link 1, Web, Block 1, Mine' })).toBeDefined();
});

test('sends nothing and leaves nothing unsaved if the other version is chosen', async () => {
  await openContactLinks(db, block('a'));
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
  await changeRemotely(() => db.mirror('contactLinks').put({ ...block('a'), version: 2, title: 'Theirs' }));
  await user.click(await screen.findByRole('radio', { name: 'On the server Theirs' }));
  await save();
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  await expectCommands(db, []);
  expect(titles()).toEqual(['Block 1, Theirs']);
});

test.each([
  ['Yours', 1],
  ['On the server', 0],
] as const)('asks which of two orders to keep as a whole: %s', async (side, orders) => {
  await openContactLinks(db, block('a'), block('b', { position: 2 }), block('c', { position: 3 }));
  await choose('Block 3, Title c', 'Move up');
  const places = ['b', 'a', 'c'].map((id, index) => ({ id: ids[id]!, position: index + 1 }));
  const theirs = { id: arrangementId(eventId, 'contactLinks'), version: 1, eventId, list: 'contactLinks' as const, places };
  await changeRemotely(() => db.mirror('arrangements').put(theirs));
  const choice = await screen.findByRole('radio', { name: new RegExp(`^${side}`) });
  await save();
  await expectCommands(db, []);
  await user.click(choice);
  await save();
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(await db.outbox.count()).toBe(orders);
  const order = side === 'Yours' ? ['a', 'c', 'b'] : ['b', 'a', 'c'];
  await waitFor(() => expect(titles()).toEqual(order.map((id, index) => `Block ${index + 1}, Title ${id}`)));
});

test.each([
  ['Add it again: Title a', [{ mutation: 'create', args: { title: 'Mine', subtitle: null, links: [phone], position: 3 } }]],
  ['Leave it deleted: Title a', []],
])('asks before Save about a block that was changed here and removed elsewhere: %s', async (answer, commands) => {
  await openContactLinks(db, block('a', { links: [phone] }), block('b', { position: 2 }));
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
  await changeRemotely(() => db.mirror('contactLinks').delete(ids['a']!));
  expect(await screen.findByText('Someone else deleted “Title a” while you were changing it.')).toBeDefined();
  await save();
  expect(await screen.findByText('Choose a version before you save.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add it again: Title a' }));
  await press(answer);
  if (commands.length > 0) await save();
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  await expectCommands(db, commands);
});

test.each([
  ['Delete anyway: Title a', [{ mutation: 'remove', args: {} }]],
  ['Keep it: Title a', []],
])('asks about a block that was removed here and changed elsewhere: %s', async (answer, commands) => {
  await openContactLinks(db, block('a'));
  await choose('Block 1, Title a', 'Delete');
  await agree();
  await changeRemotely(() => db.mirror('contactLinks').put({ ...block('a'), version: 2, title: 'Theirs' }));
  expect(await screen.findByText('Someone else changed “Title a” while you were deleting it.')).toBeDefined();
  await press(answer);
  if (commands.length > 0) await save();
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  await expectCommands(db, commands);
});

test('saves nothing during a first load, and takes no absent block for deleted', async () => {
  await db.mirror('contactLinks').bulkPut([block('a', { links: [phone] }), block('b', { position: 2 })]);
  const silent = () => new Promise<never>(() => {});
  const client = show(db, <AdminContactLinksScreen />, { fetch: silent, upload: silent });
  await screen.findByRole('button', { name: 'Add block' });
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
  await loadAnew(db);
  client.start();
  await waitFor(() => expect(client.status.get().firstLoad).not.toBeNull());
  await changeRemotely(() => db.mirror('contactLinks').delete(ids['a']!));
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Mine']));
  await save();
  expect(await screen.findByText('The list is reloading. Try again in a moment.')).toBeDefined();
  await expectCommands(db, []);
  client.stop();
});

test('shows new blocks of others next to unsaved changes', async () => {
  await openContactLinks(db, block('a'), block('b', { position: 2 }));
  await choose('Block 2, Title b', 'Move up');
  await changeRemotely(() => db.mirror('contactLinks').put(block('c', { position: 3 })));
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Title a', 'Block 3, Title c']));
});

test('shows a conflict of a sent command above the form', async () => {
  await db.mirror('contactLinks').put(block('a', { links: [phone] }));
  await (await clientOf(db).engine()).execute('contactLinks', 'edit', { title: 'Mine', links: [web] }, { id: ids['a']!, eventId });
  await clash(db, { ...block('a', { links: [phone, web] }), version: 2, title: 'Theirs' });
  await openContactLinks(db);
  const conflict = within(await screen.findByRole('article', { name: 'Conflict: Title a' }));
  expect(conflict.getByRole('radio', { name: 'Yours Mine' })).toBeDefined();
  expect(conflict.getByRole('radio', { name: /^On the server Phone: tel:\+49301234\s+Web: https:/ })).toBeDefined();
});

test('does not show a conflict about the order of another list', async () => {
  const places = [{ id: ids['a']!, position: 1 }];
  const menu = arrangementId(eventId, 'menu');
  await (await clientOf(db).engine()).execute('arrangements', 'menu', { updates: places }, { id: menu, eventId });
  await clash(db, { id: menu, version: 2, eventId, list: 'menu', places: [] });
  await openContactLinks(db, block('a'));
  expect(screen.queryByRole('article')).toBeNull();
  expect(await db.outbox.count()).toBe(1);
});
