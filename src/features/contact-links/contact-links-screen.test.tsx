import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { arrangementId } from '#contract/rules/arranged.ts';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { ContactLinksScreen } from './contact-links-screen.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts('en');
  db = await givenDevice('participant');
});
afterEach(() => tearDown(db));

const block = (position: number, part: Partial<ContactLinkBlock> = {}): ContactLinkBlock => ({
  id: `0190f1de-0000-7000-8000-00000000000${position}`,
  version: 1,
  eventId,
  title: `Block ${position}`,
  subtitle: null,
  position,
  links: [{ name: 'Phone', url: 'tel:+49301234' }],
  ...part,
});

test('shows blocks by position with their links, numbers and addresses, without network', async () => {
  const links = [
    { name: 'Web', url: 'https://camp.example/' },
    { name: 'Mail', url: 'mailto:help@camp.example?subject=Camp' },
    { name: 'Phone', url: 'tel:%2B49301234' },
    { name: 'Broken', url: 'TEL:%4' },
    { name: 'Tent', url: 'geo:52.5,13.4?z=16' },
  ];
  await db.mirror('contactLinks').bulkPut([block(2), block(1, { subtitle: 'Day and night', links }), block(3, { eventId: eventId + 1 })]);
  show(db, <ContactLinksScreen />);
  const blocks = await screen.findAllByRole('region');
  expect(blocks.map((each) => each.getAttribute('aria-label'))).toEqual(['Block 1', 'Block 2']);
  const first = within(blocks[0]!);
  expect(first.getByText('Day and night')).toBeTruthy();
  const shown = first.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
  const words = ['Web', 'Mailhelp@camp.example', 'Phone+49301234', 'Broken%4', 'Tent52.5,13.4'];
  expect(shown).toEqual(links.map(({ url }, index) => [words[index], url, 'noopener noreferrer']));
});

test('shows blocks in the order of the organisers', async () => {
  const blocks = [block(1), block(2)];
  await db.mirror('contactLinks').bulkPut(blocks);
  const places = blocks.map(({ id }, index) => ({ id, position: 2 - index }));
  await db.mirror('arrangements').put({ id: arrangementId(eventId, 'contactLinks'), version: 1, eventId, list: 'contactLinks', places });
  show(db, <ContactLinksScreen />);
  const shown = await screen.findAllByRole('region');
  expect(shown.map((each) => each.getAttribute('aria-label'))).toEqual(['Block 2', 'Block 1']);
});

test('shows a script URL not as a link', async () => {
  await db.mirror('contactLinks').put(block(1, { links: [{ name: 'Bad', url: 'javascript:alert(1)' }] }));
  show(db, <ContactLinksScreen />);
  await screen.findByText('Bad: javascript:alert(1)');
  expect(screen.queryByRole('link')).toBeNull();
});

test('shows a hint if there are no blocks', async () => {
  show(db, <ContactLinksScreen />);
  expect(await screen.findByText('No contact links yet')).toBeTruthy();
});

test.each([
  ['participant', 0],
  ['admin', 1],
] as const)('links to the editor only for event admins: %s', async (role, links) => {
  await tearDown(db);
  db = await givenDevice(role);
  show(db, <ContactLinksScreen />);
  await screen.findByText('No contact links yet');
  const found = screen.queryAllByRole('link', { name: 'Edit' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: links }, () => '/admin/event-links'));
});
