import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import { arrangements } from '#contract/resources/arrangements.ts';
import { contactLinks } from '#contract/resources/contact-links.ts';
import { eventId } from '#tests/fixtures/device.ts';
import {
  clash,
  clientOf,
  contactBlock,
  expectCommands,
  loadAnew,
  changeRemotely,
  serverRefuses,
  serverTakes,
  show,
  setUpScreen,
} from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { AdminContactLinksScreen } from './admin-contact-links-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

const ids: Readonly<Record<string, string>> = {
  a: '0190f1de-0000-7000-8000-00000000000a',
  b: '0190f1de-0000-7000-8000-00000000000b',
  c: '0190f1de-0000-7000-8000-00000000000c',
};
const block: typeof contactBlock = (name, part) => contactBlock(name, { id: ids[name] ?? name, ...part });
const phone = { name: 'Phone', url: 'tel:+49301234' };
const web = { name: 'Web', url: 'https://camp.example/' };

async function open(...blocks: ReturnType<typeof block>[]): Promise<void> {
  await db.mirror('contactLinks').bulkPut(blocks);
  show(
    db,
    <main>
      <AdminContactLinksScreen />
    </main>,
  );
  await screen.findByRole('button', { name: 'Add block' });
}

const card = (name: string) => within(screen.getByRole('region', { name }));
/** Returns the block after its fields are shown. */
const unfolded = async (name: string) => {
  const closed = card(name)
    .queryAllByRole('button', { expanded: false })
    .find((button) => button.closest('h2'));
  if (closed) await user.click(closed);
  return card(name);
};
/** Chooses an action in the menu of a block or link. */
const choose = async (what: string, action: string) => {
  await press(`Actions: ${what}`);
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const titles = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
const type = (field: HTMLElement, value: string) => fillIn(field, value);
const press = async (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  await user.click(button);
};
const agree = async () => user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
const save = () => press('Save changes');
const drafts = async () => (await db.drafts.toArray()).length;

test('ignores an untouched new block on Save, and drops it', async () => {
  await open(block('a'));
  await press('Add block');
  await screen.findByRole('region', { name: /^Block 2/ });
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Kitchen');
  await save();
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Kitchen' } }]);
  await waitFor(() => expect(titles()).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add block' }).matches(':disabled')).toBe(false));
  await press('Add block');
  await screen.findByRole('region', { name: /^Block 2/ });
  await save();
  await waitFor(() => expect(titles()).toHaveLength(1));
  expect(await drafts()).toBe(0);
});

test('flags changes, stores them as a draft, and sends only the changed fields on Save', async () => {
  await open(block('a', { links: [phone, web] }), block('b', { position: 2 }));
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Kitchen');
  expect(await screen.findByText('Unsaved changes')).toBeDefined();
  await expectCommands(db, []);
  await save();
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Kitchen' } }]);
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(await drafts()).toBe(0);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  expect(card('Block 1, Kitchen').getByText('Waiting to be sent')).toBeDefined();
});

test('sends the order, then changed blocks, then removals, in one transaction on Save', async () => {
  await open(block('a'), block('b', { position: 2 }), block('c', { position: 3 }));
  await type((await unfolded('Block 3, Title c')).getByLabelText('Title'), 'Kitchen');
  await choose('Block 3, Kitchen', 'Move up');
  await choose('Block 1, Title a', 'Delete');
  await agree();
  await press('Add block');
  const added = card('Block 3, unnamed');
  await type(added.getByLabelText('Title'), 'Doctor');
  await type(added.getByLabelText('Address'), 'tel:112');
  await save();
  await waitFor(async () => expect(await db.outbox.count()).toBe(4));
  const entries = await db.outbox.orderBy('seq').toArray();
  const newId = entries[2]!.id;
  expect(entries.map(({ resource, mutation, id, args }) => [resource, mutation, id, args])).toEqual([
    [
      'arrangements',
      'contactLinks',
      arrangementId(eventId, 'contactLinks'),
      { positions: [ids['c'], ids['b'], newId].map((id, at) => ({ id, position: at + 1 })) },
    ],
    ['contactLinks', 'edit', ids['c'], { title: 'Kitchen' }],
    ['contactLinks', 'create', newId, { title: 'Doctor', subtitle: null, links: [{ name: 'New link', url: 'tel:112' }], position: 4 }],
    ['contactLinks', 'remove', ids['a'], {}],
  ]);
});

test('restores the current state on Cancel, also if it is newer', async () => {
  await open(block('a'), block('b', { position: 2 }));
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Typed');
  await choose('Block 1, Typed', 'Move down');
  await changeRemotely(() => db.mirror('contactLinks').put({ ...block('a'), version: 2, title: 'Theirs' }));
  await press('Cancel');
  await waitFor(() => expect(titles()).toEqual(['Block 1, Theirs', 'Block 2, Title b']));
  await expectCommands(db, []);
  await waitFor(async () => expect(await drafts()).toBe(0));
});

test('restores unsaved texts, order, additions and removals after the app was killed', async () => {
  await open(block('a'), block('b', { position: 2 }), block('c', { position: 3 }));
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Typed');
  await choose('Block 1, Typed', 'Move down');
  await press('Add block');
  await type((await unfolded('Block 4, unnamed')).getByLabelText('Title'), 'Fresh');
  await choose('Block 3, Title c', 'Delete');
  await agree();
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Typed', 'Block 3, Fresh']));
  cleanup();
  await waitFor(async () => expect(await drafts()).toBe(1));
  await open();
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Typed', 'Block 3, Fresh']));
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

test('shows blocks as rows, and the fields of one after a tap', async () => {
  await open(block('a', { subtitle: 'Day and night', links: [phone, web] }), block('b', { position: 2 }));
  expect(card('Block 1, Title a').getByText('2 links · Day and night')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  const row = screen.getByRole('button', { name: 'Title a', expanded: false });
  await user.click(row);
  expect(card('Block 1, Title a').getAllByRole('textbox')).toHaveLength(6);
  expect(card('Block 2, Title b').queryByRole('textbox')).toBeNull();
  await type(card('Block 1, Title a').getByLabelText('Title'), 'Typed');
  await user.click(screen.getByRole('button', { name: 'Typed', expanded: true }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(card('Block 1, Typed').getByText('Not saved yet')).toBeDefined();
  expect((await unfolded('Block 1, Typed')).getByLabelText<HTMLInputElement>('Title').value).toBe('Typed');
});

test('shows the fields of a block with a problem on Save', async () => {
  await open(block('a'), block('b', { position: 2 }));
  await type((await unfolded('Block 2, Title b')).getByLabelText('Title'), '');
  await user.click(screen.getByRole('button', { name: 'unnamed', expanded: true }));
  await save();
  const field = card('Block 2, unnamed').getByLabelText('Title');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Enter a title.')).toBeDefined();
});

test('moves a block by its menu, keeps the focus on it, and announces the place', async () => {
  await open(block('a'), block('b', { position: 2 }));
  await choose('Block 2, Title b', 'Move up');
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Title a']));
  const menu = screen.getByRole('button', { name: 'Actions: Block 1, Title b' });
  await waitFor(() => expect(document.activeElement).toBe(menu));
  expect(screen.getByText('Now number 1 of 2').getAttribute('role')).toBe('status');
  await user.click(menu);
  expect((await screen.findByRole('menuitem', { name: 'Move up' })).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await choose('Block 1, Title b', 'Move down');
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
});

test('orders, edits, adds and deletes links, but keeps the last one', async () => {
  await open(block('a', { links: [phone, web] }));
  await unfolded('Block 1, Title a');
  await choose('Link 2, Web, Block 1, Title a', 'Move up');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions: Link 1, Web, Block 1, Title a' })));
  await choose('Link 2, Phone, Block 1, Title a', 'Delete');
  await agree();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add link: Block 1, Title a' })));
  await press('Actions: Link 1, Web, Block 1, Title a');
  const last = await screen.findByRole('menuitem', { name: 'Delete', description: 'A block needs at least one link.' });
  expect(last.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await press('Add link: Block 1, Title a');
  const added = within(screen.getByRole('group', { name: 'Link 2, New link, Block 1, Title a' }));
  const [name, url] = added.getAllByRole<HTMLInputElement>('textbox');
  expect([name!.value, url!.value, url!.type]).toEqual(['New link', 'https://', 'url']);
  expect(document.activeElement).toBe(name);
  await type(name!, 'Mail');
  await type(url!, 'mailto:help@camp.example');
  await save();
  await expectCommands(db, [{ mutation: 'edit', args: { links: [web, { name: 'Mail', url: 'mailto:help@camp.example' }] } }]);
});

test('marks a link without name or address as left out, and omits it on Save', async () => {
  await open(block('a', { links: [phone] }));
  await unfolded('Block 1, Title a');
  await press('Add link: Block 1, Title a');
  expect(screen.getByText('Add a name and an address, or this link won’t be saved.')).toBeDefined();
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Kitchen');
  await save();
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Kitchen' } }]);
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Link 2/ })).toBeNull());
});

test.each([
  ['Title', ' ', 'Enter a title.'],
  ['Address', 'camp.example', 'Enter a full address, like https://…, mailto:… or tel:…'],
  ['Address', '', 'A block needs at least one link with a name and an address.'],
  ['Name', '', 'A block needs at least one link with a name and an address.'],
])('refuses %s as “%s” and focuses the field', async (label, value, problem) => {
  await open(block('a', { links: [phone] }));
  const field = (await unfolded('Block 1, Title a')).getByLabelText(label);
  await type(field, value);
  await save();
  expect(await screen.findByText(problem)).toBeDefined();
  expect(document.activeElement).toBe(field);
  await expectCommands(db, []);
});

test('adds a subtitle, and deletes one after a confirmation', async () => {
  await open(block('a', { subtitle: 'Day and night' }), block('b', { position: 2 }));
  await unfolded('Block 1, Title a');
  await unfolded('Block 2, Title b');
  await press('Delete subtitle: Block 1, Title a');
  await agree();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add subtitle: Block 1, Title a' })));
  await press('Add subtitle: Block 2, Title b');
  const field = (await unfolded('Block 2, Title b')).getByLabelText('Subtitle');
  expect(document.activeElement).toBe(field);
  await type(field, 'By day');
  await save();
  await expectCommands(db, [
    { mutation: 'edit', args: { subtitle: null } },
    { mutation: 'edit', args: { subtitle: 'By day' } },
  ]);
});

test('asks for confirmation in the words of the specification before it deletes a block', async () => {
  await open(block('a'));
  await choose('Block 1, Title a', 'Delete');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Are you sure you want to delete this contact link block?')).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(titles()).toEqual(['Block 1, Title a']);
  await choose('Block 1, Title a', 'Delete');
  await agree();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add block' })));
  expect(screen.queryByRole('region')).toBeNull();
});

test('merges concurrent changes of other fields, and asks about the same field before anything is sent', async () => {
  await open(block('a', { links: [phone] }));
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
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
  await open(block('a'));
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
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
  await open(block('a'), block('b', { position: 2 }), block('c', { position: 3 }));
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
  await open(block('a', { links: [phone] }), block('b', { position: 2 }));
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
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
  await open(block('a'));
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
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
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
  await open(block('a'), block('b', { position: 2 }));
  await choose('Block 2, Title b', 'Move up');
  await changeRemotely(() => db.mirror('contactLinks').put(block('c', { position: 3 })));
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Title a', 'Block 3, Title c']));
});

test('reports success when the server has accepted, and returns refused values to the form', async () => {
  await db.mirror('contactLinks').put(block('a'));
  show(db, <AdminContactLinksScreen />, { online: true });
  await screen.findByRole('button', { name: 'Add block' });
  await type((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
  await save();
  await serverRefuses(db, 'forbidden');
  expect(await screen.findByText(/You’re not allowed to do this/)).toBeDefined();
  expect(card('Block 1, Mine').getByLabelText<HTMLInputElement>('Title').value).toBe('Mine');
  expect(await db.outbox.count()).toBe(0);
  // Another press does nothing until the refused form is complete again.
  const button = screen.getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  await save();
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Contact links saved'));
});

test('shows a conflict of a sent command above the form', async () => {
  await db.mirror('contactLinks').put(block('a', { links: [phone] }));
  await (await clientOf(db).engine()).execute(contactLinks, 'edit', { title: 'Mine', links: [web] }, { id: ids['a']!, eventId });
  await clash(db, { ...block('a', { links: [phone, web] }), version: 2, title: 'Theirs' });
  await open();
  const conflict = within(await screen.findByRole('article', { name: 'Conflict: Title a' }));
  expect(conflict.getByRole('radio', { name: 'Yours Mine' })).toBeDefined();
  expect(conflict.getByRole('radio', { name: /^On the server Phone: tel:\+49301234\s+Web: https:/ })).toBeDefined();
});

test('does not show a conflict about the order of another list', async () => {
  const places = [{ id: ids['a']!, position: 1 }];
  const menu = arrangementId(eventId, 'menu');
  await (await clientOf(db).engine()).execute(arrangements, 'menu', { updates: places }, { id: menu, eventId });
  await clash(db, { id: menu, version: 2, eventId, list: 'menu', places: [] });
  await open(block('a'));
  expect(screen.queryByRole('article')).toBeNull();
  expect(await db.outbox.count()).toBe(1);
});

test('disables Add at the maximum of blocks and links', async () => {
  const links = Array.from({ length: 50 }, () => phone);
  await open(block('a', { links }), ...Array.from({ length: 99 }, (_, at) => block(`n${at}`, { position: at + 2 })));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add block' }).disabled).toBe(true);
  await unfolded('Block 1, Title a');
  await unfolded('Block 2, Title n0');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add link: Block 1, Title a' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add link: Block 2, Title n0' }).disabled).toBe(false);
});

test('shows a hint if there are no blocks', async () => {
  await open();
  expect(screen.getByText('No contact links yet')).toBeDefined();
});
