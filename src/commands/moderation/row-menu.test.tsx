import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { serverRefuses, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { ReportedMark, RowMenu } from './row-menu.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

const id = '0190f1de-0000-7000-8000-000000000001';
const photo = {
  id,
  version: 1,
  eventId,
  authorId: 9,
  url: `/images/photos/${'a'.repeat(22)}-40x30.webp`,
  description: 'A tent',
  order: 1,
  createdAt: '2026-07-01T10:00:00.000Z',
};

const open = (own: object = {}, online?: true) => {
  const row = { ...photo, ...own };
  const deletion = { resource: 'photos' as const, action: 'Delete', title: '', text: '', error: '', onDeleted: () => {} };
  return show(
    db,
    <>
      <RowMenu resource="photos" row={row} about="A tent" label="More" mayDelete={false} deletion={deletion} />
      <ReportedMark id={row.id} />
    </>,
    online ? { online } : {},
  );
};
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => {
  await press('More');
  await user.click(await screen.findByRole('menuitem', { name }));
};
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Report this?' }));
const words = async () => (await dialog()).getByRole<HTMLTextAreaElement>('textbox');

test('asks for a reason, requires text for "something else", sends the visible content, marks it, and cannot be sent twice', async () => {
  open();
  await choose('Report');
  const form = await dialog();
  await press('Report');
  expect(form.getByText('Choose what’s wrong.')).toBeDefined();
  await user.click(form.getByLabelText('Something else'));
  await press('Report');
  expect(form.getByText('Describe it in a few words.')).toBeDefined();
  await fillIn(await words(), 'That is my tent');
  await press('Report');
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
  const seen = { authorId: 9, title: '', text: 'A tent', startDate: null, picture: photo.url };
  expect(await db.outbox.toArray()).toMatchObject([
    { resource: 'ownReports', args: { resource: 'photos' as const, rowId: id, reason: 'other', text: 'That is my tent', seen } },
  ]);
  await screen.findByText('Reported');
  expect(screen.getByText('Waiting to be sent')).toBeDefined();
  await choose('Reported');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await db.drafts.count()).toBe(0);
});

test('confirms the report when the server has accepted it', async () => {
  open({}, true);
  await choose('Report');
  await user.click((await dialog()).getByLabelText('Insult or harassment'));
  await press('Report');
  await serverTakes(db);
  await waitFor(() => expect(toasts).toHaveBeenLastCalledWith('Reported. The organisers will take a look.'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('returns a report that the server rejects to the form, with the reason', async () => {
  open({}, true);
  await choose('Report');
  await user.click((await dialog()).getByLabelText('Insult or harassment'));
  await fillIn(await words(), 'So not');
  await press('Report');
  await serverRefuses(db, 'too_many_reports');
  await (await dialog()).findByText(/You’ve reached today’s limit for reports/);
  expect((await words()).value).toBe('So not');
  expect(await db.outbox.count()).toBe(0);
});

test('restores the draft after a restart, and deletes it on cancel', async () => {
  open();
  await choose('Report');
  await user.click((await dialog()).getByLabelText('Dangerous or forbidden'));
  await fillIn(await words(), 'Fire');
  await waitFor(async () => expect((await db.drafts.get(`report:${id}`))?.text).toContain('Fire'));
  cleanup();
  open();
  await choose('Report');
  await waitFor(async () => expect((await words()).value).toBe('Fire'));
  expect((await dialog()).getByLabelText<HTMLInputElement>('Dangerous or forbidden').checked).toBe(true);
  await press('Cancel');
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  expect(await db.outbox.count()).toBe(0);
});

test('is missing for the own content', async () => {
  open({ authorId: userId });
  // A second row, to know when both are drawn.
  open({ id: '0190f1de-0000-7000-8000-000000000002' });
  await screen.findByRole('button', { name: 'More' });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
