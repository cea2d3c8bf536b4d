import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { dates, datingModule, datingOf } from '#tests/fixtures/dating.ts';
import { hiddenPersonId } from '#contract/resources/participants.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import { givenDevice, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { HidePerson } from '#commands/moderation/hide-person.tsx';
import type { EventDatabase } from '#db/database.ts';
import { ChatScreen } from '#features/chat/chat-screen.tsx';
import { RecentPosts } from '#features/chat/recent-posts.tsx';
import { DatingScreen } from '#features/dating/dating-screen.tsx';
import { MatchesScreen } from '#features/dating/matches-screen.tsx';
import { countNewMatches } from '#features/dating/read-dating.ts';
import { MeetupsScreen } from '#features/meetups/meetups-screen.tsx';
import { RunningMeetups } from '#features/meetups/running-meetups.tsx';
import { ParticipantsScreen } from '#features/participants/participants-screen.tsx';
import { PhotosScreen } from '#features/photos/photos-screen.tsx';
import { RecentPhotos } from '#features/photos/recent-photos.tsx';
import { ProfileScreen } from '#features/profile/profile-screen.tsx';
import { SharingScreen } from '#features/sharing/sharing-screen.tsx';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { PersonActions } from '#ui/people/person-actions.ts';

const ben = 20;
const carla = 21;
let db: EventDatabase;

/** Every screen has a row of the signed-in user, one of Ben and one of Carla. */
beforeEach(async () => {
  // The squares of the grid have no actions.
  localStorage.setItem('photos-layout', 'list');
  await startTexts('en');
  slowPictures();
  db = await givenDevice('participant');
  const facts = { version: 1, eventId, createdAt: '2026-07-01T10:00:00.000Z' };
  const of = (who: string, authorId: number, order: number) => ({ ...facts, authorId, order, id: `${who}-${order}` });
  const everybody = [
    ['Mine', userId],
    ['Bens', ben],
    ['Carlas', carla],
  ] as const;
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await db.mirror('participants').bulkPut([participant(userId, 'Me'), participant(ben, 'Ben'), participant(carla, 'Carla')]);
  for (const [index, [who, id]] of everybody.entries()) {
    const one = of(who, id, index + 1);
    const post = { ...one, content: `${who} post`, replyToId: null, thread: '' };
    await db.mirror('posts').put(post);
    const url = `/images/photos/${String(id).padStart(22, '0')}-40x30.webp`;
    await db.mirror('photos').put({ ...one, url, description: `${who} photo` });
    await db.mirror('meetups').put({ ...one, title: `${who} meetup`, description: '', startDate: soon });
    const amounts = { available: 1, total: 1, surplus: 0, image: null, description: 'A tent' };
    await db.mirror('shares').put({ ...one, ...amounts, type: 'stuff', title: `${who} offer` });
  }
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '');
  return tearDown(db);
});

const hide = (hidden: boolean) =>
  db.mirror('hiddenPeople').put({ id: hiddenPersonId(userId, ben), version: 1, userId, otherId: ben, hidden });

function open(node: ReactNode, path = '/'): void {
  show(db, <Router hook={memoryLocation({ path }).hook}>{node}</Router>);
}

const screens = [
  ['a post', 'post', () => <ChatScreen page={1} />, '/chat'],
  ['a photo', 'photo', () => <PhotosScreen page={1} />, '/pictures'],
  ['a meetup', 'meetup', () => <MeetupsScreen />, '/meetups'],
  ['an offer', 'offer', () => <SharingScreen />, '/sharing/other'],
] as const;

/** Finds the button or the menu that reports this content. */
const reportOf = (subject: string) => screen.findByRole('button', { name: new RegExp(`^(Report|More actions): ${subject}$`) });

/** Returns whether this content can be reported, by a button of its own or in a menu, which is complete when it has `entry`. */
async function canReport(subject: string, entry: 'Report' | 'Delete'): Promise<boolean> {
  const menu = screen.queryByRole('button', { name: `More actions: ${subject}` });
  if (!menu) return screen.queryByRole('button', { name: `Report: ${subject}` }) !== null;
  await user.click(menu);
  await screen.findByRole('menuitem', { name: entry });
  const can = screen.queryByRole('menuitem', { name: 'Report' }) !== null;
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return can;
}

describe.each(screens)('%s', (_what, noun, screenOf, path) => {
  test('can be reported, except the own one', async () => {
    open(screenOf(), path);
    await reportOf(`Bens ${noun}`);
    expect(await canReport(`Bens ${noun}`, 'Report')).toBe(true);
    expect(await canReport(`Mine ${noun}`, 'Delete')).toBe(false);
  });

  test('disappears when its author is hidden, and returns when they are shown', async () => {
    await hide(true);
    open(screenOf(), path);
    await reportOf(`Carlas ${noun}`);
    expect(screen.queryByText(`Bens ${noun}`)).toBeNull();
    expect(document.body.innerHTML).not.toContain(`Bens ${noun}`);
    await changeRemotely(() => hide(false));
    await reportOf(`Bens ${noun}`);
  });
});

test('a photo can be reported in full size', async () => {
  open(<PhotosScreen page={1} open="Bens-2" />, '/pictures/photo/Bens-2');
  const view = within(await screen.findByRole('dialog', { name: 'Bens photo' }));
  await user.click(await view.findByRole('button', { name: 'More actions: Bens photo' }));
  await user.click(await view.findByRole('menuitem', { name: 'Report' }));
  expect(await screen.findByRole('dialog', { name: 'Report this?' })).toBeDefined();
});

test('photos and offers are counted without those of hidden people', async () => {
  await hide(true);
  open(<PhotosScreen page={1} />, '/pictures');
  expect(await screen.findByText('2 photos')).toBeDefined();
  cleanup();
  open(<SharingScreen />, '/sharing/other');
  await screen.findByRole('link', { name: /2/ });
});

test('folds the post of a hidden person to one line, above the replies of others', async () => {
  await hide(true);
  const reply = { id: 'reply', version: 1, eventId, authorId: carla, order: 9, createdAt: '2026-07-01T10:00:00.000Z' };
  const answer = { ...reply, content: 'An answer', replyToId: 'Bens-2', thread: 'Bens-2' };
  await db.mirror('posts').put(answer);
  open(<ChatScreen page={1} />);
  await screen.findByText('An answer');
  expect(screen.getByText(/By someone you’ve hidden/)).toBeDefined();
  expect(screen.queryByText('Ben')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('Bens post')).toBeDefined();
});

function Home(): ReactNode {
  const event = useActiveEvent();
  if (!event) return null;
  const all = { event: event satisfies EventRow, count: 10 };
  return (
    <>
      <RecentPosts {...all} />
      <RecentPhotos {...all} />
      <RunningMeetups event={event} />
    </>
  );
}

test('the home screen omits hidden people', async () => {
  await hide(true);
  open(<Home />);
  for (const words of ['Carlas post', 'Carlas photo']) await screen.findByText(words);
  // Only the next meetup is shown.
  await screen.findByRole('article', { name: /meetup/ });
  expect(document.body.textContent).not.toContain('Bens');
});

test('the participants mark hidden people, whose contact shows them again', async () => {
  await hide(true);
  open(
    <PersonActions value={(person) => <HidePerson {...person} />}>
      <ParticipantsScreen page={1} />
    </PersonActions>,
  );
  const row = await screen.findByRole('button', { name: /Ben/ });
  await within(row).findByText('Hidden');
  expect(within(screen.getByRole('button', { name: /Carla/ })).queryByText('Hidden')).toBeNull();
  await user.click(row);
  await user.click(await screen.findByRole('button', { name: 'Show again: Ben' }));
  await screen.findByRole('button', { name: 'Hide person: Ben' });
  expect(await db.outbox.toArray()).toMatchObject([
    { resource: 'hiddenPeople', mutation: 'show', id: `${userId}-${ben}`, args: { userId: ben } },
  ]);
});

test('Undo in the toast shows a hidden person again', async () => {
  open(
    <>
      <HidePerson userId={ben} name="Ben" />
      <Toaster />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Hide person: Ben' }));
  await screen.findByRole('button', { name: 'Show again: Ben' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Hide person: Ben' })).toBeDefined();
});

test('dating omits hidden people', async () => {
  await db.mirror('modules').put(datingModule());
  await db.mirror('dating').put(datingOf(userId));
  for (const id of [ben, carla, userId]) await db.mirror('datingParticipants').put(dates(id));
  const match = (id: string, otherId: number) => ({ id, version: 1, eventId, userId, otherId, overlappingInterests: [] });
  await db.mirror('datingMatches').bulkPut([match('m1', ben), match('m2', carla)]);
  await db.meta.put({ name: 'seen-matches', value: [] });
  await hide(true);
  expect(await countNewMatches(db, eventId)).toBe(1);
  open(<MatchesScreen />);
  await screen.findByRole('article', { name: 'Carla' });
  expect(screen.queryByRole('article', { name: 'Ben' })).toBeNull();
  cleanup();
  open(<DatingScreen />, '/date/');
  await screen.findByRole('article', { name: 'Carla' });
  expect(screen.queryByRole('article', { name: 'Ben' })).toBeNull();
});

test('the profile lists hidden people, also unknown ones, and can show them again', async () => {
  await hide(true);
  const other = 99;
  await db.mirror('hiddenPeople').put({ id: hiddenPersonId(userId, other), version: 1, userId, otherId: other, hidden: true });
  open(<ProfileScreen />);
  const card = within(await screen.findByRole('region', { name: 'Hidden people' }));
  await card.findByRole('button', { name: 'Show again: Someone not in this event' });
  await user.click(card.getByRole('button', { name: 'Show again: Ben' }));
  await waitFor(() => expect(card.queryByText('Ben')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Hidden people'));
  await user.click(card.getByRole('button', { name: /^Show again/ }));
  await card.findByText('You’re seeing everyone again.');
  expect((await db.outbox.toArray()).map(({ mutation }) => mutation)).toEqual(['show', 'show']);
});
