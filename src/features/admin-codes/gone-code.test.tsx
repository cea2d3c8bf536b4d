import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { choose, codeOf, dialog, openCodes } from '#tests/fixtures/screens/codes.tsx';
import { expectCommands, loadAnew, changeRemotely, serverTakes, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { eventId } from '#tests/fixtures/device.ts';
import { putWindow } from '#tests/fixtures/screens/windowed.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

test('closes the untouched form of a code that somebody else deletes', async () => {
  await openCodes(db, [codeOf(1)], { online: true });
  await choose('CODE-1', 'Edit');
  await dialog('Edit code');
  await changeRemotely(() => db.mirror('codes').delete(codeOf(1).id));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Someone else deleted this code'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reports a restored code only as created', async () => {
  await openCodes(db, [codeOf(1)], { online: true });
  await choose('CODE-1', 'Edit');
  await fillIn((await dialog('Edit code')).getByLabelText('Code'), 'MINE');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await changeRemotely(() => db.mirror('codes').delete(codeOf(1).id));
  const gone = await dialog('Someone else deleted this code');
  await user.click(gone.getByRole('button', { name: 'Add it again' }));
  await expectCommands(db, [{ mutation: 'create', args: { code: 'MINE', reusable: false } }]);
  await screen.findByText('MINE');
  await serverTakes(db);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts.mock.calls).toEqual([['Event code created successfully']]);
});

test('keeps the form waiting during a first load instead of treating its code as deleted', async () => {
  const client = await openCodes(db, [codeOf(1)], { online: true });
  await choose('CODE-1', 'Edit');
  await fillIn((await dialog('Edit code')).getByLabelText('Code'), 'MINE');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await loadAnew(db);
  client.start();
  await waitFor(() => expect(client.status.get().firstLoad).not.toBeNull());
  await changeRemotely(() => db.mirror('codes').delete(codeOf(1).id));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await changeRemotely(() => db.mirror('codes').put(codeOf(1, { version: 2 })));
  await waitFor(async () => expect((await dialog('Edit code')).getByLabelText<HTMLInputElement>('Code').value).toBe('MINE'));
  expect(toasts).not.toHaveBeenCalled();
  client.stop();
});

test('shows an ellipsis for a person of a big event who used a code and has not arrived', async () => {
  await putWindow(db);
  const client = await openCodes(db, [codeOf(1, { used: true, usedBy: 99 })]);
  client.note({ windowed: `event:${eventId}` });
  await changeRemotely(() => db.mirror('codes').put(codeOf(1, { used: true, usedBy: 98, version: 2 })));
  expect(await screen.findByText('…')).toBeDefined();
});
