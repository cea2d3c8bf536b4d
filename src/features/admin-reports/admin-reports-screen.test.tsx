import { act, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { limits } from '#contract/limits.ts';
import type { Report } from '#contract/resources/reports.ts';
import { eventId, participant, serverPost, userId } from '#tests/fixtures/device.ts';
import { givenDevice, recordToasts, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { changeOf, putWindow, windowServer } from '#tests/fixtures/screens/windowed.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { AdminReportsScreen } from './admin-reports-screen.tsx';

const toasts = recordToasts();
const ben = 9;
let db: EventDatabase;
beforeEach(async () => {
  await startTexts('en');
  slowPictures();
  db = await givenDevice();
  await db.mirror('participants').bulkPut([participant(userId, 'Orga'), participant(ben, 'Ben')]);
});
afterEach(() => tearDown(db));

const post = { ...serverPost('0190f1de-0000-7000-8000-000000000001', { content: 'You donkey' }), authorId: ben, thread: '' };

const report = (part: Partial<Report> = {}): Report => ({
  id: v7(),
  version: 1,
  eventId,
  resource: 'posts',
  rowId: post.id,
  reason: 'insult',
  text: '',
  subjectId: ben,
  snapshot: { title: '', text: 'You donkey', startDate: null },
  picture: null,
  source: 'stored',
  state: 'open',
  decidedBy: null,
  createdAt: '2026-07-01T10:00:00.000Z',
  ...part,
});

const given = (...reports: Report[]) => db.mirror('reports').bulkPut(reports);

function open(decided = false, own: Parameters<typeof show>[2] = {}, page = 1) {
  const { hook } = memoryLocation({ path: '/admin/reports' });
  return show(
    db,
    <Router hook={hook}>
      <AdminReportsScreen decided={decided} page={page} />
    </Router>,
    own,
  );
}

const card = async (name = 'Post by Ben') => within(await screen.findByRole('article', { name }));
const commands = async () => (await db.outbox.toArray()).map(({ resource, mutation, id }) => `${resource}.${mutation} ${id}`);
const agree = async (action: string) => user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));

test('shows each reported thing once as it was, with author, all reasons and counts', async () => {
  await db.mirror('posts').put(post);
  const late = '2026-07-01T11:00:00.000Z';
  const other = { rowId: v7(), snapshot: { title: 'Canoe', text: 'Boat', startDate: late }, resource: 'meetups' as const, createdAt: late };
  await given(report({ text: 'Not nice' }), report({ reason: 'spam' }), report(other));
  open();
  const one = await card();
  expect(one.getByText('You donkey')).toBeDefined();
  expect(one.getByText('Reported 2 times · 3 reports about this person in total')).toBeDefined();
  expect(one.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Insult.*Not nice/), expect.stringMatching(/^Ads/)]),
  );
  expect((await card('Meetup by Ben')).getByText('Canoe')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open (2)' }).getAttribute('aria-current')).toBe('page');
  await user.click(one.getByRole('button', { name: 'Post by Ben' }));
  expect(await screen.findByRole('dialog', { name: 'Contact Ben' })).toBeDefined();
});

test('shows mentions in a reported post under the present names', async () => {
  await given(report({ snapshot: { title: '', text: `Hi @[${userId}] and @[4711]`, startDate: null } }));
  open();
  expect((await card()).getByText('Hi @Orga and @Former participant')).toBeDefined();
});

test('removes a thing and decides all its reports in one transaction after a confirmation', async () => {
  await db.mirror('posts').put(post);
  const [one, two] = [report(), report({ reason: 'spam' })];
  await given(one, two);
  open();
  await user.click((await card()).getByRole('button', { name: 'Remove: Post by Ben' }));
  expect(await commands()).toEqual([]);
  await agree('Remove');
  await screen.findByText('No reports');
  expect((await commands()).toSorted()).toEqual(
    [`posts.remove ${post.id}`, ...[one, two].map(({ id }) => `reports.remove ${id}`)].toSorted(),
  );
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  expect(screen.getByRole('link', { name: 'Resolved (1)' })).toBeDefined();
});

test('marks a deleted thing as deleted, and removes only its reports', async () => {
  const one = report();
  await given(one);
  open();
  expect((await card()).getByText('It has since been deleted.')).toBeDefined();
  await user.click((await card()).getByRole('button', { name: 'Remove: Post by Ben' }));
  await agree('Remove');
  await waitFor(async () => expect(await commands()).toEqual([`reports.remove ${one.id}`]));
});

test('keeps a dismissed thing, and shows it with its decider on the other tab, where it can still be removed', async () => {
  await db.mirror('posts').put(post);
  const one = report();
  await given(one);
  open();
  await user.click((await card()).getByRole('button', { name: 'Dismiss: Post by Ben' }));
  await waitFor(async () => expect(await commands()).toEqual([`reports.dismiss ${one.id}`]));
  await screen.findByText('No reports');
  open(true);
  const decided = await card();
  expect(decided.getByText('Dismissed by Orga')).toBeDefined();
  expect(decided.getByText('Waiting to be sent')).toBeDefined();
  expect(decided.queryByRole('button', { name: /^Dismiss/ })).toBeNull();
  expect(decided.getByRole('button', { name: 'Remove: Post by Ben' })).toBeDefined();
});

test("marks content from the reporter's device, a picture deleted too early, and an erased author", async () => {
  await given(
    report({ source: 'seen', resource: 'photos', rowId: v7() }),
    report({ snapshot: null, subjectId: null, rowId: v7(), resource: 'shares' }),
  );
  open();
  const seen = await card('Photo by Ben');
  expect(seen.getByText(/This is what the reporter’s device showed/)).toBeDefined();
  expect(seen.getByText('The picture was deleted before the report arrived.')).toBeDefined();
  const erased = await card('Offer by Former participant');
  expect(erased.getByText(/this text is no longer available/)).toBeDefined();
  expect(erased.queryByRole('button', { name: /^More actions/ })).toBeNull();
});

test('marks a report of a thing that the server never had, and offers no action against its subject', async () => {
  await given(report({ source: 'unverified', rowId: v7() }));
  open();
  const made = await card();
  expect(made.getByText(/^Unverified/)).toBeDefined();
  expect(made.queryByRole('button', { name: /^More actions/ })).toBeNull();
  expect(made.getByRole('button', { name: 'Dismiss: Post by Ben' })).toBeDefined();
});

test('hides reasons and decisions of a report about the signed-in organiser', async () => {
  await given(report({ subjectId: userId, text: 'said of them' }));
  open();
  const own = await card('Post by Orga');
  expect(own.getByText(/another organiser or a global admin has to decide/)).toBeDefined();
  expect(own.queryByText('said of them')).toBeNull();
  for (const name of [/^Dismiss/, /^Remove/, /^More actions/]) expect(own.queryByRole('button', { name })).toBeNull();
});

/** Chooses an action against Ben in the menu of the card. */
async function choose(action: string): Promise<void> {
  await user.click((await card()).getByRole('button', { name: 'More actions: Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('asks with the count before it deletes everything of a person', async () => {
  await given(report());
  open();
  await choose('Delete everything they shared');
  expect(await screen.findByRole('alertdialog', { name: 'Delete everything Ben shared?' })).toBeDefined();
});

test('removes a person from the event online, and reports a missing network', async () => {
  await given(report());
  const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('no network'));
  const client = open(false, { fetch });
  await choose('Remove from event');
  await agree('Remove from event');
  await (await card()).findByText(/You need to be online to remove someone\. Nothing was changed/);
  const call = vi.spyOn(client, 'call').mockResolvedValue({ kind: 'answer', status: 204, body: undefined });
  await choose('Remove from event');
  await agree('Remove from event');
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Ben is no longer in the event'));
  expect(call).toHaveBeenCalledWith(
    expect.objectContaining({
      method: 'POST',
      path: `/api/event/${eventId}/participant/${ben}/remove`,
      body: { newCodes: false, content: false },
    }),
  );
});

test('pages many reports, and shows a refused decision above them', async () => {
  await given(...Array.from({ length: limits.pageSize + 1 }, () => report({ rowId: v7() })));
  const client = open(false, {}, 2);
  await card();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')).toHaveLength(2);
  await user.click((await card()).getByRole('button', { name: 'Dismiss: Post by Ben' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await changeRemotely(async () => park(client.db, await db.outbox.toArray(), 'forbidden'));
  expect(await screen.findByText('Your decision wasn’t accepted')).toBeDefined();
});

test('asks the server for a reported post that the device does not hold, before that can be removed', async () => {
  await putWindow(db);
  await given(report());
  const server = windowServer(() => ({ changes: [changeOf('posts', post)] }));
  const client = open(false, server);
  act(() => client.note({ connection: 'offline' }));
  expect(await screen.findByText('This is older than what’s on this device. You can remove it when you’re online.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Dismiss/ })).toBeDefined();
  act(() => client.note({ connection: 'online' }));
  expect(await screen.findByRole('button', { name: /^Remove/ })).toBeDefined();
  expect(await db.mirror('posts').get(post.id)).toBeDefined();
});

test('shows a reported post as deleted if the server does not have it', async () => {
  await putWindow(db);
  await given(report());
  open(
    false,
    windowServer(() => ({ changes: [] })),
  );
  expect(await screen.findByText('It has since been deleted.')).toBeDefined();
});
