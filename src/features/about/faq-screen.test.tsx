import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { fillIn } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { FaqScreen } from './faq-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const entry = (position: number, part: Partial<FaqEntry> = {}): FaqEntry => ({
  id: `0190f1de-0000-7000-8000-00000000000${position}`,
  version: 1,
  eventId,
  question: `Question ${position}?`,
  answer: `Answer ${position}.`,
  position,
  ...part,
});

async function open(...own: FaqEntry[]): Promise<void> {
  await db.mirror('faqEntries').bulkPut(own);
  show(db, <FaqScreen />);
  await screen.findByRole('heading', { level: 1, name: 'FAQ' });
}

async function givenContacts(isActive: boolean): Promise<void> {
  const { id, menu_entries, ...module } = catalogue.find(({ name }) => name === 'contact_links')!;
  const entries = menu_entries.map((each) => ({ ...each, isActive: true }));
  const row = { ...module, id: `${eventId}-${id}`, version: 1, eventId, moduleId: id, isActive, menu_entries: entries };
  await db.mirror('modules').put({ ...row, home_components: [...module.home_components] });
}

const look = (words: string): Promise<void> => fillIn(screen.getByRole('searchbox'), words);
const entries = () => [...document.querySelectorAll('details')];
const questions = () => entries().map((each) => each.querySelector('summary')!.textContent);

test('shows the questions about the app closed if the event has none, and search results open', async () => {
  await open();
  expect(entries().map((each) => each.open)).toEqual([false, false, false, false, false]);
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  await look('SAFARI');
  expect(entries().map((each) => each.open)).toEqual([true]);
  expect(entries()[0]!.textContent).toContain('iPhone and iPad: open this page in Safari');
  expect(screen.getByRole('status').textContent).toBe('1 question found');
  await look(' ');
  expect(entries().map((each) => each.open)).toEqual([false, false, false, false, false]);
});

test('reports an empty result in the language chosen since then', async () => {
  await open();
  await look('dragons');
  expect(entries()).toEqual([]);
  expect(screen.getByText('No questions found')).toBeDefined();
  await act(() => i18next.changeLanguage('de'));
  expect(screen.getByText('Keine Fragen gefunden')).toBeDefined();
});

test('shows the questions of the event first, in their order, and those about the app under a heading', async () => {
  const places = [2, 1].map((position, index) => ({ id: entry(position).id, position: index + 1 }));
  await db.mirror('arrangements').put({ id: arrangementId(eventId, 'faqEntries'), version: 1, eventId, list: 'faqEntries', places });
  await open(entry(1), entry(2), entry(3, { eventId: eventId + 1 }));
  expect(questions().slice(0, 3)).toEqual(['Question 2?', 'Question 1?', 'Why is there an app?']);
  const general = within(screen.getByRole('region', { name: 'About the app' }));
  expect(general.getAllByRole('listitem')).toHaveLength(5);
  await changeRemotely(() => db.mirror('faqEntries').bulkDelete([entry(1).id, entry(2).id]));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'About the app' })).toBeNull());
  expect(entries()).toHaveLength(5);
});

test('searches both, and links addresses in an answer', async () => {
  await open(entry(1, { question: 'Is there wifi?', answer: 'Yes.\n\nSee https://wifi.example/ for the app.' }), entry(2));
  await look('wifi');
  expect(questions()).toEqual(['Is there wifi?']);
  expect((await screen.findByRole('link', { name: 'https://wifi.example/' })).getAttribute('href')).toBe('https://wifi.example/');
  await look('for the app');
  expect(questions()).toContain('Is there wifi?');
  await look('safari');
  expect(questions()).toEqual(['How do I install it as an app?']);
  expect(screen.getByRole('region', { name: 'About the app' })).toBeDefined();
});

test.each([true, false])('leads to the contacts of the organisers if their module is on: %s', async (isActive) => {
  await givenContacts(isActive);
  await open();
  const links = screen.queryAllByRole('link', { name: 'Contact the organisers' }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(isActive ? ['/contact-links'] : []);
});

test.each([
  ['participant', []],
  ['admin', ['/admin/faq']],
] as const)('leads to the editor only for event admins: %s', async (role, links) => {
  await db.mirror('me').update(userId, { memberships: [{ eventId, role }] });
  await open();
  expect(screen.queryAllByRole('link', { name: 'Edit' }).map((link) => link.getAttribute('href'))).toEqual(links);
});
