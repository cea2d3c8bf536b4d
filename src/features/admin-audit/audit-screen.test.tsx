import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { AuditEntry } from '#contract/endpoints/audit.ts';
import { noNetwork } from '#tests/fixtures/screens/session-answers.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SyncClient } from '#sync/engine/client.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { AuditScreen } from './audit-screen.tsx';

const call = vi.fn<SyncClient['call']>();
const answer = (body: unknown): Outcome => ({ kind: 'answer', status: 200, body });
const [orga, anna] = [
  { id: 2, name: 'Orga' },
  { id: 3, name: 'Anna' },
];
const entry = (kind: string, details: object = {}, part: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: '2026-07-01T10:00:00.000Z',
  kind,
  actor: orga,
  person: anna,
  event: { id: 1, title: 'Camp' },
  subject: null,
  module: null,
  details: { ...details },
  ...part,
});
const logOf = (entries: readonly AuditEntry[], part: object = {}): Outcome =>
  answer({
    entries: entries.map((one, index) => ({ ...one, id: index })),
    events: [{ id: 1, title: 'Camp' }],
    pagination: { currentPage: 1, totalPages: 1, totalCount: entries.length, ...part },
  });

let db: EventDatabase;
beforeEach(async () => {
  db = await givenDevice('admin');
  call.mockReset().mockResolvedValue(noNetwork);
  vi.spyOn(SyncClient.prototype, 'call').mockImplementation(call);
});
afterEach(() => tearDown(db));

function open(person: number | null = null, page = 1) {
  const location = memoryLocation({ path: '/', record: true });
  show(
    db,
    <Router hook={location.hook}>
      <AuditScreen page={page} person={person} />
    </Router>,
  );
  return location;
}
const lines = async () =>
  within(await screen.findByRole('list', { name: /^(Audit log|Protokoll)$/ }))
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('p')].slice(1, 3).map((part) => part.textContent));
const requestedPaths = () => call.mock.calls.map(([{ path }]) => path);

test('shows each entry as a sentence with its details', async () => {
  await startTexts();
  call.mockResolvedValue(
    logOf([
      entry('roles.changed', { to: 'admin', by: 'operator' }, { actor: null, event: null }),
      entry('memberships.changed', { from: 'participant', to: 'admin' }),
      entry('memberships.changed', { from: 'admin', to: null }, { actor: null, person: null, event: { id: 9, title: null } }),
      entry('sessions.ended', { count: 1 }, { event: null }),
      entry('codes.changed', { reusable: true, used: false, fields: ['code', 'usedBy'] }, { person: null }),
      entry('modules.changed', { moduleId: 3, isActive: false, fields: ['isActive'] }, { person: null, module: 'chat' }),
      entry('arrangements.changed', { list: 'menu', fields: ['places'] }, { person: null }),
      entry('menuEntries.changed', { fields: ['position'] }, { person: null, module: 'profile' }),
      entry('events.changed', { fields: ['title', 'headerImage'] }, { person: null }),
      entry('events.removed', { title: 'Old camp' }, { person: null, event: { id: 9, title: null } }),
      entry('people.erased', { shared: 'delete' }, { person: null, event: null }),
      entry('people.erased', { own: true, shared: 'anonymise' }, { actor: null, person: null, event: null }),
      entry('things.done', {}, { person: null }),
    ]),
  );
  open();
  expect(await lines()).toEqual([
    ['The server operator made Anna a global admin', 'Everything about Anna'],
    ['Orga made Anna an admin of Camp', 'Camp'],
    ['A deleted account removed a deleted account from event 9 (deleted)'],
    ['Orga signed Anna out on 1 device', 'Everything about OrgaEverything about Anna'],
    ['Orga changed an event code', 'Camp · Changed: code · Reusable'],
    ['Orga turned off the module Chat', 'Camp'],
    ['Orga changed the order of the menu', 'Camp'],
    ['Orga changed Profile in the menu', 'Camp'],
    ['Orga changed Camp', 'Camp · Changed: title, header picture'],
    ['Orga deleted Old camp', 'Everything about Orga'],
    ['Orga deleted an account', 'Shared content was deleted too'],
    ['Someone deleted their own account', 'Shared content stays, without a name'],
    ['Orga: things.done', 'Camp'],
  ]);
});

test('shows sentences in German', async () => {
  await startTexts('de');
  call.mockResolvedValue(
    logOf([
      entry('memberships.changed', { from: 'participant', to: 'admin' }),
      entry('codes.created', { reusable: false }),
      entry('homeEntries.created', {}, { person: null, module: 'profile' }),
    ]),
  );
  open();
  expect((await lines()).map(([sentence]) => sentence)).toEqual([
    'Orga hat Anna in Camp zum Admin gemacht',
    'Orga hat einen Veranstaltungscode angelegt',
    'Orga hat Profil auf die Startseite gesetzt',
  ]);
});

test('queries by subject, event and day, from the first page on', async () => {
  await startTexts();
  call.mockResolvedValue(logOf([entry('codes.created')], { totalPages: 3 }));
  const location = open(null, 2);
  await lines();
  await user.selectOptions(screen.getByLabelText('Topic'), 'codes');
  await user.selectOptions(screen.getByLabelText('Event'), '1');
  await fillIn(screen.getByLabelText('From'), '2026-06-30');
  const query = () => Object.fromEntries(new URLSearchParams(requestedPaths().at(-1)!.split('?')[1]));
  await waitFor(() => expect(query()).toEqual({ page: '2', kind: 'codes', event: '1', from: new Date(2026, 5, 30).toISOString() }));
  expect(location.history?.at(-1)).toBe('/admin/global/audit');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(requestedPaths().at(-1)).toBe('/api/admin/audit?page=2'));
});

test('queries by a person found by name until the filter is removed', async () => {
  await startTexts();
  const event = { eventRole: null, activeEvent: null, image: null, role: 'user', email: 'anna@camp.example' };
  call.mockImplementation(async ({ path }) => {
    if (path === '/api/admin/users/3') return answer({ ...anna, ...event, sessions: 0, events: [] });
    if (path.startsWith('/api/admin/users?'))
      return answer({ users: [{ ...anna, ...event }], pagination: { currentPage: 1, totalPages: 1, totalCount: 1 } });
    return logOf([entry('roles.changed', { to: 'user' })]);
  });
  const location = open(3);
  expect(requestedPaths).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Remove filter: Anna' }));
  expect(location.history?.at(-1)).toBe('/admin/global/audit');
  expect(requestedPaths()).toContain('/api/admin/audit?page=1&user=3');
  await fillIn(screen.getByLabelText('Find a person'), 'ann');
  await user.click(await screen.findByRole('button', { name: 'Anna (anna@camp.example)' }));
  expect(location.history?.at(-1)).toBe('/admin/global/audit/person/3');
});

test('shows the last page when the requested page no longer exists', async () => {
  await startTexts();
  call.mockResolvedValue(logOf([], { currentPage: 3, totalPages: 2, totalCount: 40 }));
  const location = open(3, 3);
  await waitFor(() => expect(location.history).toEqual(['/admin/global/audit/person/3/2']));
});

test('shows an alert without network, and a hint if the log is empty', async () => {
  await startTexts();
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('This section loads as soon as you’re online');
  call.mockResolvedValue(logOf([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing found')).toBeDefined();
});
