import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contentOf } from '#contract/rules/reported-content.ts';
import type { ReportReason } from '#contract/resources/reports.ts';
import { eventId, serverPost } from '#tests/fixtures/device.ts';
import { clientOf, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { NotSentScreen } from '../not-sent/not-sent-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));

const post = { ...serverPost('0190f1de-0000-7000-8000-000000000001', { content: 'You donkey' }), authorId: 9, thread: '' };

async function refused(reason: ReportReason, text: string) {
  const args = { resource: 'posts', rowId: post.id, reason, text, seen: contentOf('posts', post) } as const;
  await (await clientOf(db).engine()).execute('ownReports', 'create', args, { eventId });
  await park(db, await db.outbox.toArray(), 'too_many_reports');
  show(db, <NotSentScreen />);
  return within(await screen.findByRole('article'));
}
const waiting = () => db.outbox.where('state').equals('waiting').toArray();

test('shows the subject of a refused report without a text, and resends it unchanged', async () => {
  const card = await refused('spam', '');
  expect(card.getByText(/You donkey/).textContent).toBe('Post: You donkey\nAds or spam');
  await user.click(card.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect(await waiting()).toMatchObject([{ args: { reason: 'spam', text: '' } }]));
});

test('edits the text of a report that requires one before it is resent', async () => {
  const card = await refused('other', 'Not true');
  expect(card.getByText(/You donkey/).textContent).toBe('Post: You donkey\nSomething else\nNot true');
  await user.click(card.getByRole('button', { name: 'Edit and send again' }));
  const field = await card.findByLabelText<HTMLTextAreaElement>('Your text');
  expect(field.value).toBe('Not true');
  await fillIn(field, 'A lie');
  await user.click(card.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect(await waiting()).toMatchObject([{ args: { reason: 'other', text: 'A lie' } }]));
});
