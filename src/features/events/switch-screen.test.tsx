import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import type { EventRow } from '#contract/resources/events.ts';
import { apiAnswer, eventId, quietPorts, userId, writePost } from '#tests/fixtures/device.ts';
import { mill } from '#tests/fixtures/screens/invited-event.ts';
import { givenDevice, recordToasts, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { clock } from '#i18n/clock.ts';
import { observed } from '#lib/observable.ts';
import type { Ports } from '#sync/device/ports.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { SwitchScreen } from './switch-screen.tsx';
import { eventsAt } from './use-events.ts';

const token = { success: true, token: 't', userId, expiresIn: 3_600 };
const toasts = recordToasts();
let db: EventDatabase;
let answers: Record<string, () => Response | Promise<Response>>;
let requests: { path: string; body: unknown }[];

const at = (days: number): string => new Date(Date.UTC(2026, 6, 1 + days, 10)).toISOString();
const event = (id: number, title: string, from: number, to: number, part: Partial<EventRow> = {}): EventRow => ({
  id,
  version: 1,
  title,
  description: `All about ${title}`,
  startDate: at(from),
  endDate: at(to),
  visible: true,
  codeRequired: false,
  timeZone: 'Europe/Berlin',
  dateLocale: 'auto',
  pictureKey: 'key',
  ...part,
});

beforeEach(async () => {
  await startTexts('en');
  location.hash = '#/switch';
  db = await givenDevice('participant');
  requests = [];
  answers = {};
});
afterEach(async () => {
  await tearDown(db);
});

/** Opens the screen with these answers of the server; other paths have no network. */
async function open(...events: EventRow[]): Promise<SyncClient> {
  await db.mirror('events').bulkPut(events);
  const fetch: Ports['fetch'] = async (path, { body }) => {
    if (path === '/api/users/refresh') return apiAnswer(200, token);
    requests.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
    const answer = answers[path];
    if (!answer) throw new TypeError('no network');
    return answer();
  };
  const client = show(
    db,
    <Router hook={useHashLocation}>
      <SwitchScreen />
    </Router>,
    { fetch },
  );
  await screen.findByText('You’re here');
  return client;
}

const card = (title: string) => within(screen.getByRole('article', { name: title }));
const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen): Promise<void> =>
  user.click(where.getByRole('button', { name }));
const mine = async (...ids: number[]): Promise<void> => {
  const memberships = [eventId, ...ids].map((id) => ({ eventId: id, role: 'participant' as const }));
  await db.mirror('me').update(userId, { memberships });
};
const requestsTo = (path: string) => requests.filter((each) => each.path === path);

test('sorts upcoming events first, the next one on top, then past ones, the latest on top', () => {
  const [first, second, third, older, wrong] = [
    event(4, 'a', 0, 3),
    event(5, 'b', 2, 3),
    event(3, 'c', -9, -8),
    event(2, 'd', -20, -19),
    event(1, 'e', 9, -9),
  ];
  const { upcoming, past } = eventsAt([third, older, wrong, second, first], Date.parse(at(1)));
  expect([upcoming, past].map((list) => list.map(({ title }) => title))).toEqual([
    ['a', 'b', 'e'],
    ['c', 'd'],
  ]);
});

test('shows dates, description and membership of each event', async () => {
  await mine(2);
  await open(event(2, 'Mill', 30, 32), event(3, 'Hut', 90, 97));
  expect(card('Mill').getByText('Participant')).toBeTruthy();
  expect(card('Hut').queryByText('Participant')).toBeNull();
  expect(card('Camp').getByText('You’re here')).toBeTruthy();
  expect(card('Camp').queryByRole('button', { name: /^Switch/ })).toBeNull();
  expect(card('Hut').getByText('All about Hut')).toBeTruthy();
  const mayLeave = ['Camp', 'Mill', 'Hut'].map((title) => card(title).queryByRole('button', { name: /^Leave/ }) !== null);
  expect(mayLeave).toEqual([true, true, false]);
});

test('shows the deletion date of personal data only for an event that can be joined', async () => {
  clock.setSkew(Date.parse(at(0)) - Date.now());
  await mine(2);
  await open(event(2, 'Mill', 30, 32), event(3, 'Hut', 90, 97, { keptDays: 14 }), event(4, 'Past', -900, -890));
  expect(card('Hut').getByText(/kept until Tuesday, October 20, 2026/)).toBeTruthy();
  for (const title of ['Camp', 'Mill', 'Past']) expect(card(title).queryByText(/kept until/)).toBeNull();
});

describe('a switch', () => {
  test('opens the home screen when the server has accepted', async () => {
    answers['/api/event/2/switch'] = () => apiAnswer(200, { success: true });
    await open(event(2, 'Mill', 30, 32));
    await press(/^Switch/, card('Mill'));
    await waitFor(() => expect(location.hash).toBe('#/home'));
    expect(toasts).toHaveBeenCalledExactlyOnceWith('You’re now in Mill. It loads as soon as you’re online.');
    expect(requestsTo('/api/event/2/switch')).toMatchObject([{ body: {} }]);
  });

  test('asks for a required code, reports a wrong one, and keeps the typed text', async () => {
    answers['/api/event/2/switch'] = () => apiAnswer(401, { error: 'switch_code_missing', message: '' });
    await open(event(2, 'Mill', 30, 32, { codeRequired: true }));
    await press(/^Switch/, card('Mill'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Code for Mill' }));
    await press('Switch', dialog);
    await fillIn(dialog.getByLabelText('Event code'), '  ');
    await press('Switch', dialog);
    expect(requestsTo('/api/event/2/switch')).toHaveLength(1);
    await fillIn(dialog.getByLabelText('Event code'), ' MILK ');
    await press('Switch', dialog);
    await dialog.findByText(/^This code doesn’t open the event/);
    expect(dialog.getByLabelText<HTMLInputElement>('Event code').value).toBe(' MILK ');
    expect(requestsTo('/api/event/2/switch').at(-1)).toMatchObject({ body: { eventCode: 'MILK' } });
    answers['/api/event/2/switch'] = () => apiAnswer(200, { success: true });
    await press('Switch', dialog);
    await waitFor(() => expect(location.hash).toBe('#/home'));
  });

  test.each([
    ['no network', undefined, /^No connection to the server\. You need to be online to switch events/],
    ['a proxy', () => new Response('', { status: 502 }), /^Can’t reach the server right now/],
    ['an event that is over', () => apiAnswer(410, { error: 'event_over', message: '' }), /Couldn’t switch.*This event is over/],
    ['a busy server', () => apiAnswer(503, { error: 'unavailable', message: '' }), /Couldn’t switch.*The server is busy/],
  ])('fails because of %s with a reason at the event', async (_why, answer, sentence) => {
    if (answer) answers['/api/event/2/switch'] = answer;
    await open(event(2, 'Mill', 30, 32));
    await press(/^Switch/, card('Mill'));
    await waitFor(() => expect(card('Mill').getByRole('alert').textContent).toMatch(sentence));
    expect(location.hash).toBe('#/switch');
  });

  test('runs only once at a time, and shows the progress of a first load', async () => {
    answers['/api/event/2/switch'] = () => new Promise(() => {});
    const status = observed<SyncStatus>(initialStatus);
    const client = await open(event(2, 'Mill', 30, 32), event(3, 'Hut', 90, 97));
    vi.spyOn(client, 'status', 'get').mockReturnValue(status);
    await press(/^Switch/, card('Mill'));
    await waitFor(() => expect(card('Mill').getByRole('button', { name: /^Switching/ })).toBeTruthy());
    expect(card('Hut').getByRole<HTMLButtonElement>('button', { name: /^Switch/ }).disabled).toBe(true);
    act(() => status.set({ ...initialStatus, firstLoad: { rows: 12 } }));
    expect(card('Mill').getByRole('button', { name: '12 items loaded' })).toBeTruthy();
  });
});

describe('a code', () => {
  const ask = async (code: string) => {
    await press('Enter a code');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter a code' }));
    await fillIn(dialog.getByLabelText('Event code'), code);
    await press('Show event', dialog);
    return dialog;
  };

  test('shows its event before joining', async () => {
    answers['/api/event/by-code/MILL'] = () => apiAnswer(200, mill);
    answers['/api/event/2/switch'] = () => apiAnswer(200, { success: true });
    await open();
    await ask(' MILL ');
    const dialog = within(await screen.findByRole('dialog', { name: mill.title }));
    await press('Join', dialog);
    await waitFor(() => expect(location.hash).toBe('#/home'));
    expect(requestsTo('/api/event/by-code/MILL')).toHaveLength(1);
  });

  test('is refused at its field if it is unknown or cannot be looked up', async () => {
    answers['/api/event/by-code/MILK'] = () => apiAnswer(404, { error: 'code_unknown', message: '' });
    await open();
    const dialog = await ask('MILK');
    await dialog.findByText('Couldn’t load the event for this code. This event code doesn’t exist. Check your invitation and try again.');
    expect(dialog.getByLabelText('Event code').getAttribute('aria-invalid')).toBe('true');
    await fillIn(dialog.getByLabelText('Event code'), 'MILL');
    await press('Show event', dialog);
    await dialog.findByText(/^No connection to the server/);
  });

  test.each([
    [500, 'internal', 'Something went wrong on the server. Try again in a moment.'],
    [403, 'forbidden', 'You’re not allowed to do this. Ask the organisers if you think you should be.'],
    [503, 'unavailable', 'The server is busy. Try again in a moment.'],
    [429, 'too_many_requests', 'Too many attempts. Try again in 2 min.'],
  ] as const)('is not blamed if the server answers with %s', async (status, error, why) => {
    answers['/api/event/by-code/MILK'] = () => apiAnswer(status, { error, message: '' }, status === 429 ? { 'retry-after': '120' } : {});
    await open();
    const dialog = await ask('MILK');
    expect((await dialog.findByRole('alert')).textContent).toBe(`Couldn’t load the event for this code. ${why}`);
    expect(dialog.getByLabelText('Event code').getAttribute('aria-invalid')).toBe('false');
  });

  test('keeps its form open and typed if a turned phone moves the button to the title', async () => {
    const isRoomy = observed(false);
    const stop = new Map<() => void, () => void>();
    vi.stubGlobal('matchMedia', () => ({
      get matches() {
        return isRoomy.get();
      },
      addEventListener: (_: string, listener: () => void) => stop.set(listener, isRoomy.subscribe(listener)),
      removeEventListener: (_: string, listener: () => void) => stop.get(listener)?.(),
    }));
    await open();
    const isAfterCards = (): boolean =>
      Boolean(
        screen.getByRole('article').compareDocumentPosition(screen.getByRole('button', { name: 'Enter a code', hidden: true })) &
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
    expect(isAfterCards()).toBe(true);
    await press('Enter a code');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter a code' }));
    await fillIn(dialog.getByLabelText('Event code'), 'MILL');
    act(() => isRoomy.set(true));
    expect(screen.getByLabelText<HTMLInputElement>('Event code').value).toBe('MILL');
    await press('Cancel', dialog);
    expect(isAfterCards()).toBe(false);
    vi.unstubAllGlobals();
  });

  test('is not sent if it is blank', async () => {
    await open();
    await ask('   ');
    expect(requests.filter(({ path }) => path.includes('by-code'))).toEqual([]);
  });
});

describe('leaving an event', () => {
  const path = `/api/event/${eventId}/leave`;
  const agree = async (name: string) => {
    const dialog = within(await screen.findByRole('alertdialog'));
    await press(name, dialog);
  };

  test('asks once', async () => {
    answers[path] = () => apiAnswer(200, { success: true });
    await open();
    await press(/^Leave/, card('Camp'));
    await agree('Leave');
    await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('You’ve left Camp'));
    expect(requestsTo(path)).toMatchObject([{ body: { sure: false } }]);
  });

  test('asks twice if commands for the event are pending', async () => {
    answers[path] = () => apiAnswer(200, { success: true });
    await writePost(db, quietPorts(), 'waits');
    await open();
    await press(/^Leave/, card('Camp'));
    await agree('Leave');
    await screen.findByText(/^1 item for this event hasn’t been sent yet/);
    expect(requestsTo(path)).toEqual([]);
    await agree('Leave anyway');
    await waitFor(() => expect(requestsTo(path)).toHaveLength(1));
  });

  test('asks twice if others rely on something of the person', async () => {
    answers[path] = () => apiAnswer(409, { error: 'still_theirs', message: '' });
    await open();
    await press(/^Leave/, card('Camp'));
    await agree('Leave');
    await screen.findByText(/^Others are counting on your meetup or offer/);
    answers[path] = () => apiAnswer(200, { success: true });
    await agree('Leave anyway');
    await waitFor(() => expect(requestsTo(path).map(({ body }) => body)).toEqual([{ sure: false }, { sure: true }]));
  });

  test('reports a missing network', async () => {
    await open();
    await press(/^Leave/, card('Camp'));
    await agree('Leave');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringMatching(/^No connection to the server/)));
  });
});
