import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Route, Router, Switch } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId } from '#tests/fixtures/device.ts';
import {
  announcement,
  clash,
  clientOf,
  expectCommands,
  givenDevice,
  changeRemotely,
  serverRefuses,
  serverTakes,
  show,
  tearDown,
} from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { AdminAnnouncementsScreen } from './admin-announcements-screen.tsx';
import { AnnouncementEditorScreen } from './announcement-editor-screen.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(() => tearDown(db));

const list = '/admin/announcements';

/** Shows the list, the editor under its address, and the toasts. Returns the visited addresses. */
function open(path = list, own: { online?: true } = {}): string[] {
  const { hook, history } = memoryLocation({ path, record: true });
  show(
    db,
    <>
      <Router hook={hook}>
        <Switch>
          <Route path={list}>
            <AdminAnnouncementsScreen />
          </Route>
          <Route path={`${list}/:id`}>{({ id }) => <AnnouncementEditorScreen id={id} />}</Route>
        </Switch>
      </Router>
      <Toaster />
    </>,
    own,
  );
  return history;
}

const form = async (name: string) => within(await screen.findByRole('form', { name }));
const row = async (title: string) => within(await screen.findByRole('article', { name: title }));
const button = (name: string) => screen.getByRole('button', { name });
const names = () => screen.getAllByRole('article').map((element) => element.getAttribute('aria-label'));
const edit = async (title: string) => {
  await user.click(await screen.findByRole('link', { name: title }));
  return form(title);
};

test('lists title, state and first line, and opens the editor on its own address', async () => {
  await db.mirror('announcements').put(announcement('a', { content: 'Bring boots\nand a coat' }));
  const history = open();
  const line = await row('Title a');
  expect(line.getByText('Draft')).toBeDefined();
  expect(line.getByText('Bring boots')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  await edit('Title a');
  expect(history.at(-1)).toBe('/admin/announcements/a');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('shows a missing title at its field, and Cancel leads back without a command', async () => {
  const history = open();
  await user.click(await screen.findByRole('link', { name: 'Add announcement' }));
  const fresh = await form('New announcement');
  await waitFor(() => expect(document.activeElement).toBe(fresh.getByLabelText('Title')));
  await user.click(fresh.getByRole('button', { name: 'Publish' }));
  expect(fresh.getByText('Enter a title.')).toBeDefined();
  await user.click(fresh.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('No announcements yet');
  expect(history.at(-1)).toBe(list);
  await expectCommands(db, []);
});

const created = { mutation: 'create', args: { title: 'Rain', content: 'Bring boots' } };
test.each([
  ['Publish', [created, { mutation: 'activate', args: {} }], 'Goes live once it’s sent'],
  ['Keep as draft', [created], 'Draft'],
])('puts a new announcement on top with its state when "%s" is pressed', async (name, commands, state) => {
  await db.mirror('announcements').put(announcement('old'));
  open();
  await user.click(await screen.findByRole('link', { name: 'Add announcement' }));
  const fresh = await form('New announcement');
  await fillIn(fresh.getByLabelText('Title'), ' Rain ');
  await fillIn(fresh.getByLabelText('Text'), 'Bring boots');
  await user.click(fresh.getByRole('button', { name }));
  await expectCommands(db, commands);
  await waitFor(() => expect(names()).toEqual(['Rain', 'Title old']));
  const line = await row('Rain');
  expect(line.getByText(state)).toBeDefined();
  expect(line.getByText('Waiting to be sent')).toBeDefined();
});

test('publishes a draft with its changed text at once, and Undo takes it down', async () => {
  await db.mirror('announcements').put(announcement('a'));
  open();
  const card = await edit('Title a');
  await fillIn(card.getByLabelText('Text'), 'Another text');
  await user.click(card.getByRole('button', { name: 'Publish' }));
  const published = [
    { mutation: 'edit', args: { content: 'Another text' } },
    { mutation: 'activate', args: {} },
  ];
  await expectCommands(db, published);
  expect((await row('Title a')).getByText('Goes live once it’s sent')).toBeDefined();
  expect((await row('Title a')).queryByText('Unsaved changes')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectCommands(db, [...published, { mutation: 'deactivate', args: {} }]);
  expect((await row('Title a')).getByText('Draft')).toBeDefined();
});

test('reports a publication when the server has accepted', async () => {
  await db.mirror('announcements').put(announcement('a'));
  open(list, { online: true });
  await user.click((await edit('Title a')).getByRole('button', { name: 'Publish' }));
  await expectCommands(db, [{ mutation: 'activate', args: {} }]);
  expect(screen.queryByText('Announcement published')).toBeNull();
  await serverTakes(db);
  expect(await screen.findByText('Announcement published')).toBeDefined();
});

test('keeps the editor open with its text and the reason if the server rejects a publication', async () => {
  open(list, { online: true });
  await user.click(await screen.findByRole('link', { name: 'Add announcement' }));
  const fresh = await form('New announcement');
  await fillIn(fresh.getByLabelText('Title'), 'Rain');
  await user.click(fresh.getByRole('button', { name: 'Publish' }));
  await serverRefuses(db, 'forbidden');
  expect((await fresh.findByRole('alert')).textContent).toContain('Failed to create announcement');
  expect(fresh.getByLabelText<HTMLInputElement>('Title').value).toBe('Rain');
});

test('takes a published announcement down at once, and Undo publishes it again', async () => {
  const activatedAt = '2026-07-02T10:44:00.000Z';
  await db.mirror('announcements').put(announcement('a', { active: true, notificationSent: true, activatedAt }));
  open();
  expect((await row('Title a')).getByText(/^Live since .*12:44$/)).toBeDefined();
  const card = await edit('Title a');
  expect(card.queryByRole('button', { name: 'Publish' })).toBeNull();
  act(() => toast('Announcement published'));
  await screen.findByText('Announcement published');
  await user.click(card.getByRole('button', { name: 'Take down' }));
  await expectCommands(db, [{ mutation: 'deactivate', args: {} }]);
  await waitFor(() => expect(screen.queryByText('Announcement published')).toBeNull(), { timeout: 3_000 });
  expect((await row('Title a')).getByText('Stays live until the change is sent')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectCommands(db, [
    { mutation: 'deactivate', args: {} },
    { mutation: 'activate', args: {} },
  ]);
});

test('saves the text of a published announcement without another publication', async () => {
  await db.mirror('announcements').put(announcement('a', { active: true }));
  open();
  const card = await edit('Title a');
  await fillIn(card.getByLabelText('Text'), 'Another text');
  await user.click(card.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { content: 'Another text' } }]);
});

test('keeps unsaved text when the announcement is taken down, and the list marks it', async () => {
  await db.mirror('announcements').put(announcement('a', { active: true }));
  open();
  const card = await edit('Title a');
  await fillIn(card.getByLabelText('Text'), 'Another text');
  expect(await card.findByText(/^Not saved yet/)).toBeDefined();
  await user.click(card.getByRole('button', { name: 'Take down' }));
  await expectCommands(db, [{ mutation: 'deactivate', args: {} }]);
  expect(card.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Another text');
  await user.click(screen.getByRole('link', { name: 'Announcements' }));
  expect(await (await row('Title a')).findByText('Unsaved changes')).toBeDefined();
});

test('lists a new announcement that was left unfinished, and restores its text', async () => {
  open();
  await user.click(await screen.findByRole('link', { name: 'Add announcement' }));
  await fillIn((await form('New announcement')).getByLabelText('Title'), 'Half a ti');
  await user.click(screen.getByRole('link', { name: 'Announcements' }));
  expect((await row('Half a ti')).getByText('Not saved yet')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Half a ti' }));
  const title = (await form('New announcement')).getByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(title.value).toBe('Half a ti'));
});

test('focuses the row of the announcement whose editor was left', async () => {
  await db.mirror('announcements').bulkPut([announcement('a'), announcement('b', { order: 2 })]);
  open();
  await edit('Title a');
  await user.click(screen.getByRole('link', { name: 'Announcements' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Title a' })));
});

test('restores the saved text on Cancel', async () => {
  await db.mirror('announcements').put(announcement('a'));
  open();
  const card = await edit('Title a');
  await fillIn(card.getByLabelText('Title'), 'Typed');
  await user.click(await card.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(card.getByLabelText<HTMLInputElement>('Title').value).toBe('Title a'));
});

test('asks about a concurrent change of another organiser under an open form, and sends nothing before the answer', async () => {
  const before = announcement('a');
  await db.mirror('announcements').put(before);
  open();
  const card = await edit('Title a');
  await fillIn(card.getByLabelText('Title'), 'Mine');
  await changeRemotely(() => db.mirror('announcements').put({ ...before, version: 2, title: 'Theirs', content: 'Their text' }));
  const renamed = await form('Theirs');
  await user.click(await renamed.findByRole('button', { name: 'Keep as draft' }));
  await expectCommands(db, []);
  await user.click(await renamed.findByRole('radio', { name: /^Yours/ }));
  await user.click(renamed.getByRole('button', { name: 'Keep as draft' }));
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Mine' } }]);
});

test('saves text that was typed into a removed announcement as a new one', async () => {
  const text = JSON.stringify({ base: announcement('a'), typed: { title: 'Mine' } });
  await db.drafts.put({ id: 'announcement:1:a', text, updatedAt: 0 });
  open();
  expect((await row('Mine')).getByText('Someone else removed this announcement')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Mine' }));
  await screen.findByRole('heading', { name: 'Someone else removed this announcement' });
  await user.click(await screen.findByRole('button', { name: 'Keep as draft' }));
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Mine', content: 'Text a' } }]);
});

test('leaves the editor of an announcement that was removed elsewhere and has no unsaved text', async () => {
  await db.mirror('announcements').put(announcement('a'));
  const history = open();
  await edit('Title a');
  await changeRemotely(() => db.mirror('announcements').delete('a'));
  expect(await screen.findByText('Someone else removed this announcement')).toBeDefined();
  await waitFor(() => expect(history.at(-1)).toBe(list));
});

test('shows a conflict next to its announcement', async () => {
  const before = announcement('a');
  await db.mirror('announcements').put(before);
  await (await clientOf(db).engine()).execute('announcements', 'edit', { title: 'Mine' }, { id: 'a', eventId: 1 });
  await clash(db, { ...before, version: 2, title: 'Theirs' });
  open();
  const card = within(await screen.findByRole('article', { name: 'Conflict: Title a' }));
  expect(card.getByRole('radio', { name: 'Yours Mine' })).toBeDefined();
});

test('keeps the form of a new announcement open when the text of its draft is cleared', async () => {
  await db.drafts.put({ id: `announcement:${eventId}:new`, text: JSON.stringify({ base: null, typed: { title: 'R' } }), updatedAt: 1 });
  open(`${list}/new`);
  const title = await within(await screen.findByRole('form', { name: 'New announcement' })).findByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(title.value).toBe('R'));
  await fillIn(title, '');
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  // This change reaches the screen after the deleted draft.
  await changeRemotely(() => db.mirror('announcements').put(announcement('z')));
  expect(title.isConnected).toBe(true);
  expect(button('Publish')).toBeDefined();
});
