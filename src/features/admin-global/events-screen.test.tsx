import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { apiAnswer, eventId, userId } from '#tests/fixtures/device.ts';
import { eventRow, eventServer, pageOf } from '#tests/fixtures/screens/event-server.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { EventsScreen } from './events-screen.tsx';

const list = 'GET /api/admin/events';
let db: EventDatabase;
let server: ReturnType<typeof eventServer>;
let location: ReturnType<typeof memoryLocation> & { history: string[] };
const [camp, mill] = [eventRow(eventId, 'Camp'), eventRow(2, 'Mill', { visible: false, codeRequired: true, version: 3 })];

const toasts = setUpScreen('admin', async (device) => {
  db = device;
  await db.mirror('me').update(userId, { role: 'admin' });
  server = eventServer();
});

const open = (page = 1) => {
  location = memoryLocation({
    path: page === 1 ? '/admin/global/events' : `/admin/global/events/${page}`,
    record: true,
  });
  show(
    db,
    <Router hook={location.hook}>
      <EventsScreen page={page} />
    </Router>,
    { fetch: server.fetch },
  );
};
const card = (title: string) => within(screen.getByRole('article', { name: title }));
const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen) => user.click(where.getByRole('button', { name }));
const choose = async (title: string, action: string) => {
  await press(`Actions: ${title}`);
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const type = (label: string | RegExp, value: string, where: Pick<typeof screen, 'getByLabelText'> = screen) =>
  fillIn(where.getByLabelText(label), value);
const queries: URLSearchParams[] = [];
const listed = (...events: (typeof camp)[]) => {
  queries.length = 0;
  server.answers[list] = (_asked, query) => (queries.push(query), pageOf(events));
};

test('shows all events of the server, including hidden ones, with their properties', async () => {
  listed(camp, mill);
  open();
  await screen.findByText('2 events');
  expect(await card('Camp').findByText('You’re here')).toBeDefined();
  expect(card('Camp').queryByText('Hidden')).toBeNull();
  expect(card('Mill').getByText('Hidden')).toBeDefined();
  expect(card('Mill').getByText('Code required')).toBeDefined();
  expect(card('Mill').getByText(/Europe\/Berlin/)).toBeDefined();
});

test('requests a page of ten after typing has stopped, and searches from the first page', async () => {
  server.answers[list] = (_asked, query) => (queries.push(query), pageOf([camp], { currentPage: 2, totalPages: 3, totalCount: 21 }));
  queries.length = 0;
  open(2);
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
  expect(pages.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/global/events',
    '/admin/global/events/2',
    '/admin/global/events/3',
  ]);
  for (const text of ['m', 'mi', 'mill']) await type('Search by name or description', text);
  await type('On this day', '2026-08-02');
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(Object.fromEntries(queries[0]!)).toEqual({ page: '2', search: '' });
  expect(Object.fromEntries(queries[1]!)).toMatchObject({ search: 'mill', date: '2026-08-02' });
  expect(location.history.at(-1)).toBe('/admin/global/events');
});

test('shows an empty result with a button that clears the filters', async () => {
  listed();
  open();
  await screen.findByText('No events found');
  expect(screen.queryByRole('button', { name: 'Clear search and day' })).toBeNull();
  await type('Search by name or description', 'nothing');
  await user.click(await screen.findByRole('button', { name: 'Clear search and day' }));
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('shows why events could not be fetched, and shows them after a retry', async () => {
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch events');
  expect(screen.getByRole('alert').textContent).toContain('No connection to the server');
  server.answers[list] = () => apiAnswer(500, {});
  await press('Try again');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Failed to fetch events'));
  listed(camp);
  await press('Try again');
  await screen.findByText('1 event');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('opens any event', async () => {
  listed(camp, mill);
  server.answers['POST /api/event/2/switch'] = () => apiAnswer(200, { success: true });
  open();
  await screen.findByText('2 events');
  await press('Open: Mill');
  await waitFor(() => expect(location.history.at(-1)).toBe('/home'));
});

describe('visibility', () => {
  test('changes at the version that was read, and the list is reloaded', async () => {
    listed(camp, mill);
    server.answers['PUT /api/event/2'] = () => apiAnswer(200, { ...mill, visible: true, version: 4 });
    open();
    await screen.findByText('2 events');
    listed(camp, { ...mill, visible: true, version: 4 });
    await choose('Mill', 'Show');
    await waitFor(() => expect(card('Mill').queryByText('Hidden')).toBeNull());
    expect(server.callsOf('PUT /api/event/2')).toMatchObject([{ body: { visible: true }, headers: { 'if-match': '"3"' } }]);
    expect(toasts).toHaveBeenCalledExactlyOnceWith('Anyone signed in can see Mill now');
  });

  test('does not change after a concurrent change, which is reported', async () => {
    listed(camp, mill);
    server.answers['PUT /api/event/2'] = () =>
      apiAnswer(412, { error: 'version_conflict', message: '', current: { ...mill, title: 'Old mill', version: 4 } });
    open();
    await screen.findByText('2 events');
    listed(camp, { ...mill, title: 'Old mill', version: 4 });
    await choose('Mill', 'Show');
    await screen.findByRole('article', { name: 'Old mill' });
    expect(toasts).toHaveBeenCalledExactlyOnceWith('Someone else changed this event. Nothing was saved, and the list is up to date now.');
  });
});

describe('an edit', () => {
  test('sends the changed fields; the second of two admins sees the change of the first before overwriting it', async () => {
    listed(mill);
    const current = { ...mill, description: 'With a wheel', title: 'Water mill', version: 4 };
    server.answers['PUT /api/event/2'] = ({ headers }) =>
      headers['if-match'] === '"3"'
        ? apiAnswer(412, { error: 'version_conflict', message: '', current })
        : apiAnswer(200, { ...current, title: 'Wind mill', version: 5 });
    open();
    await screen.findByText('1 event');
    await choose('Mill', 'Edit');
    const form = within(await screen.findByRole('form', { name: 'Edit: Mill' }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')));
    await type('Name', 'Wind mill', form);
    await press('Save', form);
    expect((await form.findByRole('alert')).textContent).toContain('Someone else changed this event');
    expect(form.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('With a wheel');
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Wind mill');
    await press('Save', form);
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(server.callsOf('PUT /api/event/2')).toMatchObject([
      { body: { title: 'Wind mill' }, headers: { 'if-match': '"3"' } },
      { body: { title: 'Wind mill' }, headers: { 'if-match': '"4"' } },
    ]);
    expect(toasts).toHaveBeenCalledExactlyOnceWith('Event saved');
  });

  test('sends nothing if nothing changed, or if the dates are invalid', async () => {
    listed(mill);
    open();
    await screen.findByText('1 event');
    await choose('Mill', 'Edit');
    const form = within(await screen.findByRole('form', { name: 'Edit: Mill' }));
    await type('End', '2026-07-01T10:00', form);
    await press('Save', form);
    expect(form.getByText('The end can’t be before the start.')).toBeDefined();
    await type('End', '2026-08-03T12:00', form);
    await press('Save', form);
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(server.callsOf('PUT /api/event/2')).toEqual([]);
  });
});

describe('a deletion', () => {
  const openDialog = async () => {
    listed(camp, mill);
    open();
    await screen.findByText('2 events');
    await choose('Mill', 'Delete');
    return within(await screen.findByRole('dialog', { name: 'Delete Mill for good?' }));
  };

  test('requires the typed name in any case, and removes the event from the list', async () => {
    server.answers['DELETE /api/admin/events/2'] = () => apiAnswer(200, { success: true });
    const dialog = await openDialog();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Event name')));
    await press('Delete for good', dialog);
    await type('Event name', 'Hill', dialog);
    await press('Delete for good', dialog);
    expect(dialog.getByText(/^The name doesn’t match/)).toBeDefined();
    expect(server.callsOf('DELETE /api/admin/events/2')).toEqual([]);
    listed(camp);
    await type('Event name', ' mill', dialog);
    await press('Delete for good', dialog);
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Mill' })).toBeNull());
    expect(server.callsOf('DELETE /api/admin/events/2')).toMatchObject([{ body: { title: ' mill' } }]);
    expect(toasts).toHaveBeenCalledExactlyOnceWith('Mill has been deleted');
  });

  test('asks for the password if the server requires a proof, above the open dialog', async () => {
    let proved = false;
    server.answers['POST /api/users/me/proof'] = () => {
      proved = true;
      return apiAnswer(200, { success: true });
    };
    server.answers['DELETE /api/admin/events/2'] = () =>
      proved ? apiAnswer(200, { success: true }) : apiAnswer(403, { error: 'proof_required', message: '' });
    const dialog = await openDialog();
    await type('Event name', 'Mill', dialog);
    await press('Delete for good', dialog);
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    listed(camp);
    await type('Password', 'Demo-Anna-1', proof);
    await press('Continue', proof);
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Mill' })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsOf('DELETE /api/admin/events/2')).toHaveLength(2);
  });

  test('succeeds if another admin was faster, and fails after a rename or without network', async () => {
    const dialog = await openDialog();
    await type('Event name', 'Mill', dialog);
    await press('Delete for good', dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('No connection to the server');
    server.answers['DELETE /api/admin/events/2'] = () => apiAnswer(422, { error: 'name_mismatch', message: '' });
    await press('Delete for good', dialog);
    expect(await dialog.findByText(/^The name doesn’t match/)).toBeDefined();
    server.answers['DELETE /api/admin/events/2'] = () => apiAnswer(404, { error: 'not_found', message: '' });
    await press('Delete for good', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('creates and lists an event without leaving the current one', async () => {
  listed(camp);
  const made = eventRow(3, 'Autumn camp');
  server.answers['POST /api/admin/events'] = () => apiAnswer(201, made);
  open();
  await screen.findByText('1 event');
  await press('New event');
  const form = within(screen.getByRole('form', { name: 'New event' }));
  await type('Name', 'Autumn camp', form);
  await type('Start', '2026-10-01T10:00', form);
  await type('End', '2026-10-03T10:00', form);
  listed(made, camp);
  await press('Create event', form);
  await screen.findByRole('article', { name: 'Autumn camp' });
  expect(location.history).toEqual(['/admin/global/events']);
  expect(screen.queryByRole('form')).toBeNull();
});
