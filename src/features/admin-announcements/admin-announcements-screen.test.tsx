import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announcements } from '#contract/resources/announcements.ts';
import { eventId } from '#tests/fixtures/device.ts';
import {
  announcement,
  clash,
  clientOf,
  expectCommands,
  givenDevice,
  meanwhile,
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

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(() => tearDown(db));

const form = async (name: string) => within(await screen.findByRole('form', { name }));
const type = (field: HTMLElement, value: string) => fillIn(field, value);
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add announcement' });

test('disables Add while the new form is open, and returns the focus to it', async () => {
  show(db, <AdminAnnouncementsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Add announcement' }));
  expect(add().disabled).toBe(true);
  const fresh = await form('New announcement');
  await user.click(fresh.getByRole('button', { name: 'Publish' }));
  expect(fresh.getByText('Enter a title.')).toBeDefined();
  await user.click(fresh.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(add().disabled).toBe(false));
  expect(document.activeElement).toBe(add());
  await expectCommands(db, []);
});

const created = { mutation: 'create', args: { title: 'Rain', content: 'Bring boots' } };
test.each([
  ['Publish', [created, { mutation: 'activate', args: {} }], 'Goes live once it’s sent'],
  ['Keep as draft', [created], 'Draft'],
])('puts a new announcement on top with its state when "%s" is pressed', async (button, commands, state) => {
  await db.mirror('announcements').put(announcement('old'));
  show(db, <AdminAnnouncementsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Add announcement' }));
  const fresh = await form('New announcement');
  await type(fresh.getByLabelText('Title'), ' Rain ');
  await type(fresh.getByLabelText('Text'), 'Bring boots');
  await user.click(fresh.getByRole('button', { name: button }));
  await expectCommands(db, commands);
  const names = () => screen.getAllByRole('form').map((element) => element.getAttribute('aria-label'));
  await waitFor(() => expect(names()).toEqual(['Rain', 'Title old']));
  const card = await form('Rain');
  expect(card.getByText(state)).toBeDefined();
  expect(card.getByText('Waiting to be sent')).toBeDefined();
});

test('publishes at once by the switch without a second Save, and Undo withdraws', async () => {
  await db.mirror('announcements').put(announcement('a'));
  show(db, <AdminAnnouncementsScreen />);
  const card = await form('Title a');
  expect(card.getByText('Draft')).toBeDefined();
  await user.click(card.getByRole('switch', { name: 'Published' }));
  await expectCommands(db, [{ mutation: 'activate', args: {} }]);
  expect(await card.findByText('Announcement published')).toBeDefined();
  expect(card.queryByRole('button', { name: 'Save' })).toBeNull();
  const undo = card.getByRole('button', { name: 'Undo' });
  undo.focus();
  await user.click(undo);
  await expectCommands(db, [
    { mutation: 'activate', args: {} },
    { mutation: 'deactivate', args: {} },
  ]);
  expect(await card.findByText('Announcement withdrawn')).toBeDefined();
  expect(document.activeElement).toBe(undo);
});

test('ends a toast about the previous state when the switch is pressed', async () => {
  await db.mirror('announcements').put(announcement('a'));
  show(
    db,
    <>
      <AdminAnnouncementsScreen />
      <Toaster />
    </>,
  );
  const card = await form('Title a');
  act(() => toast('Draft saved'));
  await screen.findByText('Draft saved');
  await user.click(card.getByRole('switch', { name: 'Published' }));
  expect(await card.findByText('Announcement published')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Draft saved')).toBeNull(), { timeout: 3_000 });
});

test('shows the publication time of a published announcement, also while its withdrawal is pending', async () => {
  const activatedAt = '2026-07-02T10:44:00.000Z';
  await db.mirror('announcements').put({ ...announcement('a'), active: true, notificationSent: true, activatedAt });
  show(db, <AdminAnnouncementsScreen />);
  const card = await form('Title a');
  expect(card.getByText(/^Live since .*12:44$/)).toBeDefined();
  await user.click(card.getByRole('switch', { name: 'Published' }));
  expect(await card.findByText('Stays live until the change is sent')).toBeDefined();
  expect(await card.findByText('Announcement withdrawn')).toBeDefined();
});

test('keeps unsaved text when the switch is pressed, and marks it as not saved', async () => {
  await db.mirror('announcements').put(announcement('a'));
  show(db, <AdminAnnouncementsScreen />);
  const card = await form('Title a');
  await type(card.getByLabelText('Text'), 'Another text');
  expect(await card.findByText(/^Not saved yet/)).toBeDefined();
  await user.click(card.getByRole('switch', { name: 'Published' }));
  await expectCommands(db, [{ mutation: 'activate', args: {} }]);
  await user.click(card.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [
    { mutation: 'activate', args: {} },
    { mutation: 'edit', args: { content: 'Another text' } },
  ]);
  await waitFor(() => expect(card.queryByText(/^Not saved yet/)).toBeNull());
});

test.each([true, false])('focuses the saved announcement unless the person moved to another one (moved: %s)', async (goneOn) => {
  await db.mirror('announcements').bulkPut([announcement('a'), announcement('b')]);
  show(db, <AdminAnnouncementsScreen />, { online: true });
  const [card, other] = [await form('Title a'), await form('Title b')];
  await type(card.getByLabelText('Text'), 'Another text');
  const save = await card.findByRole('button', { name: 'Save' });
  save.focus();
  await user.click(save);
  const next = other.getByLabelText('Text');
  if (goneOn) next.focus();
  await serverTakes(db);
  await waitFor(() => expect(card.queryByRole('button')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(goneOn ? next : screen.getByRole('form', { name: 'Title a' })));
});

test('restores the saved text on Cancel', async () => {
  await db.mirror('announcements').put(announcement('a'));
  show(db, <AdminAnnouncementsScreen />);
  const card = await form('Title a');
  await type(card.getByLabelText('Title'), 'Typed');
  await user.click(await card.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(card.getByLabelText<HTMLInputElement>('Title').value).toBe('Title a'));
});

test('asks about a concurrent change of another organiser under an open form, and sends nothing before the answer', async () => {
  const before = announcement('a');
  await db.mirror('announcements').put(before);
  show(db, <AdminAnnouncementsScreen />);
  const card = await form('Title a');
  await type(card.getByLabelText('Title'), 'Mine');
  await meanwhile(() => db.mirror('announcements').put({ ...before, version: 2, title: 'Theirs', content: 'Their text' }));
  const renamed = await form('Theirs');
  await user.click(await renamed.findByRole('button', { name: 'Save' }));
  await expectCommands(db, []);
  await user.click(await renamed.findByRole('radio', { name: /^Yours/ }));
  await user.click(renamed.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'edit', args: { title: 'Mine' } }]);
});

test('saves text that was typed into a removed announcement as a new one', async () => {
  await db.mirror('announcements').put(announcement('a'));
  await db.drafts.put({
    id: 'announcement:1:a',
    text: JSON.stringify({ base: announcement('a'), typed: { title: 'Mine' } }),
    updatedAt: 0,
  });
  await db.mirror('announcements').delete('a');
  show(db, <AdminAnnouncementsScreen />);
  expect(await screen.findByText('Someone else removed this announcement')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Keep as draft' }));
  await expectCommands(db, [{ mutation: 'create', args: { title: 'Mine', content: 'Text a' } }]);
});

test('shows a conflict next to its announcement', async () => {
  const row = announcement('a');
  await db.mirror('announcements').put(row);
  await (await clientOf(db).engine()).execute(announcements, 'edit', { title: 'Mine' }, { id: 'a', eventId: 1 });
  await clash(db, { ...row, version: 2, title: 'Theirs' });
  show(db, <AdminAnnouncementsScreen />);
  const card = within(await screen.findByRole('article', { name: 'Conflict: Title a' }));
  expect(card.getByRole('radio', { name: 'Yours Mine' })).toBeDefined();
});

test('keeps the form of a new announcement open when the text of its draft is cleared', async () => {
  await db.drafts.put({ id: `announcement:${eventId}:new`, text: JSON.stringify({ base: null, typed: { title: 'R' } }), updatedAt: 1 });
  show(db, <AdminAnnouncementsScreen />);
  const title = await within(await screen.findByRole('form', { name: 'New announcement' })).findByLabelText<HTMLInputElement>('Title');
  await waitFor(() => expect(title.value).toBe('R'));
  await fillIn(title, '');
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  // This change reaches the screen after the deleted draft.
  await meanwhile(() => db.mirror('announcements').put(announcement('z')));
  await screen.findByRole('form', { name: 'Title z' });
  expect(title.isConnected).toBe(true);
});
