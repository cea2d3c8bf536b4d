import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { changeRemotely, scheduleEntry, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { urlTricks } from '#tests/fixtures/url-tricks.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ScheduleScreen } from './schedule-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));
beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const utc = (time: string): string => new Date(`2026-07-02T${time}:00+02:00`).toISOString();
type Given = readonly [id: string, times: readonly [from: string, to: string], part?: Partial<ScheduleEntry>];

/** Stores entries of 2 July 2026, with times on the camp's clock. */
const given = (...entries: readonly Given[]) =>
  db
    .mirror('schedule')
    .bulkPut(entries.map(([id, [from, to], part]) => scheduleEntry(id, { startDate: utc(from), endDate: utc(to), ...part })));

const itIs = (time: string): void => void vi.useFakeTimers({ now: Date.parse(`2026-07-02T${time}:00+02:00`), toFake: ['Date'] });

function open(path = '/schedule') {
  const place = memoryLocation({ path, record: true });
  const entry = path.split('/entry/')[1];
  show(
    db,
    <Router hook={place.hook}>
      <ScheduleScreen open={entry} />
    </Router>,
  );
  return place;
}

const rows = async () => (await screen.findAllByRole('article')).map((row) => within(row));
const wide = (): void =>
  void vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));

test('a row leads to the detail of its entry, and next to it to the map', async () => {
  await given(['yoga', ['14:00', '15:00'], { locationUrl: 'geo:53.3,12.7' }]);
  const place = open();
  const [row] = await rows();
  expect(row!.getAllByRole('time').map(({ textContent }) => textContent)).toEqual(['14:00', '15:00']);
  const map = row!.getByRole('link', { name: 'Meadow, open map' });
  expect(['href', 'target', 'rel'].map((name) => map.getAttribute(name))).toEqual(['geo:53.3,12.7', '_blank', 'noopener noreferrer']);
  await user.click(row!.getByRole('link', { name: 'Entry yoga' }));
  expect(place.history).toEqual(['/schedule', '/schedule/entry/yoga']);
});

test.each(['/schedule', '/schedule/entry/yoga'])('shows places with unsafe URLs without links at %s', async (path) => {
  await given(...urlTricks.map((locationUrl, index): Given => [index === 0 ? 'yoga' : `${index}`, ['14:00', '15:00'], { locationUrl }]));
  open(path);
  await screen.findAllByText('Meadow');
  if (path !== '/schedule') await screen.findByRole('dialog');
  expect(screen.queryAllByRole('link', { name: /map/, hidden: true })).toEqual([]);
});

test('writes the time of parallel entries once, and announces how many there are', async () => {
  await given(
    ['yoga', ['14:00', '15:00']],
    ['canoe', ['14:00', '15:00'], { locationName: 'Jetty' }],
    ['walk', ['14:30', '16:00']],
    ['lunch', ['16:00', '17:00']],
  );
  open();
  const group = within(await screen.findByRole('group', { name: '3 in parallel' }));
  expect(
    group
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
      .toSorted(),
  ).toEqual(['Entry canoe', 'Entry walk', 'Entry yoga']);
  const drawn = group.getAllByRole('time').filter(({ className }) => className !== 'visually-hidden');
  expect(drawn.map(({ textContent }) => textContent)).toEqual(['14:00', '15:00', '14:30', '16:00']);
  expect(screen.getAllByRole('group')).toHaveLength(1);
});

test('marks the present moment between the entries that have begun and the others', async () => {
  itIs('14:10');
  await given(['past', ['12:00', '13:00']], ['on', ['14:00', '15:00']], ['next', ['15:00', '16:00']]);
  open();
  await screen.findAllByRole('article');
  const order = [...document.querySelectorAll('article, [data-now]')].map((node) => node.getAttribute('data-entry') ?? node.textContent);
  expect(order).toEqual(['past', 'on', 'Now: 14:10', 'next']);
  const [past, on, next] = await rows();
  expect(past!.getByText('Over')).toBeDefined();
  expect(on!.getByText('Now')).toBeDefined();
  expect(next!.getByText('Next')).toBeDefined();
});

test('marks the present moment above the next day if today has no entries', async () => {
  itIs('14:10');
  await given(
    ['before', ['12:00', '13:00'], { startDate: '2026-07-01T10:00:00.000Z', endDate: '2026-07-01T11:00:00.000Z' }],
    ['after', ['12:00', '13:00'], { startDate: '2026-07-04T10:00:00.000Z', endDate: '2026-07-04T11:00:00.000Z' }],
  );
  open();
  await screen.findAllByRole('article');
  const order = [...document.querySelectorAll('article, [data-now]')].map((node) => node.getAttribute('data-entry') ?? node.textContent);
  expect(order).toEqual(['before', 'Now: 14:10', 'after']);
});

test.each([
  ['at the current entry', '/schedule', false, 'on'],
  ['at the entry of its address', '/schedule/entry/later', false, 'later'],
  ['at the top if there are unseen changes', '/schedule', true, undefined],
])('opens %s', async (_where, path, hasNews, expected) => {
  itIs('14:10');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await given(['past', ['12:00', '13:00']], ['on', ['14:00', '15:00']], ['later', ['18:00', '19:00']]);
  if (hasNews) await db.news.add({ resource: 'schedule', rowId: 'on', before: null, after: scheduleEntry('on'), at: 0 });
  open(path);
  await screen.findByRole('heading', { name: 'Entry on', level: 3, hidden: true });
  await new Promise(requestAnimationFrame);
  expect(scrolled.mock.contexts.map((row) => (row as HTMLElement).dataset['entry'])).toEqual(expected === undefined ? [] : [expected]);
});

test('shows an entry in detail at its address, and closes to the schedule', async () => {
  itIs('14:10');
  await given(['yoga', ['14:00', '15:00'], { details: 'Bring a mat.\n\nSee https://yoga.example/', locationAddress: 'Lake Road 4' }]);
  const place = open('/schedule/entry/yoga');
  const detail = within(await screen.findByRole('dialog', { name: 'Entry yoga' }));
  for (const text of ['Now', '14:00 – 15:00', 'Thursday, July 2, 2026', '50 min left', 'Meadow', 'Lake Road 4', 'Bring a mat.'])
    expect(detail.getByText(text)).toBeDefined();
  expect(await detail.findByRole('link', { name: 'https://yoga.example/' })).toBeDefined();
  await user.click(detail.getByRole('button', { name: 'Close' }));
  expect(place.history).toEqual(['/schedule']);
});

test('shows in the detail what changed', async () => {
  const [before, after] = [scheduleEntry('yoga', { locationName: 'Barn' }), scheduleEntry('yoga')];
  await db.mirror('schedule').put(after);
  await db.news.add({ resource: 'schedule', rowId: 'yoga', before, after, at: 0 });
  open('/schedule/entry/yoga');
  const detail = within(await screen.findByRole('dialog', { name: 'Entry yoga' }));
  expect(detail.getByText('Moved')).toBeDefined();
  expect(detail.getByText('Barn').parentElement?.textContent).toBe('Before: Barn');
});

test('shows a note at the address of an entry that does not exist, and the entry if it was cancelled unseen', async () => {
  await given(['yoga', ['14:00', '15:00']]);
  open('/schedule/entry/yoga');
  await screen.findByRole('dialog', { name: 'Entry yoga' });
  const yoga = (await db.mirror('schedule').get('yoga'))!;
  await changeRemotely(() => db.mirror('schedule').delete('yoga'));
  const note = within(await screen.findByRole('dialog', { name: 'No longer in the schedule' }));
  expect(note.getByRole('button', { name: 'See the schedule' })).toBeDefined();
  await changeRemotely(() => db.news.add({ resource: 'schedule', rowId: 'yoga', before: yoga, after: null, at: 0 }));
  const cancelled = within(await screen.findByRole('dialog', { name: 'Entry yoga' }));
  expect(cancelled.getByText('Cancelled')).toBeDefined();
});

test('shows a day as a grid with the entries in the order of time, and remembers the choice', async () => {
  itIs('10:00');
  await given(
    ['walk', ['15:00', '16:00'], { locationName: 'Barn' }],
    ['yoga', ['14:00', '15:00']],
    ['later', ['12:00', '13:00'], { startDate: '2026-07-04T10:00:00.000Z', endDate: '2026-07-04T11:00:00.000Z' }],
  );
  wide();
  const place = open();
  await user.click(await screen.findByRole('button', { name: 'Grid' }));
  const grid = within(await screen.findByRole('region', { name: 'Thursday, July 2, 2026' }));
  const names = () => grid.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Entry yoga 14:00 – 15:00 Next Meadow', 'Entry walk 15:00 – 16:00  Barn']);
  expect(screen.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true');
  const [days] = screen.getAllByRole('navigation', { name: 'Days' });
  await user.click(within(days!).getByRole('button', { name: /4/ }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saturday, July 4, 2026' }));
  await user.click(screen.getByRole('link', { name: /Entry later/ }));
  expect(place.history.at(-1)).toBe('/schedule/entry/later');
  expect(localStorage.getItem('schedule-layout')).toBe('grid');
});

test('is a list on a phone, whatever was chosen on a wide screen', async () => {
  localStorage.setItem('schedule-layout', 'grid');
  await given(['yoga', ['14:00', '15:00']]);
  open();
  await screen.findByRole('article');
  expect(screen.queryByRole('button', { name: 'Grid' })).toBeNull();
});
