import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Participant } from '#contract/resources/participants.ts';
import { apiAnswer, eventId, participant, userId } from '#tests/fixtures/device.ts';
import { givenDevice, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { putWindow } from '#tests/fixtures/screens/windowed.ts';
import { Refreshable } from '#tests/fixtures/screens/refreshable.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ParticipantsScreen } from './participants-screen.tsx';

let db: EventDatabase;
const fetch = vi.fn<typeof globalThis.fetch>();
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
  fetch.mockReset().mockRejectedValue(new TypeError('no network'));
});
afterEach(() => {
  vi.useRealTimers();
  return tearDown(db);
});

const token = { success: true, token: 't', userId, expiresIn: 3_600 };
const directory = (answer: (query: URLSearchParams) => Response): void =>
  void fetch.mockImplementation(async (url) => {
    const path = url as string;
    if (path.includes('/refresh')) return apiAnswer(200, token);
    if (path.startsWith('/api/sync')) return apiAnswer(503, {});
    return answer(new URLSearchParams(path.split('?')[1]));
  });
const pageOf = (participants: Participant[], part: object = {}): Response =>
  apiAnswer(200, { participants, currentPage: 1, totalPages: 1, totalParticipants: participants.length, ...part });

const open = (page = 1) => {
  const location = memoryLocation({ path: `/participants/${page}` });
  return show(
    db,
    <Router hook={location.hook}>
      <Refreshable>
        <ParticipantsScreen page={page} />
      </Refreshable>
    </Router>,
    { fetch },
  );
};
const names = () => screen.queryAllByRole('button', { name: /@/ }).map(({ textContent }) => textContent);
const search = (text: string) => fillIn(screen.getByLabelText('Search by name or email'), text);
const requestedPages = () => fetch.mock.calls.map(([url]) => url as string).filter((url) => url.includes('/participant?'));

test('lists members of the event by name and page, with picture, name and address', async () => {
  await db
    .mirror('participants')
    .bulkPut(Array.from({ length: 30 }, (_, index) => participant(30 - index, `P${String(index).padStart(2, '0')}`)));
  await db.mirror('participants').put({ ...participant(99, 'Elsewhere'), id: '2-99', eventId: 2 });
  open();
  await waitFor(() => expect(names()).toHaveLength(25));
  expect(names()[0]).toBe('PP00p00@demo.example');
  expect(screen.getByText('30 people')).toBeDefined();
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/participants', '/participants/2']);
});

test('searches the mirror at once without network', async () => {
  await db.mirror('participants').bulkPut([participant(1, 'Anna'), participant(2, 'Emil Sørensen'), participant(3, 'Ben')]);
  open();
  await waitFor(() => expect(names()).toHaveLength(3));
  await search('soren');
  await waitFor(() => expect(names()).toHaveLength(1));
  await search('nobody like that');
  expect(await screen.findByText('No one found')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('requests the server half a second after the last key press, and shows people that the mirror lacks', async () => {
  await db.mirror('participants').bulkPut([participant(1, 'Anna'), participant(2, 'Ben')]);
  directory((query) =>
    pageOf(query.get('search') === 'new' ? [participant(7, 'Newcomer')] : [participant(1, 'Anna'), participant(2, 'Ben')]),
  );
  open();
  await waitFor(() => expect(requestedPages()).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const text of ['n', 'an', 'new']) {
    await act(() => vi.advanceTimersByTimeAsync(499));
    await search(text);
  }
  // The mirror has nobody of the last name and answers independently of the fake clock.
  while (!screen.queryByText('No one found')) await act(() => new Promise((resolve) => setImmediate(resolve)));
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(requestedPages()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(names()).toEqual(['NNewcomernewcomer@demo.example']));
  expect(requestedPages()).toEqual([1, 2].map((call) => `/api/event/${eventId}/participant?page=1&search=${call === 1 ? '' : 'new'}`));
});

test('prefers a newer version on the device to an older answer of the server', async () => {
  await db.mirror('participants').put(participant(1, 'Anna', { version: 3, email: 'new@demo.example' }));
  directory(() => pageOf([participant(1, 'Anna', { version: 2, email: 'old@demo.example' })], { totalParticipants: 40 }));
  open();
  expect(await screen.findByText('40 people')).toBeDefined();
  expect(screen.getByText('new@demo.example')).toBeDefined();
  expect(screen.queryByText('old@demo.example')).toBeNull();
});

test('shows joining and leaving members at once, and requests the server again, as Refresh does', async () => {
  const [anna, ben, cleo] = [participant(1, 'Anna'), participant(2, 'Ben'), participant(3, 'Cleo')];
  await db.mirror('participants').bulkPut([anna, ben]);
  directory(() => pageOf([anna, ben], { totalParticipants: 40 }));
  open();
  await screen.findByText('40 people');
  directory(() => pageOf([ben, cleo], { totalParticipants: 41 }));
  await changeRemotely(async () => {
    await db.mirror('participants').put(cleo);
    await db.mirror('participants').delete(anna.id);
  });
  await waitFor(() => expect(names()).toEqual(['BBenben@demo.example', 'CCleocleo@demo.example']));
  await screen.findByText('41 people');
  expect(requestedPages()).toHaveLength(2);
  directory(() => pageOf([ben, cleo], { totalParticipants: 42 }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('42 people');
});

test('shows and requests the last page if a page does not exist', async () => {
  await db.mirror('participants').bulkPut(Array.from({ length: 30 }, (_, index) => participant(index + 1, `P${index}`)));
  directory(() => apiAnswer(503, {}));
  open(5);
  await waitFor(() => expect(names()).toHaveLength(5));
  await waitFor(() => expect(requestedPages()).toEqual([`/api/event/${eventId}/participant?page=2&search=`]));
});

test('reports an error of the server and a lost network, and keeps the list of the device', async () => {
  await db.mirror('participants').put(participant(1, 'Anna'));
  const failed = apiAnswer(503, {});
  directory(() => new Response('{}', { status: 503, statusText: 'Service Unavailable', headers: failed.headers }));
  // Started, so that the failed call changes the connection status of the app.
  const client = open();
  client.start();
  expect((await screen.findByRole('alert')).textContent).toContain('Error: 503 Service Unavailable');
  fetch.mockRejectedValue(new TypeError('no network'));
  await search('an');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Error fetching participants'));
  expect(names()).toHaveLength(1);
  client.stop();
});

test('shows the list of the device without network and sends no request', async () => {
  await db.mirror('participants').put(participant(1, 'Anna'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = open();
  client.start();
  client.networkLost();
  await vi.waitFor(() => expect(names()).toHaveLength(1));
  fetch.mockClear();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(requestedPages()).toEqual([]);
  client.stop();
});

test('offers only the contacts that a person has given', async () => {
  await db.mirror('participants').put(participant(1, 'Anna', { whatsapp: '+49 170 1234567', instagram: '@anna.l' }));
  open();
  await user.click(await screen.findByRole('button', { name: /Anna/ }));
  const overlay = within(await screen.findByRole('dialog', { name: 'Contact Anna' }));
  expect(overlay.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'mailto:anna@demo.example',
    'https://wa.me/491701234567',
    'https://www.instagram.com/anna.l',
  ]);
  expect(overlay.getByRole<HTMLButtonElement>('button', { name: /LinkedIn/ }).disabled).toBe(true);
  await user.click(overlay.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Anna/ })));
});

describe('a big event, of which the device holds Anna and Ben', () => {
  const [anna, ben] = [participant(1, 'Anna'), participant(2, 'Ben')];
  beforeEach(async () => {
    await db.mirror('participants').bulkPut([anna, ben]);
    await putWindow(db, { counts: { participants: 50_123 } });
  });

  test('is shown by the pages of the server, with newer rows of the device', async () => {
    await db.mirror('participants').put({ ...anna, version: 3, email: 'new@demo.example' });
    directory((query) =>
      pageOf([anna, participant(8, 'Cleo')], { currentPage: Number(query.get('page')), totalPages: 2005, totalParticipants: 50_123 }),
    );
    open(7);
    await waitFor(() => expect(names()).toEqual(['AAnnanew@demo.example', 'CCleocleo@demo.example']));
    expect(screen.getByText('50,123 people')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Page 7, current page' })).toBeDefined();
    expect(requestedPages()).toEqual([`/api/event/${eventId}/participant?page=7&search=`]);
    // Other people arrive all the time, and change no page.
    await changeRemotely(() =>
      db.mirror('participants').bulkPut([participant(9, 'Dora'), { ...anna, version: 4, email: 'newest@demo.example' }]),
    );
    await screen.findByText('newest@demo.example');
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(requestedPages()).toHaveLength(1);
  });

  test('is shown by the people on this device without network, with the number of all', async () => {
    const client = open();
    act(() => client.note({ connection: 'offline' }));
    expect(await screen.findByText('2 of 50,123 people are on this device')).toBeDefined();
    expect(names()).toHaveLength(2);
    await search('ben');
    expect(await screen.findByText('1 person found on this device')).toBeDefined();
    await search('cleo');
    expect(await screen.findByText('No one found on this device')).toBeDefined();
    expect(screen.queryByText('No one found')).toBeNull();
  });

  test('is searched on the device at once, and then on the server', async () => {
    directory((query) => (query.get('search') === '' ? pageOf([anna]) : pageOf([ben, participant(10, 'Benno')], { totalParticipants: 2 })));
    open();
    await waitFor(() => expect(names()).toHaveLength(1));
    await search('ben');
    expect(await screen.findByText('1 person found on this device')).toBeDefined();
    expect(await screen.findByText('2 people')).toBeDefined();
    expect(names()).toHaveLength(2);
  });

  test('is shown by the people on this device if the server fails', async () => {
    directory(() => apiAnswer(500, {}));
    open();
    expect(await screen.findByText('2 of 50,123 people are on this device')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('You’re seeing what’s on this device.');
  });
});
