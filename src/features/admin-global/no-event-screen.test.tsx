import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { apiAnswer, eventId, userId } from '#tests/fixtures/device.ts';
import { eventRow, eventServer } from '#tests/fixtures/screens/event-server.ts';
import { changeRemotely, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { FirstLoad } from '#app/start/first-load.tsx';
import type { EventDatabase } from '#db/database.ts';
import { FirstStepsScreen } from './first-steps-screen.tsx';

const create = 'POST /api/admin/events';
let db: EventDatabase;
let server: ReturnType<typeof eventServer>;
let location: ReturnType<typeof memoryLocation> & { history: string[] };

const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await db.mirror('me').update(userId, { role: 'admin', activeEventId: null, memberships: [] });
  await db.mirror('events').clear();
  server = eventServer();
});

const open = (path = '/home') => {
  location = memoryLocation({ path, record: true });
  return show(
    db,
    <Router hook={location.hook}>
      <FirstLoad>
        <FirstStepsScreen />
      </FirstLoad>
    </Router>,
    { fetch: server.fetch },
  );
};
const type = (label: string, value: string) => fillIn(screen.getByLabelText(label), value);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const fill = async (title = 'Lake camp') => {
  await screen.findByRole('form', { name: 'New event' });
  await type('Name', title);
  await type('Start', '2026-10-01T10:00');
  await type('End', '2026-10-03T10:00');
};
const bodies = () => server.callsOf(create).map(({ body }) => body as { title: string; timeZone: string });
const keys = () => server.callsOf(create).map(({ headers }) => headers['idempotency-key']);

test('leads a global admin without an event through the creation of the first one', async () => {
  const made = eventRow(1, 'Lake camp');
  server.answers[create] = () => apiAnswer(201, made);
  open();
  await screen.findByRole('heading', { name: 'Create your first event' });
  await fill();
  await type('Time zone', 'America/New_York');
  await press('Create event');
  await screen.findByText('Your event is ready');
  expect(bodies()).toMatchObject([
    {
      title: 'Lake camp',
      startDate: '2026-10-01T14:00:00.000Z',
      endDate: '2026-10-03T14:00:00.000Z',
      timeZone: 'America/New_York',
      visible: true,
      codeRequired: false,
    },
  ]);
  expect(toasts).toHaveBeenCalledExactlyOnceWith('Lake camp is ready.');
  // Rows that the next pull brings.
  await changeRemotely(async () => {
    await db.mirror('events').put(made);
    await db.mirror('codes').put({ id: 'c', version: 1, eventId, code: 'ABCDE-23456', reusable: true, used: false, usedBy: null });
    await db.mirror('me').update(userId, { activeEventId: eventId, memberships: [{ eventId, role: 'admin' }] });
  });
  await screen.findByRole('heading', { name: 'First steps' });
  expect(location.history.at(-1)).toBe('/admin/first-steps');
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('a')?.getAttribute('href'))).toEqual([
    '/admin/event-data',
    '/admin/event-schedule',
    '/admin/announcements/new',
    '/admin/modules',
    '/admin/eventcodes',
    '/share',
  ]);
  await screen.findByText('1 code, 0 used');
  expect(screen.getByText('1 of 6 done')).toBeDefined();
  expect(await db.drafts.count()).toBe(0);
});

test('shows problems at their fields and sends nothing', async () => {
  open();
  await screen.findByRole('form', { name: 'New event' });
  await press('Create event');
  expect(screen.getAllByText('Fill this in.')).toHaveLength(3);
  await fill();
  await type('End', '2026-09-30T10:00');
  await type('Time zone', 'Europe/Nowhere');
  await press('Create event');
  expect(screen.getByText('There’s no time zone with this name. Choose one from the list, like Europe/Berlin.')).toBeDefined();
  await type('Time zone', 'Europe/Berlin');
  await press('Create event');
  expect(screen.getByText('The end can’t be before the start.')).toBeDefined();
  expect(bodies()).toEqual([]);
});

test.each([
  ['title_taken', 422, {}, 'There’s already an event with this name. Choose another name.'],
  ['picture_too_large', 413, {}, 'This picture is too large: 5 MB and 24 megapixels at most. Choose a smaller one. Your text is saved.'],
  [
    'invalid',
    400,
    { issues: [{ path: 'timeZone', message: 'time_zone' }] },
    'There’s no time zone with this name. Choose one from the list, like Europe/Berlin.',
  ],
  ['internal', 500, {}, 'The event wasn’t created'],
])('shows a refusal of the server and keeps the typed values: %s', async (error, status, more, sentence) => {
  server.answers[create] = () => apiAnswer(status, { error, message: '', ...more });
  open();
  await fill();
  await press('Create event');
  await screen.findByText(sentence);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Lake camp');
});

test('repeats a call whose answer was lost under the same key, and uses a new key for another event', async () => {
  open();
  await fill();
  await press('Create event');
  await screen.findByText('No connection to the server. Nothing is lost – try again when you’re online.');
  await press('Create event');
  await waitFor(() => expect(keys()).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create event' })).toBeDefined());
  await type('Name', 'Sea camp');
  server.answers[create] = () => apiAnswer(201, eventRow(1, 'Sea camp'));
  await press('Create event');
  await screen.findByText('Your event is ready');
  const [first, second, third] = keys();
  expect([first === second, first === third]).toEqual([true, false]);
});

test('restores typed values after the app was killed', async () => {
  open();
  await fill();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  cleanup();
  open();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Lake camp'));
});

test('offers a choice if events exist', async () => {
  await db.mirror('events').put(eventRow(5, 'Other'));
  open();
  await screen.findByRole('heading', { name: 'You’re not in an event' });
  expect(screen.getByRole('link', { name: 'Choose event' }).getAttribute('href')).toBe('/switch');
  expect(screen.getByRole('link', { name: 'All events and users' }).getAttribute('href')).toBe('/admin/global');
});

test('shows other users that they need an invitation', async () => {
  await db.mirror('me').update(userId, { role: 'user' });
  open();
  await screen.findByText('You’re not in an event yet');
  expect(screen.queryByRole('form')).toBeNull();
});
