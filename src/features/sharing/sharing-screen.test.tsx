import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { type Share, unlimited } from '#contract/resources/shares.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { toRow } from '#ui/layout/show-row.ts';
import { SharingAddScreen } from './form/sharing-add-screen.tsx';
import { SharingScreen } from './sharing-screen.tsx';

const other = 9;
let db: EventDatabase;

const toasts = setUpScreen('participant', async (device) => {
  db = device;
  await db.mirror('participants').bulkPut([participant(other, 'Lena'), participant(userId, 'Me')]);
});

const share = (digit: number, part: Partial<Share> = {}): Share => ({
  id: `0190f1de-0000-7000-8000-00000000000${digit}`,
  version: 1,
  eventId,
  authorId: other,
  type: 'ride',
  title: `Town ${digit}`,
  description: '',
  available: 2,
  total: 3,
  surplus: 0,
  image: null,
  order: digit,
  createdAt: '2026-07-01T10:00:00.000Z',
  ...part,
});

function open(path: string): SyncClient {
  location.hash = `#${path}`;
  return show(db, <Router hook={useHashLocation}>{path === '/sharing-add' ? <SharingAddScreen /> : <SharingScreen />}</Router>);
}

const tabs = async (): Promise<(string | null)[]> => {
  await screen.findAllByRole('article');
  return within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
};
const titles = (): string[] => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label') ?? '');
const pressed = async (name: string): Promise<void> => user.click(await screen.findByRole('button', { name }));
const press = (name: string | RegExp): Promise<void> => user.click(screen.getByRole('button', { name }));
const type = (label: string, value: string): Promise<void> => fillIn(screen.getByLabelText(label), value);
const commands = async () => (await db.outbox.toArray()).map(({ mutation, args }) => [mutation, args]);

describe('the board', () => {
  test('has a tab per type with a count, and a tab of own offers if there are any', async () => {
    await db.mirror('shares').bulkPut([share(1), share(2), share(3, { type: 'stuff', title: 'Tent', description: 'For two' })]);
    open('/sharing/my');
    expect(await tabs()).toEqual(['Rides (2)', 'Rooms (0)', 'Other (1)']);
    expect(titles()).toEqual(['Ride: Town 2', 'Ride: Town 1']);
    // Offers of others cannot be edited.
    expect(screen.queryByRole('button', { name: /^(?:Edit|Delete)/ })).toBeNull();
    await act(() => db.mirror('shares').put(share(4, { authorId: userId, type: 'room', title: 'Hut' })));
    await waitFor(async () => expect(await tabs()).toEqual(['Rides (2)', 'Rooms (1)', 'Other (1)', 'Mine (1)']));
    await waitFor(() => expect(titles()).toEqual(['Room: Hut']));
  });

  test('offers the one thing to do while a tab is empty', async () => {
    open('/sharing/accomodation');
    const empty = (await screen.findByRole('heading', { name: 'No offers here yet' })).parentElement!;
    expect(within(empty).getByRole('link', { name: 'Offer something' }).getAttribute('href')).toBe('#/sharing-add');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test.each([
    [{ available: 2, total: 3 }, '2 of 3 seats free'],
    [{ available: 1, total: 3 }, '1 of 3 seats free'],
    [{ available: 0, total: 3 }, '0 of 3 seats free'],
    [{ available: unlimited, total: unlimited }, 'Seats for everyone'],
  ])('shows the localised amount of %o', async (part, sentence) => {
    await db.mirror('shares').put(share(1, part));
    open('/sharing/travel');
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('searches text and owner, and filters available offers', async () => {
    await db.mirror('shares').bulkPut([share(1, { title: 'Bern', available: 0 }), share(2, { title: 'Basel', description: 'Evening' })]);
    open('/sharing/travel');
    await screen.findByText('Ride: Bern');
    await user.click(screen.getByLabelText('Only available offers'));
    await waitFor(() => expect(titles()).toEqual(['Ride: Basel']));
    await type('Search', 'bern');
    await screen.findByText(/^Nothing matches/);
    await press('Show all');
    await type('Search', 'LENA');
    await waitFor(() => expect(titles()).toHaveLength(2));
    await type('Search', 'evening');
    await waitFor(() => expect(titles()).toEqual(['Ride: Basel']));
  });

  test('offers the contact of other owners only', async () => {
    await db.mirror('shares').bulkPut([share(1), share(2, { authorId: userId })]);
    open('/sharing/travel');
    await screen.findByText('Ride: Town 1');
    await press('Lena');
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Me' })).toBeNull();
  });

  test('shows counters on own offers only', async () => {
    await db.mirror('shares').bulkPut([share(1), share(2, { authorId: userId })]);
    open('/sharing/travel');
    await screen.findByText('Ride: Town 1');
    const counters = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(counters).toEqual([expect.stringContaining('Town 2')]);
  });

  test('shows twenty offers at first', async () => {
    await db.mirror('shares').bulkPut(Array.from({ length: 25 }, (_, index) => ({ ...share(1), id: `share-${index}`, order: index })));
    open('/sharing/travel');
    await screen.findByRole('button', { name: 'Show 5 more' });
    expect(titles()).toHaveLength(20);
    await press('Show 5 more');
    expect(titles()).toHaveLength(25);
  });

  test('shows an offer further down to which a link leads', async () => {
    await db.mirror('shares').bulkPut(Array.from({ length: 25 }, (_, index) => ({ ...share(1), id: `share-${index}`, order: index })));
    open('/sharing/travel');
    history.replaceState(toRow('share-1'), '');
    await screen.findByRole('button', { name: 'Show 1 more' });
    expect(titles()).toHaveLength(24);
  });
});

describe('an own offer', () => {
  beforeEach(() => db.mirror('shares').put(share(1, { authorId: userId, title: 'Bern', available: 2, total: 3 })));

  test('is counted on its card without network, between nothing and all', async () => {
    open('/sharing/travel');
    const value = await screen.findByText('2');
    await press(/^One more/);
    await waitFor(() => expect(value.textContent).toBe('3'));
    await press(/^One more/);
    for (let index = 0; index < 4; index += 1) await press(/^One less/);
    await screen.findByText('0 of 3 seats free');
    expect(await commands()).toEqual([['count', { change: 1 }], ...Array.from({ length: 3 }, () => ['count', { change: -1 }])]);
  });

  test('shows a surplus after it was counted on two devices', async () => {
    await db.mirror('shares').update(share(1).id, { available: 0, surplus: -1 });
    open('/sharing/travel');
    expect(await screen.findByText(/counted -1 free/)).toBeTruthy();
  });

  test('is edited on its tab by the changed fields, and unchanged by Cancel', async () => {
    open('/sharing/my');
    await screen.findByText('Ride: Bern');
    await press(/^Edit/);
    await type('From or to where', 'Basel');
    await press('Cancel');
    await screen.findByText('Ride: Bern');
    await press(/^Edit/);
    await type('Free seats', '7');
    await user.tab();
    expect(screen.getByLabelText<HTMLInputElement>('Free seats').value).toBe('3');
    await press('Save');
    await screen.findByText('3 of 3 seats free');
    expect(await commands()).toEqual([['edit', { available: 3 }]]);
    expect(toasts).toHaveBeenCalledExactlyOnceWith('Saved on this device. It’ll be sent as soon as possible.');
  });

  test('becomes a new one if it is deleted elsewhere while it is edited', async () => {
    open('/sharing/my');
    await screen.findByText('Ride: Bern');
    await press(/^Edit/);
    await type('From or to where', 'Basel');
    await act(() => db.mirror('shares').delete(share(1).id));
    await screen.findByText('This offer has been deleted');
    expect(screen.getByLabelText<HTMLInputElement>('From or to where').value).toBe('Basel');
    await user.type(screen.getByLabelText('From or to where'), '{Enter}');
    await screen.findByText('Ride: Basel');
    expect(await commands()).toMatchObject([['create', { title: 'Basel', available: 2, total: 3 }]]);
  });

  test('is listed on its tab with the others, newest first', async () => {
    await db
      .mirror('shares')
      .bulkPut([
        share(3, { authorId: userId, title: 'Chur', order: 3 }),
        share(2, { authorId: userId, title: 'Hut', type: 'room', order: 4 }),
      ]);
    open('/sharing/my');
    await screen.findByText('Ride: Bern');
    expect(titles()).toEqual(['Room: Hut', 'Ride: Chur', 'Ride: Bern']);
  });

  test('is deleted after a confirmation', async () => {
    open('/sharing/my');
    await screen.findByText('Ride: Bern');
    await press(/^Delete/);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Ride: Bern')).toBeNull());
    expect(await commands()).toEqual([['remove', {}]]);
  });
});

describe('a new offer', () => {
  test('is created in two steps with a way back, and leads to the rides', async () => {
    open('/sharing-add');
    await pressed('A place to sleep');
    await press('Back');
    await press('A ride');
    await press('Offer');
    expect(screen.getByLabelText('From or to where').getAttribute('aria-invalid')).toBe('true');
    await type('From or to where', ' Bern ');
    await type('Seats in total', '4');
    await type('Free seats', '3');
    await press('Offer');
    await waitFor(() => expect(location.hash).toBe('#/sharing/travel'));
    expect(await commands()).toEqual([['create', { type: 'ride', title: 'Bern', description: '', available: 3, total: 4 }]]);
  });

  test('has a total of at least one', async () => {
    open('/sharing-add');
    await pressed('A ride');
    await type('From or to where', 'Bern');
    await type('Seats in total', '0');
    await type('Free seats', 'many');
    await press('Offer');
    await waitFor(() => expect(location.hash).toBe('#/sharing/travel'));
    expect(await commands()).toMatchObject([['create', { available: 0, total: 1 }]]);
  });

  test('can be unlimited', async () => {
    open('/sharing-add');
    await pressed('Something else');
    await type('What is it?', 'Sun cream');
    await type('Description', 'At the jetty');
    await user.click(screen.getByLabelText('No limit'));
    expect(screen.getByLabelText<HTMLInputElement>('How many in total').disabled).toBe(true);
    await press('Offer');
    await waitFor(() => expect(location.hash).toBe('#/sharing/travel'));
    expect(await commands()).toMatchObject([['create', { available: unlimited, total: unlimited }]]);
  });

  test('is restored until it is cancelled', async () => {
    open('/sharing-add');
    await pressed('A ride');
    await type('From or to where', 'Bern');
    await waitFor(async () => expect((await db.drafts.toArray()).map(({ text }) => text).join()).toContain('Bern'));
    location.hash = '#/elsewhere';
    cleanup();
    open('/sharing-add');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From or to where').value).toBe('Bern'));
    await press('Cancel');
    await waitFor(() => expect(location.hash).toBe('#/sharing/travel'));
    await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  });
});
