import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EventDatabase } from '#db/database.ts';
import { button, codeOf, openCodes, press } from '#tests/fixtures/screens/codes.tsx';
import { eventId } from '#tests/fixtures/device.ts';
import { setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));
afterEach(() => history.replaceState(null, '', '#/'));

describe('the sheet', () => {
  const cards = () => screen.getAllByRole('listitem').map((card) => within(card).getAllByText(/CODE-/).at(-1)?.textContent);

  test('shows all unused codes with the event and a QR code, and prints them', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await openCodes(db, [codeOf(1), codeOf(2, { used: true }), codeOf(3, { reusable: true }), codeOf(4)]);
    await user.click(await screen.findByRole('link', { name: 'Sheet of unused codes (2)' }));
    expect(await screen.findByRole('img', { name: 'QR code for CODE-1' })).toBeDefined();
    expect(cards()).toEqual(['CODE-4', 'CODE-1']);
    expect(screen.getAllByText('Camp')).toHaveLength(2);
    await press('Print (2)');
    expect(print).toHaveBeenCalledOnce();
  });

  test('shows the selected codes in any state', async () => {
    await openCodes(db, [codeOf(1), codeOf(2, { used: true }), codeOf(3, { reusable: true })]);
    for (const code of ['CODE-2', 'CODE-3']) await user.click(await screen.findByRole('checkbox', { name: `Select ${code} for printing` }));
    await user.click(screen.getByRole('link', { name: 'Sheet of selected codes (2)' }));
    await screen.findByRole('button', { name: 'Print (2)' });
    expect(cards()).toEqual(['CODE-3', 'CODE-2']);
  });

  test('draws many codes in steps, counts those that are not sent, and enables Print when it is complete', async () => {
    const client = await openCodes(
      db,
      Array.from({ length: 120 }, (_, index) => codeOf(index)),
      { path: '/admin/eventcodes/print' },
    );
    await (await client.engine()).execute('codes', 'create', { code: 'CODE-NEW', reusable: false }, { eventId });
    await waitFor(() => expect(cards()).toHaveLength(121));
    expect((await button('Print (121)')).getAttribute('aria-disabled')).toBe('false');
    expect(screen.getByText(/^1 of these hasn’t been sent yet/)).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('shows a hint if there is no code to print', async () => {
    await openCodes(db, [codeOf(1, { used: true })], { path: '/admin/eventcodes/print' });
    expect(await screen.findByText('No codes to print')).toBeDefined();
  });
});
