import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { FeedbackAnswer } from '#contract/resources/feedback.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { type SavedFile, savedFiles } from '#tests/fixtures/saved-files.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { formatsFor } from '#i18n/formats.ts';
import { AdminFeedbackScreen } from './admin-feedback-screen.tsx';
import { feedbackLine } from './admin-lines.ts';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

/** The answer of a day in July. */
const answer = (day: number, content: string | object, part: Partial<FeedbackAnswer> = {}): FeedbackAnswer => ({
  id: `0190f1de-0000-7000-8000-0000000000${String(day).padStart(2, '0')}`,
  version: 1,
  eventId,
  content: typeof content === 'string' ? content : JSON.stringify(content),
  createdAt: `2026-07-${String(day).padStart(2, '0')}T12:00:00.000Z`,
  ...part,
});

const given = (...answers: FeedbackAnswer[]) => db.mirror('feedbackAnswers').bulkPut(answers);
const rated = (day: number, rating: number, freeText = '', votes = {}) => answer(day, { rating, votes, freeText });

function open(page = 1): ReturnType<typeof memoryLocation> {
  const location = memoryLocation({ path: '/admin/feedback', record: true });
  show(
    db,
    <Router hook={location.hook}>
      <AdminFeedbackScreen page={page} />
    </Router>,
  );
  return location;
}

const comments = async () =>
  within(await screen.findByRole('list', { name: 'Comments' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const line = async () =>
  (await feedbackLine(db, eventId))({ t: i18next.getFixedT('en'), formats: formatsFor({ dateLocale: 'auto', timeZone: 'UTC' }, 'en') });

const five = [
  rated(1, 5, 'More shade', { keep_cheap: 1 }),
  rated(2, 5, '', { keep_cheap: 1, music_playlist: -1 }),
  rated(3, 4, '=1+1'),
  rated(4, 1),
  rated(5, 0, '', { keep_cheap: -1 }),
];

test('shows the number of answers, the day of the newest, and comments newest first without an author', async () => {
  await given(answer(1, 'Great lake'), rated(3, 2, 'Too loud'), rated(2, 4), answer(4, 'Elsewhere', { eventId: eventId + 1 }));
  open();
  expect(await screen.findByText('3 answers')).toBeDefined();
  expect(screen.getByText('Latest on Friday, July 3, 2026')).toBeDefined();
  expect(await comments()).toEqual(['Too loudFri, Jul 3New', 'Great lakeWed, Jul 1New']);
  expect(screen.getByText('2 comments')).toBeDefined();
});

test('breaks ratings and votes down from five answers on, each bar with its number', async () => {
  await given(...five.slice(1), answer(6, 'Plain'), answer(7, 'Text'));
  open();
  expect(await screen.findByText(/^Charts need at least five answers with stars or votes/)).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Rating' })).toBeNull();
  await changeRemotely(() => given(five[0]!));
  const bars = within(await screen.findByRole('list', { name: 'Rating' })).getAllByRole('listitem');
  const read = (bar: HTMLElement) => [...bar.querySelectorAll('.visually-hidden')].map(({ textContent }) => textContent).join(' ');
  expect(bars.map(read)).toEqual([
    '5 stars: 2 answers',
    '4 stars: 1 answer',
    '3 stars: 0 answers',
    '2 stars: 0 answers',
    '1 star: 1 answer',
  ]);
  expect(screen.getByText('3.8')).toBeDefined();
  const votes = within(screen.getByRole('list', { name: 'More of it, or less?' })).getAllByRole('listitem');
  expect(votes).toHaveLength(7);
  expect(votes[0]!.textContent).toBe('Keep it cheapFor: 2Against: 1');
  expect(votes[6]!.textContent).toBe('Music playlistFor: 0Against: 1');
  expect(screen.queryByText(/^Charts need/)).toBeNull();
});

test('searches the comments on the device, and begins at the first page again', async () => {
  await given(...Array.from({ length: 12 }, (_, index) => answer(index + 1, index === 3 ? 'More SHADE' : `Comment ${index + 1}`)));
  const { history } = open(2);
  expect(await comments()).toHaveLength(2);
  await fillIn(screen.getByRole('searchbox', { name: 'Search comments' }), 'shade');
  await waitFor(async () => expect(await comments()).toEqual(['More SHADESat, Jul 4New']));
  expect(screen.getByText('1 comment')).toBeDefined();
  expect(history.at(-1)).toBe('/admin/feedback');
  await fillIn(screen.getByRole('searchbox', { name: 'Search comments' }), 'dragons');
  expect(await screen.findByText('No comments found')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(async () => expect(await comments()).toHaveLength(2));
});

test('counts answers as new on the overview until the screen was open on this device', async () => {
  expect(await line()).toBe('No answers yet');
  await given(answer(1, 'One'), answer(2, 'Two'));
  expect(await line()).toBe('2 answers, 2 new');
  open();
  await screen.findByText('2 answers');
  await waitFor(async () => expect(await line()).toBe('2 answers'));
  await changeRemotely(() => given(answer(3, 'Three')));
  await screen.findByText('3 answers');
  await waitFor(async () => expect(await line()).toBe('3 answers'));
});

async function exported(): Promise<string[]> {
  const files = savedFiles();
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const [{ name, content }] = files as [SavedFile];
  expect(name).toBe('Camp Feedback.csv');
  return (await content.text()).split('\r\n');
}

test('exports all answers as a table in which no comment is a formula', async () => {
  await given(...five, answer(6, 'Plain'));
  open();
  const [heading, ...rows] = await exported();
  expect(heading).toBe(
    'Day,Rating,Keep it cheap,Everyone brings something,Social and emojis,Participant list,Statistics,Signing in,Music playlist,Comment',
  );
  expect(rows).toEqual([
    '2026-07-06,,,,,,,,,Plain',
    '2026-07-05,,Against,,,,,,,',
    '2026-07-04,1,,,,,,,,',
    `2026-07-03,4,,,,,,,,"'=1+1"`,
    '2026-07-02,5,For,,,,,,Against,',
    '2026-07-01,5,For,,,,,,,More shade',
  ]);
});

test('exports only comments if there are too few answers for charts', async () => {
  await given(...five.slice(0, 4));
  open();
  expect(await exported()).toEqual(['Day,Comment', `2026-07-03,"'=1+1"`, '2026-07-01,More shade']);
});

test('shows a hint if there is no feedback', async () => {
  open();
  expect(await screen.findByText('No feedback yet')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});
