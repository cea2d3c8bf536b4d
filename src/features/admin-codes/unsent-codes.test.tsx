import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { EventDatabase } from '#db/database.ts';
import { codeOf, openCodes, press } from '#tests/fixtures/screens/codes.tsx';
import { eventId } from '#tests/fixtures/device.ts';
import { clash, clientOf, expectCommands, serverRefuses, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { NotSentScreen } from '#features/not-sent/not-sent-screen.tsx';

let db: EventDatabase;
setUpScreen('admin', (device) => (db = device));
afterEach(() => history.replaceState(null, '', '#/'));

describe('unsent commands', () => {
  test('show a refused code with its reason, and resend it with another text', async () => {
    const client = clientOf(db);
    await (await client.engine()).execute('codes', 'create', { code: 'CAMP', reusable: true }, { eventId });
    await serverRefuses(db, 'code_taken');
    await openCodes(db, []);
    expect(await screen.findByText('Failed to create event code')).toBeDefined();
    expect(screen.getByText(/This event already has this code/)).toBeDefined();
    await press('Edit and send again');
    const form = within(await screen.findByRole('form', { name: 'Edit code' }));
    await fillIn(form.getByLabelText('Code'), 'CAMP-2');
    await user.click(form.getByRole('button', { name: 'Send again' }));
    await expectCommands(db, [{ mutation: 'create', args: { code: 'CAMP-2', reusable: true } }]);
  });

  test('show both versions of a conflict between two organisers', async () => {
    await db.mirror('codes').put(codeOf(1));
    const client = clientOf(db);
    await (await client.engine()).execute('codes', 'edit', { code: 'MINE' }, { id: codeOf(1).id, eventId });
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
    await (await client.engine()).execute('codes', 'remove', {}, { id: codeOf(1).id, eventId });
    await clash(db, codeOf(1, { version: 2, used: true, usedBy: 3 }));
    show(db, <NotSentScreen />);
    const card = within(await screen.findByRole('article', { name: 'Conflict: CODE-1' }));
    expect(card.getByText('Used')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Keep it' }));
    await expectCommands(db, []);
  });
});
