import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { changeRemotely, expectCommands, serverRefuses, serverTakes, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import {
  agree,
  block,
  card,
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
const toasts = setUpScreen('admin', (device) => (db = device));
const drafts = async () => (await db.drafts.toArray()).length;

test('ignores an untouched new block on Save, and drops it', async () => {
  await openContactLinks(db, block('a'));
  await press('Add block');
  await screen.findByRole('region', { name: /^Block 2/ });
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Kitchen');
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
  await openContactLinks(db, block('a', { links: [phone, web] }), block('b', { position: 2 }));
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Kitchen');
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
  await openContactLinks(db, block('a'), block('b', { position: 2 }), block('c', { position: 3 }));
  await fillIn((await unfolded('Block 3, Title c')).getByLabelText('Title'), 'Kitchen');
  await choose('Block 3, Kitchen', 'Move up');
  await choose('Block 1, Title a', 'Delete');
  await agree();
  await press('Add block');
  const added = card('Block 3, Untitled');
  await fillIn(added.getByLabelText('Title'), 'Doctor');
  await fillIn(added.getByLabelText('Address'), 'tel:112');
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
  await openContactLinks(db, block('a'), block('b', { position: 2 }));
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Typed');
  await choose('Block 1, Typed', 'Move down');
  await changeRemotely(() => db.mirror('contactLinks').put({ ...block('a'), version: 2, title: 'Theirs' }));
  await press('Cancel');
  await waitFor(() => expect(titles()).toEqual(['Block 1, Theirs', 'Block 2, Title b']));
  await expectCommands(db, []);
  await waitFor(async () => expect(await drafts()).toBe(0));
});

test('restores unsaved texts, order, additions and removals after the app was killed', async () => {
  await openContactLinks(db, block('a'), block('b', { position: 2 }), block('c', { position: 3 }));
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Typed');
  await choose('Block 1, Typed', 'Move down');
  await press('Add block');
  await fillIn((await unfolded('Block 4, Untitled')).getByLabelText('Title'), 'Fresh');
  await choose('Block 3, Title c', 'Delete');
  await agree();
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Typed', 'Block 3, Fresh']));
  cleanup();
  await waitFor(async () => expect(await drafts()).toBe(1));
  await openContactLinks(db);
  await waitFor(() => expect(titles()).toEqual(['Block 1, Title b', 'Block 2, Typed', 'Block 3, Fresh']));
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

test('shows blocks as rows, and the fields of one after a tap', async () => {
  await openContactLinks(db, block('a', { subtitle: 'Day and night', links: [phone, web] }), block('b', { position: 2 }));
  expect(card('Block 1, Title a').getByText('2 links · Day and night')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  const row = screen.getByRole('button', { name: 'Title a', expanded: false });
  await user.click(row);
  expect(card('Block 1, Title a').getAllByRole('textbox')).toHaveLength(6);
  expect(card('Block 2, Title b').queryByRole('textbox')).toBeNull();
  await fillIn(card('Block 1, Title a').getByLabelText('Title'), 'Typed');
  await user.click(screen.getByRole('button', { name: 'Typed', expanded: true }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(card('Block 1, Typed').getByText('Not saved yet')).toBeDefined();
  expect((await unfolded('Block 1, Typed')).getByLabelText<HTMLInputElement>('Title').value).toBe('Typed');
});

test('shows the fields of a block with a problem on Save', async () => {
  await openContactLinks(db, block('a'), block('b', { position: 2 }));
  await fillIn((await unfolded('Block 2, Title b')).getByLabelText('Title'), '');
  await user.click(screen.getByRole('button', { name: 'Untitled', expanded: true }));
  await save();
  const field = card('Block 2, Untitled').getByLabelText('Title');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Enter a title.')).toBeDefined();
});

test('moves a block by its menu, keeps the focus on it, and announces the place', async () => {
  await openContactLinks(db, block('a'), block('b', { position: 2 }));
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
  await openContactLinks(db, block('a', { links: [phone, web] }));
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
  await fillIn(name!, 'Mail');
  await fillIn(url!, 'mailto:help@camp.example');
  await save();
  await expectCommands(db, [{ mutation: 'edit', args: { links: [web, { name: 'Mail', url: 'mailto:help@camp.example' }] } }]);
});

test('marks a link without name or address as left out, and omits it on Save', async () => {
  await openContactLinks(db, block('a', { links: [phone] }));
  await unfolded('Block 1, Title a');
  await press('Add link: Block 1, Title a');
  expect(screen.getByText('Add a name and an address, or this link won’t be saved.')).toBeDefined();
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Kitchen');
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
  await openContactLinks(db, block('a', { links: [phone] }));
  const field = (await unfolded('Block 1, Title a')).getByLabelText(label);
  await fillIn(field, value);
  await save();
  expect(await screen.findByText(problem)).toBeDefined();
  expect(document.activeElement).toBe(field);
  await expectCommands(db, []);
});

test('adds a subtitle, and deletes one after a confirmation', async () => {
  await openContactLinks(db, block('a', { subtitle: 'Day and night' }), block('b', { position: 2 }));
  await unfolded('Block 1, Title a');
  await unfolded('Block 2, Title b');
  await press('Delete subtitle: Block 1, Title a');
  await agree();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add subtitle: Block 1, Title a' })));
  await press('Add subtitle: Block 2, Title b');
  const field = (await unfolded('Block 2, Title b')).getByLabelText('Subtitle');
  expect(document.activeElement).toBe(field);
  await fillIn(field, 'By day');
  await save();
  await expectCommands(db, [
    { mutation: 'edit', args: { subtitle: null } },
    { mutation: 'edit', args: { subtitle: 'By day' } },
  ]);
});

test('asks for confirmation in the words of the specification before it deletes a block', async () => {
  await openContactLinks(db, block('a'));
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

test('reports success when the server has accepted, and returns refused values to the form', async () => {
  await db.mirror('contactLinks').put(block('a'));
  show(db, <AdminContactLinksScreen />, { online: true });
  await screen.findByRole('button', { name: 'Add block' });
  await fillIn((await unfolded('Block 1, Title a')).getByLabelText('Title'), 'Mine');
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

test('disables Add at the maximum of blocks and links', async () => {
  const links = Array.from({ length: 50 }, () => phone);
  await openContactLinks(db, block('a', { links }), ...Array.from({ length: 99 }, (_, at) => block(`n${at}`, { position: at + 2 })));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add block' }).disabled).toBe(true);
  await unfolded('Block 1, Title a');
  await unfolded('Block 2, Title n0');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add link: Block 1, Title a' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add link: Block 2, Title n0' }).disabled).toBe(false);
});

test('shows a hint if there are no blocks', async () => {
  await openContactLinks(db);
  expect(screen.getByText('No contact links yet')).toBeDefined();
});
