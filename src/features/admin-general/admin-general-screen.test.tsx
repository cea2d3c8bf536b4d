import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { announcement, changeRemotely, givenDevice, scheduleEntry, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Feature } from '#feature-kit/feature.ts';
import { FeaturesProvider } from '#feature-kit/features.tsx';
import { clock } from '#i18n/clock.ts';
import { AdminGeneralScreen, inOrder } from './admin-general-screen.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
  // The day on which the camp begins.
  clock.setSkew(Date.UTC(2026, 6, 1, 12) - Date.now());
});
afterEach(async () => {
  await tearDown(db);
});

/** Shows the cards, and returns the visited addresses. */
function showCards(features?: readonly Feature[]): string[] {
  const { hook, history } = memoryLocation({ path: '/admin/general', record: true });
  const cards = <AdminGeneralScreen />;
  show(db, <Router hook={hook}>{features ? <FeaturesProvider features={features}>{cards}</FeaturesProvider> : cards}</Router>);
  return history;
}

const card = (name: string) => screen.findByRole('link', { name: (said) => said.startsWith(name) });
const expectLine = async (name: string, line: string) =>
  waitFor(async () => expect((await card(name)).lastElementChild?.lastElementChild?.textContent).toBe(line));

test('shows the current state on each card, and follows changes without network', async () => {
  showCards();
  await expectLine('Edit schedule', '0 entries');
  await expectLine('Edit announcements', '0 announcements · 0 live');
  await expectLine('Event data', 'July 1\u2009–\u20099, 2026 · Anyone signed in can find it');
  const past = scheduleEntry('a', { startDate: '2026-07-01T07:00:00.000Z' });
  await changeRemotely(() => db.mirror('schedule').bulkPut([past, scheduleEntry('b'), { ...scheduleEntry('c'), eventId: eventId + 1 }]));
  await expectLine('Edit schedule', '2 entries · next: Entry b (Thu, Jul 2, 14:00)');
  await changeRemotely(() => db.mirror('schedule').delete('b'));
  await expectLine('Edit schedule', '1 entry');
  await changeRemotely(() => db.mirror('announcements').bulkPut([announcement('a', { active: true }), announcement('b', { order: 2 })]));
  await expectLine('Edit announcements', '2 announcements · 1 live');
  await changeRemotely(() => db.mirror('events').update(eventId, { visible: false }));
  await expectLine('Event data', 'July 1\u2009–\u20099, 2026 · Only members can find it');
});

test('shows the deletion date of personal data 30 days before, with a link to the setting', async () => {
  const at = (time: string) => act(() => clock.setSkew(Date.parse(time) - Date.now()));
  at('2026-09-06T23:59:00Z');
  showCards();
  await expectLine('Event data', 'July 1\u2009–\u20099, 2026 · Anyone signed in can find it');
  const notice = /^Personal data from this event will be deleted on Wednesday, October 7, 2026\./;
  expect(screen.queryByText(notice)).toBeNull();
  at('2026-09-07T00:01:00Z');
  expect((await screen.findByText(notice)).getAttribute('href')).toBe('/admin/event-data');
  await changeRemotely(() => db.mirror('events').update(eventId, { keptDays: 200 }));
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});

test('shows a late deletion until the announced day', async () => {
  const at = (time: string) => act(() => clock.setSkew(Date.parse(time) - Date.now()));
  at('2026-10-20T12:00:00Z');
  showCards();
  await expectLine('Event data', 'July 1\u2009–\u20099, 2026 · Anyone signed in can find it');
  expect(screen.queryByText(/^Personal data from this event/)).toBeNull();
  await changeRemotely(() => db.mirror('events').update(eventId, { deletesAt: Date.parse('2026-11-18T12:00:00Z') }));
  await screen.findByText(/^Personal data from this event will be deleted on Wednesday, November 18, 2026\./);
  at('2026-11-18T13:00:00Z');
  await waitFor(() => expect(screen.queryByText(/^Personal data from this event/)).toBeNull());
});

test('shows that people with a code were turned away, with a link to the codes', async () => {
  showCards();
  const id = '0190f1de-0000-7000-8000-000000000001';
  const code = { id, version: 1, eventId, code: 'LAKE', reusable: true, used: false, usedBy: null };
  await changeRemotely(() => db.mirror('codes').put({ ...code, turnedAway: { at: clock.now() - 1_000, limit: 'code' } }));
  const notice = await screen.findByRole('link', { name: /the code LAKE let no one else in/ });
  expect(notice.getAttribute('href')).toBe('/admin/eventcodes');
});

test('opens a card by click, Enter and Space', async () => {
  const history = showCards();
  const schedule = await card('Edit schedule');
  const eventData = await card('Event data');
  await user.click(schedule);
  expect(history).toEqual(['/admin/general', '/admin/event-schedule']);
  const prevented: boolean[] = [];
  const note = (event: Event): void => void prevented.push(event.defaultPrevented);
  document.addEventListener('keydown', note);
  act(() => eventData.focus());
  await user.keyboard(' ');
  expect(history.at(-1)).toBe('/admin/event-data');
  act(() => schedule.focus());
  await user.keyboard('{Enter}');
  expect(history.at(-1)).toBe('/admin/event-schedule');
  document.removeEventListener('keydown', note);
  // Space does not scroll the page; the browser itself opens a link by Enter.
  expect(prevented).toEqual([true, false]);
});

const code = (id: string, part: object = {}) => ({ id, version: 1, eventId, code: id, reusable: true, used: false, usedBy: null, ...part });
const member = (id: number) => ({ id: `${eventId}-${id}`, version: 1, eventId, userId: id, name: `Person ${id}`, ...noContact });
const noContact = { image: null, email: '', whatsapp: null, instagram: null, linkedin: null };

test('shows how many first steps are done and which is next, and no card once all are done', async () => {
  showCards();
  const steps = () => screen.queryByRole('link', { name: /^First steps/ })?.textContent;
  await waitFor(() => expect(steps()).toBe('First steps 0 of 6 done · Next: Event picture'));
  await changeRemotely(() => db.mirror('events').update(eventId, { headerImage: '/images/headers/a.jpg' }));
  await changeRemotely(() => db.mirror('codes').put(code('LAKE')));
  await waitFor(() => expect(steps()).toBe('First steps 2 of 6 done · Next: Schedule'));
  await changeRemotely(() => db.mirror('schedule').put(scheduleEntry('a')));
  await changeRemotely(() => db.mirror('announcements').put(announcement('a', { active: true })));
  await changeRemotely(() => db.mirror('participants').bulkPut([member(1), member(2)]));
  await waitFor(() => expect(steps()).toBe('First steps 5 of 6 done · Next: Modules'));
  await changeRemotely(() => db.meta.put({ name: `first-steps:${eventId}`, value: ['modules'] }));
  await waitFor(() => expect(steps()).toBeUndefined());
  expect(await card('Edit schedule')).toBeDefined();
});

const feature = (path: string, access?: 'global-admin'): Feature => ({
  name: path,
  admin: [{ path, title: 'app.name', ...(access && { access }) }],
});

test('shows a part for global admins only to them, and a part without a line only by its title', async () => {
  const features = [feature('/admin/global', 'global-admin'), feature('/admin/modules')];
  showCards(features);
  const shown = () =>
    within(screen.getByRole('list'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  await screen.findByRole('list');
  expect(shown()).toEqual(['/admin/modules']);
  await changeRemotely(() => db.mirror('me').update(userId, { role: 'admin' }));
  await waitFor(() => expect(shown()).toEqual(['/admin/modules', '/admin/global']));
});

test('keeps a card without a line if the code of the line fails to load', async () => {
  const line = vi.fn(() => Promise.reject(new TypeError('no network')));
  const broken: Feature = { name: 'broken', admin: [{ path: '/admin/modules', title: 'menu.home', line }] };
  const told: Feature = {
    name: 'told',
    admin: [{ path: '/x', title: 'menu.chat', line: async () => async () => () => 'All is well' }],
  };
  showCards([told, broken]);
  await expectLine('Chat', 'All is well');
  expect((await card('Home')).textContent).toBe('Home');
});

test('sorts the cards in the order of the specification, with unknown ones last', () => {
  const paths = ['/x', '/admin/event-links', '/admin/event-data', '/admin/modules'];
  const cards = paths.flatMap((path) => feature(path).admin ?? []);
  expect(inOrder(cards).map(({ path }) => path)).toEqual(['/admin/event-data', '/admin/modules', '/admin/event-links', '/x']);
});
