import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { limits } from '#contract/limits.ts';
import { type Dating, datingInterests } from '#contract/resources/dating.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import { dates, datingModule, datingOf } from '#tests/fixtures/dating.ts';
import { changeRemotely, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { park } from '#sync/outbox/outbox.ts';
import { DatingScreen } from './dating-screen.tsx';
import { MatchesScreen } from './matches-screen.tsx';
import { countNewMatches } from './read-dating.ts';

let db: EventDatabase;

const toasts = setUpScreen('participant', async (device) => {
  db = device;
  await db.mirror('modules').put(datingModule());
});

const given = async (part: Partial<Dating> = {}, ...names: string[]): Promise<void> => {
  await db.mirror('dating').put(datingOf(userId, part));
  for (const [index, name] of names.entries()) {
    await db.mirror('participants').put(participant(index + 1, name));
    await db.mirror('datingParticipants').put(dates(index + 1));
  }
  await db.mirror('datingParticipants').put(dates(userId));
};

function open(path: string) {
  location.hash = `#${path}`;
  const at = path.startsWith('/date-matches') ? <MatchesScreen /> : <DatingScreen />;
  return show(db, <Router hook={useHashLocation}>{at}</Router>);
}

const tabs = (): (string | null)[] =>
  within(screen.getByRole('navigation', { name: 'Ratings' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const card = (name: string) => screen.findByRole('article', { name });
const press = (name: string | RegExp): Promise<void> => user.click(screen.getByRole('button', { name }));
const choice = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const commands = async () => (await db.outbox.toArray()).map(({ mutation, args }) => [mutation, args]);
const drag = (element: HTMLElement, by: number, down = 0): void => {
  element.setPointerCapture = () => undefined;
  const at = (x: number, y: number) => ({ pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x, clientY: y });
  fireEvent.pointerDown(element, at(200, 200));
  fireEvent.pointerMove(element, at(200 + by / 2, 200 + down / 2));
  fireEvent.pointerMove(element, at(200 + by, 200 + down));
  fireEvent.pointerUp(element, at(200 + by, 200 + down));
};

describe('a person who has not opted in', () => {
  test('reads the explanation, sees nobody, and opts in by choosing interests', async () => {
    await db.mirror('datingParticipants').put(dates(1));
    open('/date/');
    expect(await screen.findByText(/No one sees your ratings/)).toBeDefined();
    expect([screen.queryByRole('navigation', { name: 'Ratings' }), screen.queryByRole('article')]).toEqual([null, null]);
    await press('Save');
    expect(await commands()).toEqual([]);
    await user.click(choice('A relationship'));
    await press('Save');
    await waitFor(async () => expect(await commands()).toEqual([['save', { interests: ['dating.interest.relationship'] }]]));
    await screen.findByRole('navigation', { name: 'Ratings' });
    await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  });
});

describe('a person who has opted in', () => {
  test('sees the other people by their own ratings, with counts and without themselves', async () => {
    await given({ interestedIn: [1], notInterestedIn: [2] }, 'Anna', 'Ben', 'Cleo', 'Dora');
    open('/date/');
    await card('Cleo');
    expect(tabs()).toEqual(['Not rated (2)', 'Interested (1)', 'Not interested (1)']);
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual(['Cleo', 'Dora']);
    await user.click(screen.getByRole('link', { name: 'Interested (1)' }));
    await card('Anna');
    await user.click(screen.getByRole('link', { name: 'Not interested (1)' }));
    await card('Ben');
  });

  test('no longer sees the message about a rating that was refused', async () => {
    await given({}, 'Anna');
    open('/date/');
    drag(await card('Anna'), 51);
    await screen.findByText('Anna is now under “Interested”.');
    await park(db, await db.outbox.toArray(), 'forbidden');
    await card('Anna');
    await waitFor(() => expect(screen.queryByText('Anna is now under “Interested”.')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test.each([
    ['/date/unrated', 'right', 1],
    ['/date/unrated', 'left', -1],
    ['/date/interested', 'right', -1],
    ['/date/interested', 'left', 0],
    ['/date/not-interested', 'right', 0],
    ['/date/not-interested', 'left', 1],
  ] as const)('rates on %s by a drag, a key or a button to the %s: %i', async (path, side, rating) => {
    const ratings = {
      '/date/unrated': {},
      '/date/interested': { interestedIn: [1, 2, 3] },
      '/date/not-interested': { notInterestedIn: [1, 2, 3] },
    };
    await given(ratings[path], 'Anna', 'Ben', 'Cleo');
    open(path);
    drag(await card('Anna'), side === 'right' ? 51 : -51);
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Anna' })).toBeNull());
    const ben = await card('Ben');
    act(() => within(ben).getAllByRole('button')[0]!.focus());
    await user.keyboard(side === 'right' ? '{ArrowRight}' : '{ArrowLeft}');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Ben' })).toBeNull());
    const buttons = within(await card('Cleo')).getAllByRole('button');
    await user.click(buttons[side === 'right' ? 1 : 0]!);
    await waitFor(async () =>
      expect(await commands()).toEqual([1, 2, 3].map((id) => ['rate', { ratedParticipantId: `${eventId}-${id}`, rating }])),
    );
  });

  test('rates nobody by a drag of fifty pixels, downwards, or with another finger', async () => {
    await given({}, 'Anna');
    open('/date/');
    const anna = await card('Anna');
    drag(anna, 50);
    drag(anna, -50);
    drag(anna, 60, 80);
    fireEvent.pointerDown(anna, { pointerId: 1, isPrimary: true, button: 0, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(anna, { pointerId: 2, buttons: 1, clientX: 90, clientY: 0 });
    fireEvent.pointerUp(anna, { pointerId: 2, clientX: 90 });
    fireEvent.pointerCancel(anna);
    act(() => within(anna).getAllByRole('button')[0]!.focus());
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(await commands()).toEqual([]);
  });

  test('rates nobody by a press that ends elsewhere, or by the click after a drag', async () => {
    await given({}, 'Anna');
    open('/date/');
    const anna = await card('Anna');
    const at = (x: number, buttons: number) => ({ pointerId: 1, isPrimary: true, button: 0, buttons, clientX: x, clientY: 0 });
    anna.setPointerCapture = () => undefined;
    fireEvent.pointerDown(anna, at(0, 1));
    fireEvent.pointerMove(anna, at(90, 0));
    fireEvent.pointerUp(anna, at(90, 0));
    drag(anna, 30);
    fireEvent.click(within(anna).getAllByRole('button')[0]!, { detail: 1 });
    fireEvent.keyDown(within(anna).getAllByRole('button')[0]!, { key: 'ArrowLeft', repeat: true });
    expect(await commands()).toEqual([]);
    await user.click(within(anna).getAllByRole('button')[0]!);
    await waitFor(async () => expect(await commands()).toHaveLength(1));
  });

  test('undoes a rating, and continues by keyboard at the next card', async () => {
    await given({}, 'Anna', 'Ben');
    open('/date/');
    const button = within(await card('Anna')).getByRole('button', { name: 'Interested: Anna' });
    button.focus();
    await user.click(button);
    await screen.findByText('Anna is now under “Interested”.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Interested: Ben' })));
    await press('Undo');
    await card('Anna');
    await waitFor(async () => expect((await commands()).at(-1)).toEqual(['rate', { ratedParticipantId: `${eventId}-1`, rating: 0 }]));
    expect(await screen.findByText('Anna is no longer rated.')).toBeDefined();
  });

  test('continues at the next card when somebody appears while the rating is stored', async () => {
    await given({}, 'Anna', 'Ben');
    open('/date/');
    const button = within(await card('Anna')).getByRole('button', { name: 'Interested: Anna' });
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = db.transaction('rw', db.outbox, () => Dexie.waitFor(promise));
    button.focus();
    await user.click(button);
    await db.mirror('participants').put(participant(3, 'Cleo'));
    await changeRemotely(() => db.mirror('datingParticipants').put(dates(3)));
    await card('Cleo');
    resolve();
    await held;
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Interested: Ben' })));
  });

  test('pages many people, and sees the last page if a page no longer exists', async () => {
    // One of them is the signed-in user.
    const names = Array.from({ length: limits.datingPageSize + 2 }, (_, index) => `Person ${index + 1}`);
    await given({}, ...names);
    open('/date/unrated/2');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe('#/date/unrated');
    await changeRemotely(() => db.mirror('datingParticipants').delete(dates(1).id));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(limits.datingPageSize));
  });

  test('confirms the deletion of all data, which disappears from the device at once', async () => {
    await given({ interestedIn: [1] }, 'Anna');
    open('/date/interested');
    await card('Anna');
    await press('Delete all dating data');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete all your dating data?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete all dating data' }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Ratings' })).toBeNull());
    expect(await commands()).toEqual([['forget', {}]]);
    expect(choice('Sex').checked).toBe(false);
  });

  test('is warned that choosing nothing means opting out', async () => {
    await given({ interests: [...datingInterests] });
    open('/date/');
    await screen.findByText('What I’m looking for');
    await user.click(choice('Sex'));
    expect(screen.queryByText(/Choose nothing to opt out/)).toBeNull();
    await user.click(choice('A relationship'));
    expect(screen.getByText(/Choose nothing to opt out/)).toBeDefined();
    await press('Save');
    await waitFor(async () => expect(await commands()).toEqual([['save', { interests: [] }]]));
  });

  test('reads why nobody is shown while the choice is pending', async () => {
    open('/date/');
    await screen.findByText('What I’m looking for');
    await user.click(choice('Sex'));
    await press('Save');
    expect(await screen.findByText(/once your choice has reached the server/)).toBeDefined();
  });
});

describe('matches', () => {
  /** Stores the matches of the first load, as the app does. */
  const firstLoadIsOver = (...ids: string[]) => db.meta.put({ name: 'seen-matches', value: ids });
  const match = { id: '0190f1de-0000-4000-8000-000000000001', version: 1, eventId, userId, otherId: 1 };

  test('show common interests and the contact, and mark a new match', async () => {
    await given({}, 'Anna');
    await firstLoadIsOver();
    await db.mirror('datingMatches').put({ ...match, overlappingInterests: [...datingInterests] });
    expect(await countNewMatches(db, eventId)).toBe(1);
    open('/date-matches');
    const anna = within(await card('Anna'));
    expect(anna.getByText('You’re both looking for: Sex, A relationship')).toBeDefined();
    await waitFor(() => expect(anna.getByText('New')).toBeDefined());
    await waitFor(async () => expect(await countNewMatches(db, eventId)).toBe(0));
    await user.click(anna.getByRole('button', { name: 'Contact' }));
    expect(await screen.findByRole('dialog', { name: 'Contact Anna' })).toBeDefined();
  });

  test('are new only after the first load, and never without an active dating module', async () => {
    await given({}, 'Anna');
    await db.mirror('datingMatches').put({ ...match, overlappingInterests: [] });
    expect(await countNewMatches(db, eventId)).toBe(0);
    await firstLoadIsOver(match.id);
    expect(await countNewMatches(db, eventId)).toBe(0);
    await db.mirror('datingMatches').put({ ...match, id: `${match.id.slice(0, -1)}3`, overlappingInterests: [] });
    expect(await countNewMatches(db, eventId)).toBe(1);
    await db.mirror('modules').put(datingModule(false));
    expect(await countNewMatches(db, eventId)).toBe(0);
  });

  test('disappear when the other person opts out, and belong to one event', async () => {
    await given({}, 'Anna');
    await db.mirror('datingMatches').put({ ...match, overlappingInterests: ['dating.interest.sex'] });
    await db.mirror('datingMatches').put({ ...match, id: `${match.id.slice(0, -1)}2`, eventId: 2, overlappingInterests: [] });
    open('/date-matches');
    await card('Anna');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await act(() => db.mirror('datingMatches').delete(match.id));
    expect(await screen.findByText('No matches yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to dating' }).getAttribute('href')).toBe('#/date/');
  });
});
