import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import { clock } from '#i18n/clock.ts';
import { button, choose, codeOf, menuItem, openCodes, press } from '#tests/fixtures/screens/codes.tsx';
import { participant } from '#tests/fixtures/device.ts';
import { changeRemotely, expectCommands, pressInToast, serverTakes, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { readXlsx } from '#tests/fixtures/screens/read-xlsx.ts';
import { savedFiles } from '#tests/fixtures/saved-files.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';

let db: EventDatabase;
const toasts = setUpScreen('admin', (device) => (db = device));
afterEach(() => history.replaceState(null, '', '#/'));

test.each([
  ['code', /^On 26\.11\.2026, 11:00, the code CODE-2 let no one else in.*Create another code/],
  ['network', /^On 26\.11\.2026, 11:00, people were turned away.*one network.*mobile data/],
] as const)('shows for a day that the limit of a %s turned people away, with the remedy', async (limit, sentence) => {
  const at = Date.parse('2026-11-26T10:00:00Z');
  const skew = (time: number) => act(() => clock.setSkew(time - Date.now()));
  skew(at + times.day - times.minute);
  const rows = [codeOf(1, { turnedAway: { at: at - 1, limit: 'network' } }), codeOf(2, { turnedAway: { at, limit } }), codeOf(3)];
  await openCodes(db, rows);
  expect(await screen.findByText(sentence)).toBeDefined();
  skew(at + times.day);
  expect(screen.queryByText(sentence)).toBeNull();
  skew(at);
  await changeRemotely(() => db.mirror('codes').update(rows[1]!.id, { turnedAway: null }));
  expect(await screen.findByText(/turned away/)).toBeDefined();
  await changeRemotely(() => db.mirror('codes').bulkDelete(rows.map(({ id }) => id)));
  await waitFor(() => expect(screen.queryByText(/turned away/)).toBeNull());
});

const lines = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, 4)
        .map(({ textContent }) => textContent),
    );

describe('the list', () => {
  test('shows the state and user of each code, newest first', async () => {
    await db.mirror('participants').put(participant(3, 'Anna'));
    const rows = [
      codeOf(1, { reusable: true }),
      codeOf(2),
      codeOf(3, { used: true, usedBy: 3 }),
      codeOf(4, { used: true, usedBy: 99 }),
      codeOf(5, { used: true, usedBy: null }),
    ];
    await db.mirror('codes').put({ ...codeOf(9), eventId: 2 });
    await openCodes(db, rows);
    await screen.findByText('CODE-1');
    expect(lines()).toEqual([
      ['CODE-5', 'Used', 'Someone who has left'],
      ['CODE-4', 'Used', 'Someone who has left'],
      ['CODE-3', 'Used', 'anna@demo.example'],
      ['CODE-2', 'Unused', ''],
      ['CODE-1', 'Reusable', ''],
    ]);
    // A short list needs no search and no pages.
    expect([screen.queryByRole('searchbox'), screen.queryByRole('navigation')]).toEqual([null, null]);
  });

  test('shows a hint if there are no codes', async () => {
    await openCodes(db, []);
    expect(await screen.findByText('No codes yet')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  test('shows one page of 2,000 codes, and finds one by its letters or its user', async () => {
    await db.mirror('participants').put(participant(3, 'Anna'));
    const many = Array.from({ length: 2_000 }, (_, index) => codeOf(index, index === 7 ? { used: true, usedBy: 3 } : {}));
    await openCodes(db, many);
    await screen.findByText('2,000 codes'.replace(',', ''));
    expect(lines()).toHaveLength(50);
    expect(lines()[0]?.[0]).toBe('CODE-1999');
    await user.click(screen.getByRole('link', { name: 'Page 40' }));
    await waitFor(() => expect(lines().at(-1)?.[0]).toBe('CODE-0'));
    await fillIn(screen.getByRole('searchbox'), 'ANNA@');
    await waitFor(() => expect(lines()).toEqual([['CODE-7', 'Used', 'anna@demo.example']]));
    await fillIn(screen.getByRole('searchbox'), 'code-1234');
    await waitFor(() => expect(lines()).toEqual([['CODE-1234', 'Unused', '']]));
    await fillIn(screen.getByRole('searchbox'), 'nothing');
    expect(await screen.findByText('No codes found')).toBeDefined();
  });

  test('filters by state at an address of its own', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => codeOf(index, index < 2 ? { used: true } : { reusable: index === 2 }));
    await openCodes(db, rows, { path: '/admin/eventcodes/used' });
    await waitFor(() => expect(lines().map(([code]) => code)).toEqual(['CODE-1', 'CODE-0']));
    const tabs = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(tabs).toEqual(expect.arrayContaining(['All (12)', 'Unused (9)', 'Used (2)', 'Reusable (1)']));
    await user.click(screen.getByRole('link', { name: 'Reusable (1)' }));
    await waitFor(() => expect(lines().map(([code]) => code)).toEqual(['CODE-2']));
  });

  test('shows the reason of a failed refresh', async () => {
    const client = await openCodes(db, []);
    client.start();
    await press('Refresh');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringMatching(/^Error: .+/)));
    client.stop();
  });
});

describe('the menu of a code', () => {
  test('copies the code', async () => {
    const written = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText: written } });
    await openCodes(db, [codeOf(1)]);
    await choose('CODE-1', 'Copy');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Code copied to clipboard'));
    expect(written).toHaveBeenCalledExactlyOnceWith('CODE-1');
    written.mockRejectedValue(new Error('no'));
    await choose('CODE-1', 'Copy');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Failed to copy code'));
  });

  test('deletes the code at once, and creates it again by Undo after the server has accepted', async () => {
    await openCodes(db, [codeOf(1)], { online: true });
    await choose('CODE-1', 'Delete');
    await expectCommands(db, [{ mutation: 'remove', args: {} }]);
    await waitFor(async () => expect(document.activeElement).toBe(await button('Add code')));
    expect(toasts).not.toHaveBeenCalled();
    await serverTakes(db);
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event code deleted successfully'));
    await pressInToast('Undo');
    await expectCommands(db, [{ mutation: 'create', args: { code: 'CODE-1', reusable: false } }]);
    expect(await db.outbox.toArray()).not.toMatchObject([{ id: codeOf(1).id }]);
  });

  test('disables Delete for a used-up code and shows the reason', async () => {
    await openCodes(db, [codeOf(1, { used: true }), codeOf(2, { used: true, reusable: true })]);
    const kept = await menuItem('CODE-1', 'Delete');
    expect([kept.getAttribute('aria-disabled'), kept.title]).toEqual(['true', 'Cannot delete used non-reusable codes']);
    expect(within(kept).getByText('Cannot delete used non-reusable codes')).toBeDefined();
    await user.click(kept);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect((await menuItem('CODE-2', 'Delete')).getAttribute('aria-disabled')).toBeNull();
  });

  test('reports a deletion that fails', async () => {
    await openCodes(db, [codeOf(1)]);
    const remove = await menuItem('CODE-1', 'Delete');
    // Stored before the command, and drawn after the tap.
    const write = db.mirror('codes').put(codeOf(1, { version: 2, used: true }));
    act(() => remove.click());
    await write;
    await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringContaining('This code was used')));
    await expectCommands(db, []);
  });
});

describe('the export', () => {
  test('contains all codes of the device, without network, and no formula', async () => {
    await db.mirror('participants').put(participant(3, 'Anna'));
    const files = savedFiles();
    await openCodes(db, [codeOf(1, { code: '=1+1' }), codeOf(2, { used: true, usedBy: 3 }), codeOf(3, { reusable: true })]);
    await press('Export');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event codes exported successfully'));
    expect(files.map(({ name }) => name)).toEqual(['event-codes-1.xlsx']);
    expect(await readXlsx(new Uint8Array(await files[0]!.content.arrayBuffer()))).toEqual([
      ['Code', 'Used', 'Reusable', 'Used by'],
      ['CODE-3', 'no', 'yes', ''],
      ['CODE-2', 'yes', 'no', 'anna@demo.example'],
      ["'=1+1", 'no', 'no', ''],
    ]);
  });

  test('reports a failure', async () => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new Error('no');
    });
    await openCodes(db, [codeOf(1)]);
    await press('Export');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Failed to export event codes'));
  });
});
