import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { type Code, codes } from '#contract/resources/codes.ts';
import { times } from '#contract/times.ts';
import { eventId, participant } from '#tests/fixtures/device.ts';
import {
  clash,
  clientOf,
  expectCommands,
  givenDevice,
  recordToasts,
  changeRemotely,
  pressInToast,
  serverRefuses,
  serverTakes,
  show,
  tearDown,
} from '#tests/fixtures/organiser.tsx';
import { readXlsx } from '#tests/fixtures/read-xlsx.ts';
import { Refreshable } from '#tests/fixtures/refreshable.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { at, screenOf } from '#app/routes/routes.tsx';
import type { EventDatabase } from '#db/database.ts';
import { clock } from '#i18n/clock.ts';
import { NotSentScreen } from '../not-sent/not-sent-screen.tsx';
import { adminCodes } from './manifest.ts';

const toasts = recordToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '#/');
  await tearDown(db);
});

/** Returns a code as the server stores it; a higher number is newer. */
function codeOf(number: number, part: Partial<Code> = {}): Code {
  const id = `0190f1de-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { id, version: 1, eventId, code: `CODE-${number}`, reusable: false, used: false, usedBy: null, ...part };
}

async function open(rows: readonly Code[], path = '/admin/eventcodes', online?: true) {
  await db.mirror('codes').bulkPut([...rows]);
  history.replaceState(null, '', `#${path}`);
  const routes = adminCodes.routes!.map((route) => at(route, (params) => screenOf(route, params)));
  return show(
    db,
    <Router hook={useHashLocation}>
      <Refreshable>{routes}</Refreshable>
    </Router>,
    online && { online },
  );
}

test.each([
  ['code', /^On 26\.11\.2026, 11:00, the code CODE-2 let no one else in.*Create another code/],
  ['network', /^On 26\.11\.2026, 11:00, people were turned away.*one network.*mobile data/],
] as const)('shows for a day that the limit of a %s turned people away, with the remedy', async (limit, sentence) => {
  const at = Date.parse('2026-11-26T10:00:00Z');
  const skew = (time: number) => act(() => clock.setSkew(time - Date.now()));
  skew(at + times.day - times.minute);
  const rows = [codeOf(1, { turnedAway: { at: at - 1, limit: 'network' } }), codeOf(2, { turnedAway: { at, limit } }), codeOf(3)];
  await open(rows);
  expect(await screen.findByText(sentence)).toBeDefined();
  skew(at + times.day);
  expect(screen.queryByText(sentence)).toBeNull();
  skew(at);
  await changeRemotely(() => db.mirror('codes').update(rows[1]!.id, { turnedAway: null }));
  expect(await screen.findByText(/turned away/)).toBeDefined();
  await changeRemotely(() => db.mirror('codes').bulkDelete(rows.map(({ id }) => id)));
  await waitFor(() => expect(screen.queryByText(/turned away/)).toBeNull());
});

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string | RegExp) => user.click(await button(name));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const type = (field: HTMLElement, value: string) => fillIn(field, value);
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
const menuItem = async (code: string, name: string) => {
  await user.click(await button(`Actions: ${code}`));
  return screen.findByRole('menuitem', { name });
};
const choose = async (code: string, name: string) => user.click(await menuItem(code, name));

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
    await open(rows);
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
    await open([]);
    expect(await screen.findByText('No codes yet')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  test('shows one page of 2,000 codes, and finds one by its letters or its user', async () => {
    await db.mirror('participants').put(participant(3, 'Anna'));
    const many = Array.from({ length: 2_000 }, (_, index) => codeOf(index, index === 7 ? { used: true, usedBy: 3 } : {}));
    await open(many);
    await screen.findByText('2,000 codes'.replace(',', ''));
    expect(lines()).toHaveLength(50);
    expect(lines()[0]?.[0]).toBe('CODE-1999');
    await user.click(screen.getByRole('link', { name: 'Page 40' }));
    await waitFor(() => expect(lines().at(-1)?.[0]).toBe('CODE-0'));
    await type(screen.getByRole('searchbox'), 'ANNA@');
    await waitFor(() => expect(lines()).toEqual([['CODE-7', 'Used', 'anna@demo.example']]));
    await type(screen.getByRole('searchbox'), 'code-1234');
    await waitFor(() => expect(lines()).toEqual([['CODE-1234', 'Unused', '']]));
    await type(screen.getByRole('searchbox'), 'nothing');
    expect(await screen.findByText('No codes found')).toBeDefined();
  });

  test('filters by state at an address of its own', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => codeOf(index, index < 2 ? { used: true } : { reusable: index === 2 }));
    await open(rows, '/admin/eventcodes/used');
    await waitFor(() => expect(lines().map(([code]) => code)).toEqual(['CODE-1', 'CODE-0']));
    const tabs = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(tabs).toEqual(expect.arrayContaining(['All (12)', 'Unused (9)', 'Used (2)', 'Reusable (1)']));
    await user.click(screen.getByRole('link', { name: 'Reusable (1)' }));
    await waitFor(() => expect(lines().map(([code]) => code)).toEqual(['CODE-2']));
  });

  test('shows the reason of a failed refresh', async () => {
    const client = await open([]);
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
    await open([codeOf(1)]);
    await choose('CODE-1', 'Copy');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Code copied to clipboard'));
    expect(written).toHaveBeenCalledExactlyOnceWith('CODE-1');
    written.mockRejectedValue(new Error('no'));
    await choose('CODE-1', 'Copy');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Failed to copy code'));
  });

  test('deletes the code at once, and creates it again by Undo after the server has accepted', async () => {
    await open([codeOf(1)], undefined, true);
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
    await open([codeOf(1, { used: true }), codeOf(2, { used: true, reusable: true })]);
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
    await open([codeOf(1)]);
    const remove = await menuItem('CODE-1', 'Delete');
    // Stored before the command, and drawn after the tap.
    const write = db.mirror('codes').put(codeOf(1, { version: 2, used: true }));
    act(() => remove.click());
    await write;
    await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringContaining('This code was used')));
    await expectCommands(db, []);
  });
});

describe('a new code', () => {
  test('is required, trimmed, and reported as created when the server has accepted it', async () => {
    await open([], undefined, true);
    await press('Add code');
    const form = await dialog('New code');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Code is required')).toBeDefined();
    const field = form.getByLabelText('Code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await type(field, '  CREW  ');
    await user.click(form.getByRole('switch', { name: 'Reusable' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await expectCommands(db, [{ mutation: 'create', args: { code: 'CREW', reusable: true } }]);
    expect(toasts).not.toHaveBeenCalled();
    await serverTakes(db);
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event code created successfully'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is created without network and marked as pending in its row', async () => {
    await open([]);
    await press('Add code');
    const form = await dialog('New code');
    await type(form.getByLabelText('Code'), 'FIELD');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Saved on this device. It’ll be sent as soon as possible.'));
    const row = (await screen.findByText('FIELD')).closest('tr')!;
    expect(within(row).getByText('Waiting to be sent')).toBeDefined();
  });

  test('is refused on the device and by the server if it equals another one', async () => {
    await open([codeOf(1)], undefined, true);
    await press('Add code');
    const form = await dialog('New code');
    const field = form.getByLabelText<HTMLInputElement>('Code');
    await type(field, ' CODE-1 ');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText(/This event already has this code/)).toBeDefined();
    await expectCommands(db, []);
    await type(field, 'CODE-2');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await serverRefuses(db, 'code_taken');
    expect(await form.findByText(/This event already has this code/)).toBeDefined();
    expect([field.value, await db.outbox.count()]).toEqual(['CODE-2', 0]);
  });

  test('keeps half-typed text after the app was killed', async () => {
    await db.drafts.put({ id: `code:${eventId}:new`, text: JSON.stringify({ base: null, typed: { code: 'HALF' } }), updatedAt: 0 });
    await open([]);
    const form = await dialog('New code');
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Code').value).toBe('HALF'));
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect([screen.queryByRole('dialog'), await db.drafts.count()]).toEqual([null, 0]));
  });
});

describe('a change', () => {
  test('sends the changed fields and returns the focus to the row', async () => {
    await open([codeOf(1)], undefined, true);
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
    await open([codeOf(1, { used: true })]);
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
    await open([codeOf(1)], undefined, true);
    await press('Many at once');
    const form = await dialog('Many codes at once');
    await type(form.getByLabelText('How many'), '501');
    await user.click(form.getByRole('button', { name: 'Create codes' }));
    expect(form.getByText('Enter a number from 1 to 500.')).toBeDefined();
    await type(form.getByLabelText('How many'), '30');
    await type(form.getByLabelText('Prefix (optional)'), 'CREW-');
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
    await open([]);
    await press('Many at once');
    const form = await dialog('Many codes at once');
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

describe('the export', () => {
  test('contains all codes of the device, without network, and no formula', async () => {
    await db.mirror('participants').put(participant(3, 'Anna'));
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (files.push(blob as Blob), 'blob:x'));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await open([codeOf(1, { code: '=1+1' }), codeOf(2, { used: true, usedBy: 3 }), codeOf(3, { reusable: true })]);
    await press('Export');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Event codes exported successfully'));
    expect(names).toEqual(['event-codes-1.xlsx']);
    expect(await readXlsx(new Uint8Array(await files[0]!.arrayBuffer()))).toEqual([
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
    await open([codeOf(1)]);
    await press('Export');
    await waitFor(() => expect(toasts).toHaveBeenCalledWith('Failed to export event codes'));
  });
});

describe('the sheet', () => {
  const cards = () => screen.getAllByRole('listitem').map((card) => within(card).getAllByText(/CODE-/).at(-1)?.textContent);

  test('shows all unused codes with the event and a QR code, and prints them', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await open([codeOf(1), codeOf(2, { used: true }), codeOf(3, { reusable: true }), codeOf(4)]);
    await user.click(await screen.findByRole('link', { name: 'Sheet of unused codes (2)' }));
    expect(await screen.findByRole('img', { name: 'QR code for CODE-1' })).toBeDefined();
    expect(cards()).toEqual(['CODE-4', 'CODE-1']);
    expect(screen.getAllByText('Camp')).toHaveLength(2);
    await press('Print (2)');
    expect(print).toHaveBeenCalledOnce();
  });

  test('shows the selected codes in any state', async () => {
    await open([codeOf(1), codeOf(2, { used: true }), codeOf(3, { reusable: true })]);
    for (const code of ['CODE-2', 'CODE-3']) await user.click(await screen.findByRole('checkbox', { name: `Select ${code} for printing` }));
    await user.click(screen.getByRole('link', { name: 'Sheet of selected codes (2)' }));
    await screen.findByRole('button', { name: 'Print (2)' });
    expect(cards()).toEqual(['CODE-3', 'CODE-2']);
  });

  test('draws many codes in steps, counts those that are not sent, and enables Print when it is complete', async () => {
    const client = await open(
      Array.from({ length: 120 }, (_, index) => codeOf(index)),
      '/admin/eventcodes/print',
    );
    await (await client.engine()).execute(codes, 'create', { code: 'CODE-NEW', reusable: false }, { eventId });
    await waitFor(() => expect(cards()).toHaveLength(121));
    expect((await button('Print (121)')).getAttribute('aria-disabled')).toBe('false');
    expect(screen.getByText(/^1 of these hasn’t been sent yet/)).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('shows a hint if there is no code to print', async () => {
    await open([codeOf(1, { used: true })], '/admin/eventcodes/print');
    expect(await screen.findByText('No codes to print')).toBeDefined();
  });
});

describe('unsent commands', () => {
  test('show a refused code with its reason, and resend it with another text', async () => {
    const client = clientOf(db);
    await (await client.engine()).execute(codes, 'create', { code: 'CAMP', reusable: true }, { eventId });
    await serverRefuses(db, 'code_taken');
    await open([]);
    expect(await screen.findByText('Failed to create event code')).toBeDefined();
    expect(screen.getByText(/This event already has this code/)).toBeDefined();
    await press('Edit and send again');
    const form = within(await screen.findByRole('form', { name: 'Edit code' }));
    await type(form.getByLabelText('Code'), 'CAMP-2');
    await user.click(form.getByRole('button', { name: 'Send again' }));
    await expectCommands(db, [{ mutation: 'create', args: { code: 'CAMP-2', reusable: true } }]);
  });

  test('show both versions of a conflict between two organisers', async () => {
    await db.mirror('codes').put(codeOf(1));
    const client = clientOf(db);
    await (await client.engine()).execute(codes, 'edit', { code: 'MINE' }, { id: codeOf(1).id, eventId });
    await clash(db, codeOf(1, { version: 2, code: 'THEIRS' }));
    show(db, <NotSentScreen />);
    const card = within(await screen.findByRole('article', { name: 'Conflict: CODE-1' }));
    await user.click(card.getByRole('radio', { name: /MINE/ }));
    await user.click(card.getByRole('button', { name: 'Save choice' }));
    await expectCommands(db, [{ mutation: 'edit', args: { code: 'MINE' } }]);
  });

  test('ask about a code that was used while it was deleted here', async () => {
    await db.mirror('codes').put(codeOf(1));
    const client = clientOf(db);
    await (await client.engine()).execute(codes, 'remove', {}, { id: codeOf(1).id, eventId });
    await clash(db, codeOf(1, { version: 2, used: true, usedBy: 3 }));
    show(db, <NotSentScreen />);
    const card = within(await screen.findByRole('article', { name: 'Conflict: CODE-1' }));
    expect(card.getByText('Used')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Keep it' }));
    await expectCommands(db, []);
  });
});
