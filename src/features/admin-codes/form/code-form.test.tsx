import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Code } from '#contract/resources/codes.ts';
import type { EventDatabase } from '#db/database.ts';
import { choose, codeOf, dialog, openCodes, press } from '#tests/fixtures/screens/codes.tsx';
import { eventId } from '#tests/fixtures/device.ts';
import { expectCommands, serverRefuses, serverTakes, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));
afterEach(() => history.replaceState(null, '', '#/'));

describe('a new code', () => {
  test('is required, trimmed, and reported as created when the server has accepted it', async () => {
    await openCodes(db, [], { online: true });
    await press('Add code');
    const form = await dialog('New code');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Code is required')).toBeDefined();
    const field = form.getByLabelText('Code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await fillIn(field, '  CREW  ');
    await user.click(form.getByRole('switch', { name: 'Reusable' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await expectCommands(db, [{ mutation: 'create', args: { code: 'CREW', reusable: true } }]);
    expect(toasts).not.toHaveBeenCalled();
    await serverTakes(db);
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event code created successfully'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is created without network and marked as pending in its row', async () => {
    await openCodes(db, []);
    await press('Add code');
    const form = await dialog('New code');
    await fillIn(form.getByLabelText('Code'), 'FIELD');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
    const row = (await screen.findByText('FIELD')).closest('tr')!;
    expect(within(row).getByText('Waiting to be sent')).toBeDefined();
  });

  test('is refused on the device and by the server if it equals another one', async () => {
    await openCodes(db, [codeOf(1)], { online: true });
    await press('Add code');
    const form = await dialog('New code');
    const field = form.getByLabelText<HTMLInputElement>('Code');
    await fillIn(field, ' CODE-1 ');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText(/This event already has this code/)).toBeDefined();
    await expectCommands(db, []);
    await fillIn(field, 'CODE-2');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await serverRefuses(db, 'code_taken');
    expect(await form.findByText(/This event already has this code/)).toBeDefined();
    expect([field.value, await db.outbox.count()]).toEqual(['CODE-2', 0]);
  });

  test('keeps half-typed text after the app was killed', async () => {
    await db.drafts.put({ id: `code:${eventId}:new`, text: JSON.stringify({ base: null, typed: { code: 'HALF' } }), updatedAt: 0 });
    await openCodes(db, []);
    const form = await dialog('New code');
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Code').value).toBe('HALF'));
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect([screen.queryByRole('dialog'), await db.drafts.count()]).toEqual([null, 0]));
  });
});

describe('a change', () => {
  test('sends the changed fields and returns the focus to the row', async () => {
    await openCodes(db, [codeOf(1)], { online: true });
    await choose('CODE-1', 'Edit');
    const form = await dialog('Edit code');
    await user.click(form.getByRole('switch', { name: 'Reusable' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await expectCommands(db, [{ mutation: 'edit', args: { reusable: true } }]);
    await serverTakes(db);
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event code updated successfully'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions: CODE-1'));
  });

  test('makes the text of a used-up code read-only until the code is reusable', async () => {
    await openCodes(db, [codeOf(1, { used: true })]);
    await choose('CODE-1', 'Edit');
    const form = await dialog('Edit code');
    const field = form.getByLabelText<HTMLInputElement>('Code');
    expect(field.readOnly).toBe(true);
    expect(form.getByText(/If you make it reusable, it works again/)).toBeDefined();
    await user.click(form.getByRole('switch', { name: 'Reusable' }));
    expect(field.readOnly).toBe(false);
  });
});

describe('bulk creation', () => {
  test('creates random codes on the device in one transaction and selects them for printing', async () => {
    await openCodes(db, [codeOf(1)], { online: true });
    await press('Add several');
    const form = await dialog('Add several codes');
    await fillIn(form.getByLabelText('How many'), '501');
    await user.click(form.getByRole('button', { name: 'Create codes' }));
    expect(form.getByText('Enter a number from 1 to 500.')).toBeDefined();
    await fillIn(form.getByLabelText('How many'), '30');
    await fillIn(form.getByLabelText('Prefix (optional)'), 'CREW-');
    await user.click(form.getByRole('button', { name: 'Create codes' }));
    await waitFor(async () => expect(await db.outbox.count()).toBe(30));
    const args = (await db.outbox.toArray()).map((entry) => entry.args as Code);
    expect(new Set(args.map(({ code }) => code)).size).toBe(30);
    for (const each of args)
      expect(each).toEqual({ code: expect.stringMatching(/^CREW-[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/), reusable: false });
    await serverTakes(db);
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('30 codes created successfully'));
    expect(await screen.findByRole('link', { name: 'Sheet of selected codes (30)' })).toBeDefined();
  });

  test('stores all codes, or none if the device is full', async () => {
    await openCodes(db, []);
    await press('Add several');
    const form = await dialog('Add several codes');
    const add = db.outbox.add.bind(db.outbox);
    let stored = 0;
    vi.spyOn(db.outbox, 'add').mockImplementation((...given) => {
      stored += 1;
      if (stored > 10) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      return add(...given);
    });
    await user.click(form.getByRole('button', { name: 'Create codes' }));
    expect((await form.findByRole('alert')).textContent).toBe('Failed to create event code');
    expect([await db.outbox.count(), await db.mirror('codes').count()]).toEqual([0, 0]);
  });
});
