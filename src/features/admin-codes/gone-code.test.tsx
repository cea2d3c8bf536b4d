import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Code } from '#contract/resources/codes.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, loadAnew, changeRemotely, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { AdminCodesScreen } from './admin-codes-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));

function codeOf(number: number, part: Partial<Code> = {}): Code {
  const id = `0190f1de-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { id, version: 1, eventId, code: `CODE-${number}`, reusable: false, used: false, usedBy: null, ...part };
}

async function open(...rows: Code[]): Promise<SyncClient> {
  await db.mirror('codes').bulkPut(rows);
  return show(db, <AdminCodesScreen filter="all" page={1} />, { online: true });
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const type = (field: HTMLElement, value: string) => fillIn(field, value);
async function choose(code: string, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions: ${code}` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

test('closes the untouched form of a code that somebody else deletes', async () => {
  await open(codeOf(1));
  await choose('CODE-1', 'Edit');
  await dialog('Edit code');
  await changeRemotely(() => db.mirror('codes').delete(codeOf(1).id));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('Someone else deleted this code'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reports a restored code only as created', async () => {
  await open(codeOf(1));
  await choose('CODE-1', 'Edit');
  await type((await dialog('Edit code')).getByLabelText('Code'), 'MINE');
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
  const client = await open(codeOf(1));
  await choose('CODE-1', 'Edit');
  await type((await dialog('Edit code')).getByLabelText('Code'), 'MINE');
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
