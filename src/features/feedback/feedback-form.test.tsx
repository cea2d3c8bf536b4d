import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EventRow } from '#contract/resources/events.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { FeedbackForm } from './feedback-form.tsx';

let db: EventDatabase;
let event: EventRow;
const hour = 3_600_000;
setUpScreen('participant', async (device) => {
  db = device;
  event = { ...(await db.mirror('events').get(eventId))!, endDate: new Date(Date.now() + hour).toISOString() };
});

const form = async () => within(await screen.findByRole('form', { name: 'Feedback' }));
const pressed = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-pressed'));

test('does not ask long before the end', async () => {
  const later = { ...event, endDate: new Date(Date.now() + 4 * hour).toISOString() };
  // The second form, whose event ends soon, is rendered after the first one.
  show(
    db,
    [later, event].map((of) => <FeedbackForm key={of.endDate} event={of} />),
  );
  expect(await screen.findAllByText('How was it for you?')).toHaveLength(1);
});

test('leaves no draft after a choice is undone', async () => {
  show(db, <FeedbackForm event={event} />);
  const fields = await form();
  const cheap = within(fields.getByRole('group', { name: 'Keep it cheap' })).getByRole('button', { name: 'For' });
  await user.click(cheap);
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await user.click(cheap);
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('sends stars, votes and text as JSON, and undoes a repeated vote', async () => {
  show(db, <FeedbackForm event={event} />);
  const fields = await form();
  expect(fields.getAllByRole('radio')).toHaveLength(5);
  await user.click(fields.getByRole('radio', { name: '4 stars' }));
  const votes = fields.getAllByRole('group').filter((group) => group.tagName === 'DIV');
  expect(votes.map((group) => group.getAttribute('aria-label'))).toHaveLength(7);
  const cheap = fields.getByRole('group', { name: 'Keep it cheap' });
  await user.click(within(cheap).getByRole('button', { name: 'For' }));
  expect(pressed(cheap)).toEqual(['true', 'false']);
  await user.click(within(cheap).getByRole('button', { name: 'For' }));
  expect(pressed(cheap)).toEqual(['false', 'false']);
  await user.click(within(cheap).getByRole('button', { name: 'For' }));
  await user.click(within(cheap).getByRole('button', { name: 'Against' }));
  expect(pressed(cheap)).toEqual(['false', 'true']);
  await user.click(within(fields.getByRole('group', { name: 'Music playlist' })).getByRole('button', { name: 'For' }));
  await fillIn(fields.getByLabelText('Anything else?'), 'More shade');
  await user.click(fields.getByRole('button', { name: 'Send feedback' }));
  expect(await screen.findByText('Waiting to be sent')).toBeDefined();
  expect(screen.queryByText('Thank you for your feedback!')).toBeNull();
  const again = screen.getByRole('button', { name: 'Give more feedback' });
  await waitFor(() => expect(document.activeElement).toBe(again));
  const [entry] = await db.outbox.toArray();
  expect(JSON.parse((entry!.args as { content: string }).content)).toEqual({
    rating: 4,
    votes: {
      keep_cheap: -1,
      bring_stuff: null,
      social_emojis: null,
      participants_list: null,
      statistics: null,
      tech_login: null,
      music_playlist: 1,
    },
    freeText: 'More shade',
  });
  await user.click(again);
  expect((await form()).getByRole<HTMLInputElement>('radio', { name: '4 stars' }).checked).toBe(false);
  expect(document.activeElement).toBe((await form()).getByRole('radio', { name: '1 star' }));
});

test('sends nothing if nothing is chosen, and takes no focus when it appears', async () => {
  show(db, <FeedbackForm event={event} />);
  const fields = await form();
  expect(document.activeElement).toBe(document.body);
  await user.click(fields.getByRole('button', { name: 'Send feedback' }));
  expect(fields.getByText('Give some stars, a vote or a comment first.')).toBeDefined();
  await expectCommands(db, []);
});

test('restores a draft, and keeps it if the device cannot store the command', async () => {
  const votes = { keep_cheap: 1, bring_stuff: null, social_emojis: null, participants_list: null, statistics: null, tech_login: null };
  const text = JSON.stringify({ rating: 2, votes: { ...votes, music_playlist: null }, freeText: 'Half a sen' });
  await db.drafts.put({ id: `rich-feedback:${eventId}`, text, updatedAt: 0 });
  show(db, <FeedbackForm event={event} />);
  const fields = await form();
  await waitFor(() => expect(fields.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true));
  expect(pressed(fields.getByRole('group', { name: 'Keep it cheap' }))).toEqual(['true', 'false']);
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click(fields.getByRole('button', { name: 'Send feedback' }));
  expect(await fields.findByText(/wasn’t sent. Your answers are still here/)).toBeDefined();
  expect(fields.getByLabelText<HTMLTextAreaElement>('Anything else?').value).toBe('Half a sen');
});
