import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import { limits } from '#contract/limits.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import { eventId } from '#tests/fixtures/device.ts';
import {
  clash,
  clientOf,
  expectCommands,
  changeRemotely,
  pressInToast,
  serverRefuses,
  serverTakes,
  setUpScreen,
  show,
} from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { formatsFor } from '#i18n/formats.ts';
import { park } from '#sync/outbox/outbox.ts';
import { AdminFaqScreen } from './admin-faq-screen.tsx';
import { faqLine } from './admin-lines.ts';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

const id = (name: string): string => `0190f1de-0000-7000-8000-0000000000${name.padStart(2, '0')}`;
const entry = (name: string, position = 1, part: Partial<FaqEntry> = {}): FaqEntry => ({
  id: id(name),
  version: 1,
  eventId,
  question: `Question ${name}?`,
  answer: `Answer ${name}.`,
  position,
  ...part,
});

async function open(rows: FaqEntry[] = [], own: Parameters<typeof show>[2] = {}): Promise<void> {
  await db.mirror('faqEntries').bulkPut(rows);
  show(
    db,
    <main>
      <AdminFaqScreen />
    </main>,
    own,
  );
  await screen.findByRole('button', { name: 'Add question' });
}

const rows = () => screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'));
const row = (name: string) => within(screen.getByRole('article', { name: `Question ${name}?` }));
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const field = (name: 'Question' | 'Answer') => screen.getByLabelText<HTMLInputElement>(name);
const choose = async (name: string, action: string): Promise<void> => {
  await user.click(row(name).getByRole('button', { name: `Actions: Question ${name}?` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

test('adds a question at the end, and the saved question takes the focus', async () => {
  await open([entry('a'), entry('b', 2)]);
  await press('Add question');
  await fillIn(field('Question'), ' Wifi? ');
  await fillIn(field('Answer'), 'At the info point.\n\nAsk there.');
  await press('Save');
  await expectCommands(db, [{ mutation: 'create', args: { question: 'Wifi?', answer: 'At the info point.\n\nAsk there.', position: 3 } }]);
  await waitFor(() => expect(rows()).toEqual(['Question a?', 'Question b?', 'Wifi?']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Wifi?' })));
  expect(within(screen.getByRole('article', { name: 'Wifi?' })).getByText('Waiting to be sent')).toBeDefined();
});

test.each([
  ['Question', 'Enter a question.'],
  ['Answer', 'Enter an answer.'],
] as const)('refuses a blank %s and focuses its field', async (name, problem) => {
  await open();
  await press('Add question');
  const other = name === 'Question' ? 'Answer' : 'Question';
  await fillIn(field(other), 'Given');
  await press('Save');
  expect(await screen.findByText(problem)).toBeDefined();
  expect(document.activeElement).toBe(field(name));
  await expectCommands(db, []);
});

test('opens the form of a question by a tap on its row, and sends only the changed field', async () => {
  await open([entry('a')]);
  await press('Edit: Question a?');
  expect(field('Question').value).toBe('Question a?');
  await fillIn(field('Answer'), 'Another answer.');
  await press('Save');
  await expectCommands(db, [{ mutation: 'edit', args: { answer: 'Another answer.' } }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
});

test('keeps unfinished text, and opens its form again after the app was killed', async () => {
  const text = JSON.stringify({ base: entry('a'), typed: { answer: 'Half a sen' } });
  await db.drafts.put({ id: `faq:${eventId}:${id('a')}`, text, updatedAt: 0 });
  await open([entry('a')]);
  await waitFor(() => expect(field('Answer').value).toBe('Half a sen'));
  await press('Cancel');
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  expect(row('a').getByText('Answer a.')).toBeDefined();
});

test('moves a question by its menu, reports its place, and keeps the focus on the menu', async () => {
  await open([entry('a'), entry('b', 2), entry('c', 3)]);
  await choose('c', 'Move up');
  await waitFor(() => expect(rows()).toEqual(['Question a?', 'Question c?', 'Question b?']));
  const positions = ['a', 'c', 'b'].map((name, index) => ({ id: id(name), position: index + 1 }));
  await expectCommands(db, [{ mutation: 'faqEntries', args: { positions } }]);
  expect((await screen.findByText('Now number 2 of 3')).getAttribute('role')).toBe('status');
  await waitFor(() => expect(document.activeElement).toBe(row('c').getByRole('button', { name: 'Actions: Question c?' })));
  // Both moves are one command as long as nothing was sent.
  await choose('c', 'Move up');
  await waitFor(() => expect(rows()).toEqual(['Question c?', 'Question a?', 'Question b?']));
  expect(await db.outbox.toArray()).toMatchObject([{ id: arrangementId(eventId, 'faqEntries') }]);
  await user.click(row('c').getByRole('button', { name: 'Actions: Question c?' }));
  expect((await screen.findByRole('menuitem', { name: 'Move up' })).getAttribute('aria-disabled')).toBe('true');
});

test('leads back to the overview', async () => {
  await open([]);
  expect((await screen.findByRole('link', { name: 'Administration' })).getAttribute('href')).toBe('/admin/general');
});

test('deletes a question at once, and brings it back to its place by Undo', async () => {
  await open([entry('a'), entry('b', 2)]);
  await choose('a', 'Delete');
  await expectCommands(db, [{ mutation: 'remove', args: {} }]);
  await waitFor(() => expect(rows()).toEqual(['Question b?']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add question' })));
  await pressInToast('Undo');
  // Nothing has left the device, so nothing is sent.
  await expectCommands(db, []);
  await waitFor(() => expect(rows()).toEqual(['Question a?', 'Question b?']));
});

test('asks which version to keep if somebody else changed the same field meanwhile', async () => {
  await open([entry('a')]);
  await press('Edit: Question a?');
  await fillIn(field('Answer'), 'Mine');
  await changeRemotely(() => db.mirror('faqEntries').put(entry('a', 1, { version: 2, answer: 'Theirs', question: 'Theirs?' })));
  await user.click(await screen.findByRole('radio', { name: 'Yours Mine' }));
  await press('Save');
  await expectCommands(db, [{ mutation: 'edit', args: { answer: 'Mine' } }]);
});

test('keeps text that was typed into a question that somebody else deleted', async () => {
  await open([entry('a')]);
  await press('Edit: Question a?');
  await fillIn(field('Answer'), 'Mine');
  await changeRemotely(() => db.mirror('faqEntries').delete(id('a')));
  expect(await screen.findByRole('heading', { name: 'Someone else deleted this question' })).toBeDefined();
  await press('Add it again');
  await expectCommands(db, [{ mutation: 'create', args: { question: 'Question a?', answer: 'Mine', position: 1 } }]);
});

test('reports success when the server has confirmed it, and keeps a refused form with its text', async () => {
  await open([entry('a')], { online: true });
  await press('Edit: Question a?');
  await fillIn(field('Answer'), 'Mine');
  await press('Save');
  await serverRefuses(db, 'forbidden');
  expect(await screen.findByText(/You’re not allowed to do this/)).toBeDefined();
  expect(field('Answer').value).toBe('Mine');
  const save = screen.getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('false'));
  await press('Save');
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Question saved'));
});

test('shows a refused question with its text, and sends it again edited', async () => {
  const args = { question: 'Wifi?', answer: 'No', position: 1 };
  await (await clientOf(db).engine()).execute('faqEntries', 'create', args, { eventId });
  await park(db, await db.outbox.toArray(), 'too_many_questions');
  await open();
  expect(await screen.findByText('The question wasn’t saved')).toBeDefined();
  await press('Edit and send again');
  await fillIn(await screen.findByLabelText('Answer'), 'Yes');
  await press('Send again');
  await expectCommands(db, [{ mutation: 'create', args: { ...args, answer: 'Yes' } }]);
});

test('shows a conflict at its question', async () => {
  await db.mirror('faqEntries').put(entry('a'));
  await (await clientOf(db).engine()).execute('faqEntries', 'edit', { answer: 'Mine' }, { id: id('a'), eventId });
  await clash(db, entry('a', 1, { version: 2, answer: 'Theirs' }));
  await open();
  const conflict = within(await screen.findByRole('article', { name: 'Conflict: Question a?' }));
  expect(conflict.getByRole('radio', { name: 'Yours Mine' })).toBeDefined();
});

test('disables Add at the maximum of questions', async () => {
  await open(Array.from({ length: limits.faqEntries }, (_, at) => entry(String(at), at + 1, { id: id(`${at}`) })));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add question' }).disabled).toBe(true);
});

test('shows a hint without questions, and their number on the overview', async () => {
  const line = async () =>
    (await faqLine(db, eventId))({ t: i18next.getFixedT('en'), formats: formatsFor({ dateLocale: 'auto', timeZone: 'UTC' }, 'en') });
  await open();
  expect(screen.getByText('No questions of your own yet')).toBeDefined();
  expect(await line()).toBe('Only the general questions');
  await changeRemotely(() => db.mirror('faqEntries').put(entry('a')));
  expect(await line()).toBe('1 question');
});
