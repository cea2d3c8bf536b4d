import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ArrangedList, arrangementId } from '#contract/rules/arranged.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import { eventId, quietPorts } from '#tests/fixtures/device.ts';
import { clash, contactBlock, changeRemotely, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { catalogue as texts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { NotSentScreen } from '../not-sent/not-sent-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

const [one, two, three] = ['a', 'b', 'c'].map((end) => `0190f1de-0000-7000-8000-00000000000${end}`) as [string, string, string];
const places = (...ids: string[]) => ids.map((id, index) => ({ id, position: index + 1 }));

function order(list: ArrangedList, ...ids: string[]) {
  const args = list === 'contactLinks' || list === 'faqEntries' ? { positions: places(...ids) } : { updates: places(...ids) };
  return enqueue(db, quietPorts(), { resource: 'arrangements', mutation: list, args, id: arrangementId(eventId, list), eventId });
}

const theirs = (list: ArrangedList, ...ids: string[]) => ({
  id: arrangementId(eventId, list),
  version: 1,
  eventId,
  list,
  places: places(...ids),
});

async function versions(name: string): Promise<(string | null)[][]> {
  const card = within(await screen.findByRole('article', { name: `Conflict: ${name}` }));
  await waitFor(() => expect(card.getByRole('group', { name: 'Order' }).textContent).toContain('1. '));
  const lines = [...card.getByRole('group', { name: 'Order' }).querySelectorAll('[class*="value"]')];
  return lines.map(({ textContent }) => (textContent ?? '').split('\n'));
}

test('shows two first orders as numbered names without deleted rows, and the original order as the base', async () => {
  const blocks = [one, two, three].map((id, at) => contactBlock(id, { title: `Block ${at + 1}`, position: at + 1 }));
  await db.mirror('contactLinks').bulkPut(blocks);
  await order('contactLinks', three, two, one);
  await clash(db, theirs('contactLinks', two, one, three));
  show(db, <NotSentScreen />);
  expect(await versions('Contact link order')).toEqual([
    ['1. Block 3', '2. Block 2', '3. Block 1'],
    ['1. Block 2', '2. Block 1', '3. Block 3'],
    ['1. Block 1', '2. Block 2', '3. Block 3'],
  ]);
  await changeRemotely(() => db.mirror('contactLinks').delete(two));
  await waitFor(async () => expect((await versions('Contact link order'))[0]).toEqual(['1. Block 3', '2. Block 1']));
});

test('shows an order of questions as numbered questions', async () => {
  const entry = { version: 1, eventId, answer: 'Yes' };
  await db.mirror('faqEntries').bulkPut([one, two].map((id, at) => ({ ...entry, id, question: `Question ${at + 1}?`, position: at + 1 })));
  await order('faqEntries', two, one);
  await clash(db, theirs('faqEntries', one, two));
  show(db, <NotSentScreen />);
  expect((await versions('Question order')).slice(0, 2)).toEqual([
    ['1. Question 2?', '2. Question 1?'],
    ['1. Question 1?', '2. Question 2?'],
  ]);
});

async function givenListed(): Promise<void> {
  const of = (moduleId: number) => catalogue.find(({ id }) => id === moduleId)!;
  const [home, posts] = [of(1), catalogue.find(({ home_components: [part] }) => part?.name === 'recent_posts')!];
  await db.mirror('modules').bulkPut(
    [home, posts].map(({ id, name, menu_entries, home_components }) => ({
      id: `${eventId}-${id}`,
      version: 1,
      eventId,
      moduleId: id,
      name,
      optional: false,
      isActive: true,
      menu_entries: menu_entries.map((entry) => ({ ...entry, isActive: true })),
      home_components: [...home_components],
    })),
  );
  const common = { version: 1, eventId };
  await db.mirror('menuEntries').bulkPut([
    { ...common, id: one, moduleId: home.id, menuEntryNumber: 0, sectionNumber: 1, position: 1, requiredEventRole: 'participant' },
    { ...common, id: two, moduleId: posts.id, menuEntryNumber: 0, sectionNumber: 0, position: 2, requiredEventRole: 'participant' },
    { ...common, id: three, moduleId: 4711, menuEntryNumber: 0, sectionNumber: 0, position: 3, requiredEventRole: 'participant' },
  ]);
  await db.mirror('homeEntries').bulkPut([
    { ...common, id: one, moduleId: home.id, homeScreenNumber: 0, position: 1, settings: null },
    { ...common, id: two, moduleId: posts.id, homeScreenNumber: 0, position: 2, settings: null },
  ]);
}

test.each([
  ['menu', 'The order of the menu wasn’t saved', '1. Chat\n2. Home'],
  ['home', 'Couldn’t load or save the home screen', '1. Latest posts\n2. Now and next in the schedule'],
] as const)('shows a refused order of %s with its content', async (list, sentence, text) => {
  await givenListed();
  await park(db, [await order(list, two, one)], 'forbidden');
  show(db, <NotSentScreen />);
  expect(await screen.findByText(sentence)).toBeDefined();
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain(text));
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();
});

test('gives each part of a home screen a name', () => {
  const parts = catalogue.flatMap(({ home_components }) => home_components.map(({ name }) => name));
  const named = texts('en', 'common')['home_component'] as Record<string, string>;
  expect(Object.keys(named).toSorted()).toEqual(parts.toSorted());
});
