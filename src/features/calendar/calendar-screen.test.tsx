import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router, useLocation } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { CalendarEvent, CalendarFeed } from '#contract/resources/calendars.ts';
import { givenDevice, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { CalendarScreen, monthName, type View } from './calendar-screen.tsx';

let db: EventDatabase;
const now = Date.UTC(2026, 10, 14, 12);
const given = async (role: 'participant' | 'admin') => {
  db = await givenDevice(role);
};
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await startTexts('en');
  await given('participant');
});
afterEach(async () => {
  vi.useRealTimers();
  await tearDown(db);
});

let ids = 0;
const event = (startTime: string, part: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: `e${(ids += 1)}`,
  version: 1,
  title: 'Stammtisch',
  startTime,
  endTime: new Date(Date.parse(startTime) + 5_400_000).toISOString(),
  allDay: false,
  timeZone: 'Europe/Berlin',
  location: null,
  conveyor: null,
  url: null,
  ...part,
});
const fill = (...events: CalendarEvent[]) => db.mirror('calendarEvents').bulkPut(events);

const open = (view: View = 'month', month?: string) => {
  const { hook, history } = memoryLocation({ path: '/calendar-events', record: true });
  show(
    db,
    <Router hook={hook}>
      <CalendarScreen view={view} month={month} />
    </Router>,
  );
  return history;
};
const day = (name: RegExp) => screen.getByRole('button', { name });
const listed = () =>
  screen.queryAllByRole('button', { name: /^(?!.* events?, ).*(?:Stammtisch|Fest|Untitled)/ }).map(({ textContent }) => textContent);

test('starts weeks on Sunday, counts the events of each day, and lists the chosen day, which is today at first', async () => {
  await fill(event('2026-11-14T18:30:00.000Z', { location: 'Gasthof' }), event('2026-11-17T18:30:00.000Z', { title: 'Fest' }));
  open();
  await screen.findByRole('heading', { name: 'November 2026' });
  expect([...screen.getByRole('grid').querySelectorAll('th')].map((head) => head.textContent)).toEqual([
    'Su',
    'Mo',
    'Tu',
    'We',
    'Th',
    'Fr',
    'Sa',
  ]);
  expect(screen.getByRole('heading', { name: 'Saturday, November 14, 2026' })).toBeTruthy();
  expect(listed()).toEqual([expect.stringMatching(/^7:30\s–\s9:00\sPM.*StammtischGasthofSaturday, November 14, 2026$/)]);
  await user.click(day(/^Tuesday, November 17, 2026, 1 event, /));
  expect(listed().map((text) => text?.includes('Fest'))).toEqual([true]);
  await user.click(day(/^Wednesday, November 18, 2026, 0 events$/));
  expect(screen.getByText('Nothing on this day.')).toBeTruthy();
});

test('shows an event on each of its days in the zone of the event', async () => {
  const night = event('2026-11-14T20:00:00.000Z', { title: 'Fest', endTime: '2026-11-15T01:00:00.000Z' });
  // In Auckland this is the 15th.
  const far = event('2026-11-14T11:00:00.000Z', { title: 'Fest far away', timeZone: 'Pacific/Auckland' });
  const days = event('2026-11-20T00:00:00.000Z', {
    title: 'Fest of days',
    allDay: true,
    timeZone: 'UTC',
    endTime: '2026-11-23T00:00:00.000Z',
  });
  await fill(
    night,
    far,
    days,
    // In Berlin this is the 21st, but whole-day events come first.
    event('2026-11-20T23:30:00.000Z', { title: 'Fest at night' }),
    event('2026-11-21T00:00:00.000Z', { title: 'Fest day', allDay: true, timeZone: 'UTC', endTime: '2026-11-22T00:00:00.000Z' }),
  );
  open();
  await screen.findByRole('grid');
  expect(day(/^Saturday, November 14, 2026, 1 event, /)).toBeTruthy();
  await user.click(day(/^Sunday, November 15, 2026, 2 events, /));
  expect(listed()).toHaveLength(2);
  expect(day(/^Sunday, November 22, 2026, 1 event, /)).toBeTruthy();
  expect(day(/^Monday, November 23, 2026, 0 events$/)).toBeTruthy();
  await user.click(day(/^Saturday, November 21, 2026, 3 events, /));
  expect(listed()).toEqual([
    'Fri, Nov 20\u2009–\u2009Sun, Nov 22Fest of daysSaturday, November 21, 2026',
    'All dayFest daySaturday, November 21, 2026',
    expect.stringContaining('Fest at night'),
  ]);
});

test('shows three titles per day and the number of others, and events that began in an earlier month', async () => {
  const titles = ['Fest a', 'Fest b', 'Fest c', 'Fest d'];
  await fill(
    ...titles.map((title, index) => event(`2026-11-14T1${index}:30:00.000Z`, { title })),
    event('2026-09-20T08:00:00.000Z', { title: 'Fest of weeks', endTime: '2026-11-03T08:00:00.000Z' }),
  );
  open();
  await screen.findByRole('grid');
  expect(day(/^Saturday, November 14, 2026, 4 events, /).textContent).toMatch(/Fest aFest bFest c\+1$/);
  expect(day(/^Tuesday, November 3, 2026, 1 event, Fest of weeks/)).toBeTruthy();
});

test('shows the time of the device if it differs', async () => {
  // At least one of them differs from the zone of this machine.
  const zones = ['Pacific/Auckland', 'Pacific/Honolulu'];
  await fill(...zones.map((timeZone) => event('2026-11-14T12:00:00.000Z', { timeZone })));
  open('list');
  await waitFor(() => expect(listed().filter((text) => text?.includes('your time')).length).toBeGreaterThan(0));
});

test('lists the same events by day, and opens one with all its details', async () => {
  const told = { location: 'Gasthof https://gasthof.example', conveyor: 'Verein', url: 'https://verein.example/' };
  await fill(
    event('2026-11-17T18:30:00.000Z'),
    event('2026-11-03T18:30:00.000Z', { title: '', ...told }),
    event('2026-12-01T18:30:00.000Z'),
  );
  open('list');
  const headings = await screen.findAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Tuesday, November 3, 2026', 'Tuesday, November 17, 2026']);
  await user.click(screen.getByRole('button', { name: /Untitled/ }));
  const overlay = within(await screen.findByRole('dialog', { name: 'Untitled' }));
  expect(overlay.getByText('Tuesday, November 3, 2026')).toBeTruthy();
  expect(overlay.getByText('Verein')).toBeTruthy();
  const links = () => overlay.getAllByRole('link').map((link) => link.getAttribute('href'));
  await waitFor(() => expect(links()).toEqual(['https://gasthof.example', 'https://verein.example/']));
  await user.click(overlay.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows a script URL not as a link', async () => {
  await fill(event('2026-11-14T18:30:00.000Z', { url: 'javascript:alert(1)' }));
  open();
  await waitFor(() => expect(listed()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: /PM.*Stammtisch/ }));
  expect(within(await screen.findByRole('dialog')).queryByRole('link')).toBeNull();
});

test('links to adjacent months within the range of the device, by pointer and keys', async () => {
  await fill(event('2026-11-14T18:30:00.000Z'));
  const history = open();
  expect((await screen.findByRole('link', { name: 'Previous month' })).getAttribute('href')).toBe('/calendar-events/2026-10');
  expect(screen.getByRole('link', { name: 'Next month' }).getAttribute('href')).toBe('/calendar-events/2026-12');
  expect(screen.queryByRole('link', { name: 'Today' })).toBeNull();
  const today = day(/^Saturday, November 14/);
  act(() => today.focus());
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(history).toEqual(['/calendar-events/2026-12']));
});

test.each([
  ['2020-01', 'November 2025', 'Previous month'],
  ['2099-01', 'November 2028', 'Next month'],
])('stays within the range of the device: %s shows %s', async (month, shown, end) => {
  await fill(event('2026-11-14T18:30:00.000Z'));
  open('list', month);
  expect(await screen.findByRole('heading', { name: shown })).toBeTruthy();
  expect(screen.getByRole('link', { name: end }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('link', { name: 'Today' }).getAttribute('href')).toBe('/calendar-events/list');
  expect(await screen.findByText('Nothing this month')).toBeTruthy();
});

test.each([
  ['Previous month', '2025-12', '2025-11'],
  ['Next month', '2028-10', '2028-11'],
])('keeps the focus on %s at the end of the range without navigation', async (name, before, end) => {
  await fill(event('2026-11-14T18:30:00.000Z'));
  const { hook, history } = memoryLocation({ path: `/calendar-events/${before}`, record: true });
  const AtItsAddress = () => <CalendarScreen view="month" month={useLocation()[0].split('/')[2]} />;
  show(
    db,
    <Router hook={hook}>
      <AtItsAddress />
    </Router>,
  );
  const turn = await screen.findByRole('link', { name });
  act(() => turn.focus());
  await user.click(turn);
  await screen.findByRole('heading', { name: monthName(end) });
  expect(document.activeElement).toBe(screen.getByRole('link', { name }));
  await user.click(turn);
  expect(history).toEqual([`/calendar-events/${end}`]);
});

test('shows changes at once, and a hint if the calendar is empty', async () => {
  open();
  await screen.findByText('Nothing in the calendar yet');
  await changeRemotely(() => fill(event('2026-11-14T18:30:00.000Z')));
  await waitFor(() => expect(listed()).toHaveLength(1));
});

const feed = (part: Partial<CalendarFeed>): CalendarFeed => ({
  id: 'feed',
  version: 1,
  problem: 'unreachable',
  detail: 'ETIMEDOUT',
  readAt: null,
  ...part,
});

test('shows everybody that the calendar may be outdated, and admins the reason', async () => {
  await db.mirror('calendarFeed').put(feed({ readAt: '2026-11-13T08:00:00.000Z' }));
  await fill(event('2026-11-14T18:30:00.000Z'));
  open();
  expect(await screen.findByText(/^The calendar hasn’t updated since .*13.* 2026/)).toBeTruthy();
  expect(screen.queryByText(/ETIMEDOUT/)).toBeNull();
  await changeRemotely(() => db.mirror('calendarFeed').put(feed({ problem: null })));
  await waitFor(() => expect(screen.queryByText(/hasn’t updated since/)).toBeNull());
  await tearDown(db);
  await given('admin');
  await db.mirror('calendarFeed').put(feed({}));
  open();
  expect(await screen.findByText('The calendar couldn’t be loaded yet.')).toBeTruthy();
  expect(await screen.findByText('Can’t reach the calendar’s server. (ETIMEDOUT)')).toBeTruthy();
});

test('shows events in an unknown zone', async () => {
  await fill(event('2026-11-14T12:00:00.000Z', { timeZone: 'Mars/Olympus' }));
  open();
  await waitFor(() => expect(listed()).toHaveLength(1));
});
