import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { AdminPerson, AdminUser } from '#contract/endpoints/admin-users.ts';
import { noNetwork, refused } from '#tests/fixtures/screens/session-answers.ts';
import { givenDevice, recordToasts, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { userId } from '#tests/fixtures/device.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SyncClient } from '#sync/engine/client.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { UsersScreen } from './users-screen.tsx';

const toasts = recordToasts();
const call = vi.fn<SyncClient['call']>();
const answer = (body: unknown): Outcome => ({ kind: 'answer', status: 200, body });
const done = answer({ success: true });

const account = (id: number, name: string, part: Partial<AdminUser> = {}): AdminUser => {
  const event = { eventRole: 'participant' as const, activeEvent: { id: 1, title: 'Camp' } };
  return { id, name, email: `${name.toLowerCase()}@camp.example`, image: null, role: 'user', ...event, ...part };
};
const anna: AdminPerson = {
  ...account(3, 'Anna'),
  sessions: 2,
  events: [
    { id: 1, title: 'Camp', role: 'participant' },
    { id: 2, title: 'Mill', role: null },
  ],
};
const listOf = (users: AdminUser[], part: object = {}): Outcome =>
  answer({ users, pagination: { currentPage: 1, totalPages: 1, totalCount: users.length, ...part } });

let db: EventDatabase;
let client: SyncClient;
/** Answers of the server by the beginning of the path. */
let server: Record<string, Outcome>;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('admin');
  server = {};
  call.mockReset().mockImplementation(async ({ method, path }) => {
    const found = Object.keys(server).filter((key) => `${method} ${path}`.startsWith(key));
    return server[found.toSorted((one, other) => other.length - one.length)[0] ?? ''] ?? noNetwork;
  });
  vi.spyOn(SyncClient.prototype, 'call').mockImplementation(call);
});
afterEach(() => {
  vi.useRealTimers();
  return tearDown(db);
});

const calls = (method?: string) =>
  call.mock.calls.filter(([one]) => !method || one.method === method).map(([one]) => [`${one.method} ${one.path}`, one.body]);
const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const agree = async (action: string): Promise<void> =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));

function open(person: number | null = null, page = 1) {
  const location = memoryLocation({ path: '/', record: true });
  client = show(
    db,
    <Router hook={location.hook}>
      <UsersScreen page={page} person={person} />
    </Router>,
  );
  return location;
}
async function openPerson(person: AdminPerson = anna): Promise<ReturnType<typeof open>> {
  server['GET /api/admin/users?'] = listOf([person]);
  server[`GET /api/admin/users/${person.id}`] = answer(person);
  const location = open(person.id);
  await screen.findByRole('heading', { level: 1, name: person.name });
  return location;
}

describe('the list', () => {
  test('shows everybody with role and event, and links to each person and page', async () => {
    server['GET /api/admin/users'] = listOf(
      [
        account(3, 'Anna'),
        account(4, 'Ben', { role: 'admin', eventRole: null, activeEvent: null }),
        account(5, '', { eventRole: 'admin' }),
      ],
      { totalPages: 3, totalCount: 25 },
    );
    open();
    const rows = within(await screen.findByRole('table', { name: 'Users' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
      ['AAnna anna@camp.example', 'CampParticipant'],
      ['BBen Global adminben@camp.example', 'Not in an event'],
      ['No name yet @camp.example', 'CampAdmin'],
    ]);
    expect(within(rows[1]!).getByRole('link').getAttribute('href')).toBe('/admin/global/users/person/3');
    expect(screen.getByText('25 people')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe('/admin/global/users/2');
  });

  test('searches on the server after typing has stopped', async () => {
    server['GET /api/admin/users'] = listOf([account(3, 'Anna')]);
    open();
    await screen.findByRole('table');
    server['GET /api/admin/users'] = listOf([]);
    const field = screen.getByRole('searchbox', { name: 'Search by name or email' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const value of ['x', 'x&', 'x&y']) {
      await fillIn(field, value);
      await act(() => vi.advanceTimersByTimeAsync(299));
    }
    expect(calls()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    expect(await screen.findByText('No one found')).toBeDefined();
    expect(calls().map(([path]) => path)).toEqual(['', 'x%26y'].map((text) => `GET /api/admin/users?page=1&search=${text}`));
    await press('Clear search');
    expect(document.activeElement).toBe(field);
  });

  test('reports a missing network, keeps the shown list, and reloads when the network is back', async () => {
    open();
    const sentence = 'No connection to the server. This section loads as soon as you’re online.';
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    server['GET /api/admin/users'] = listOf([account(3, 'Anna')]);
    await press('Try again');
    await screen.findByRole('table');
    expect(screen.queryByRole('alert')).toBeNull();
    server = {};
    const status = client.status;
    act(() => status.set({ ...status.get(), connection: 'offline' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You’re seeing an older version.');
    expect(screen.getByRole('table')).toBeDefined();
    server['GET /api/admin/users'] = listOf([account(3, 'Anna'), account(4, 'Ben')]);
    act(() => status.set({ ...status.get(), connection: 'online' }));
    expect(await screen.findByText('2 people')).toBeDefined();
  });

  test('opens the last page if the page no longer exists', async () => {
    server['GET /api/admin/users'] = listOf([], { currentPage: 3, totalPages: 2, totalCount: 40 });
    const location = open(null, 3);
    await waitFor(() => expect(location.history).toEqual(['/admin/global/users/2']));
  });

  test('shows the message of the specification when the server fails', async () => {
    server['GET /api/admin/users'] = refused('internal', 500);
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch users');
  });
});

describe('a person', () => {
  test('becomes a global admin after a confirmation, and a refusal is shown', async () => {
    await openPerson();
    await press('Make global admin');
    await agree('Cancel');
    expect(calls('PUT')).toEqual([]);
    server['PUT /api/admin/users/3/role'] = done;
    server['GET /api/admin/users/3'] = answer({ ...anna, role: 'admin' });
    await press('Make global admin');
    await agree('Make global admin');
    await screen.findByRole('button', { name: 'Remove role' });
    expect(calls('PUT')).toEqual([['PUT /api/admin/users/3/role', { role: 'admin' }]]);
    expect(toasts).toHaveBeenCalledWith('Role changed');
    server['PUT /api/admin/users/3/role'] = refused('last_admin', 409);
    await press('Remove role');
    await agree('Remove role');
    expect((await screen.findByRole('alert')).textContent).toContain('This is the last global admin');
  });

  test('receives a role after a proof of the password if the server requires one, and none without it', async () => {
    server['PUT /api/admin/users/3/role'] = refused('proof_required', 403);
    await openPerson();
    const begin = async () => {
      await press('Make global admin');
      await agree('Make global admin');
      return within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    };
    let dialog = await begin();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Enter your password again to do this. Nothing was changed.');
    expect(calls('POST')).toEqual([]);
    dialog = await begin();
    const typed = async (password: string): Promise<void> => {
      await fillIn(dialog.getByLabelText('Password'), password);
      await user.click(dialog.getByRole('button', { name: 'Continue' }));
    };
    server['POST /api/users/me/proof'] = refused('wrong_password', 403);
    await typed('Wrong-Password-1');
    expect(await dialog.findByText(/^Your current password is wrong/)).toBeDefined();
    expect(calls('PUT')).toHaveLength(2);
    server['POST /api/users/me/proof'] = done;
    server['PUT /api/admin/users/3/role'] = done;
    server['GET /api/admin/users/3'] = answer({ ...anna, role: 'admin' });
    await typed('Demo-Anna-1');
    await screen.findByRole('button', { name: 'Remove role' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls('POST').at(-1)).toEqual(['POST /api/users/me/proof', { password: 'Demo-Anna-1' }]);
    expect(calls('PUT')).toEqual(Array.from({ length: 3 }, () => ['PUT /api/admin/users/3/role', { role: 'admin' }]));
  });

  test('receives event roles, joins other events, and is removed after a confirmation', async () => {
    await openPerson();
    server['PUT /api/admin/users/3/event-role'] = done;
    await press('Make admin: Camp');
    await waitFor(() => expect(calls('PUT')).toHaveLength(1));
    await waitFor(() => expect(toasts).toHaveBeenCalledTimes(1));
    await press('Add as participant');
    await waitFor(() => expect(toasts).toHaveBeenCalledTimes(2));
    await press('Remove: Camp');
    await agree('Remove');
    await waitFor(() => expect(toasts).toHaveBeenCalledTimes(3));
    expect(calls('PUT').map(([, body]) => body)).toEqual([
      { eventId: 1, role: 'admin' },
      { eventId: 2, role: 'participant' },
      { eventId: 1, role: null },
    ]);
  });

  test('is signed out everywhere after a confirmation, and a missing network is reported', async () => {
    await openPerson();
    await press('Sign out everywhere');
    await agree('Sign out everywhere');
    expect((await screen.findByRole('alert')).textContent).toContain('No connection to the server');
    server['POST /api/admin/users/3/end-sessions'] = answer({ success: true, ended: 2 });
    server['GET /api/admin/users/3'] = answer({ ...anna, sessions: 0 });
    await press('Sign out everywhere');
    await agree('Sign out everywhere');
    expect(await screen.findByText('Not signed in anywhere.')).toBeDefined();
    expect(toasts).toHaveBeenCalledWith('Anna is signed out everywhere');
  });

  test('receives a reset link that is shown once and can be copied', async () => {
    await openPerson();
    server['POST /api/admin/users/3/reset-link'] = answer({ url: 'https://camp.example/#/x', expiresAt: '2026-07-02T12:00:00.000Z' });
    await press('Create password reset link');
    expect(await screen.findByText('https://camp.example/#/x')).toBeDefined();
    expect(screen.getByText(/Only shown once\. It works once, until .*give it to Anna/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined();
  });

  test('is erased after the name was typed and the fate of shared content was chosen', async () => {
    const location = await openPerson();
    server['POST /api/admin/users/3/erase'] = done;
    await press('Delete this account…');
    await press('Delete account for good');
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Choose what should happen to what they shared.',
      'Type “Anna” exactly as shown here.',
    ]);
    await user.click(screen.getByLabelText('Keep it, without their name'));
    await fillIn(screen.getByLabelText('Type “Anna” to confirm'), ' Anna');
    await press('Delete account for good');
    await waitFor(() => expect(location.history?.at(-1)).toBe('/admin/global/users'));
    expect(calls('POST')).toEqual([['POST /api/admin/users/3/erase', { shared: 'anonymise', name: ' Anna' }]]);
    expect(toasts).toHaveBeenCalledWith('Anna’s account has been deleted');
  });

  test('offers neither sign-out nor erasure of the signed-in admin', async () => {
    await openPerson({ ...anna, ...account(userId, 'Orga'), sessions: 1 });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete this account…' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  });
});
