import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { userId } from '#tests/fixtures/device.ts';
import { expectCommands, changeRemotely, serverRefuses, serverTakes, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { ProfileCard } from './profile-card.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

function Card(): ReactNode {
  const me = useMe();
  return me && <ProfileCard me={me} waiting={false} />;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fillIn(field(label), value);

test('enables Save and Cancel only for changes, and sends only those', async () => {
  show(db, <Card />);
  await screen.findByLabelText('Name');
  const [save, cancel] = ['Save', 'Cancel'].map((name) => screen.getByRole('button', { name }));
  const usable = () => [save, cancel].map((button) => button!.getAttribute('aria-disabled') === 'false');
  expect(usable()).toEqual([false, false]);
  await type('Name', 'Anna L.');
  await type('WhatsApp', '+49 170 1234567');
  expect(usable()).toEqual([true, true]);
  await user.click(cancel!);
  await waitFor(() => expect(['Name', 'WhatsApp'].map((label) => field(label).value)).toEqual(['Orga', '']));
  await waitFor(() => expect(usable()).toEqual([false, false]));
  await type('WhatsApp', '+49 170 1234567');
  await user.click(save!);
  await waitFor(() => expect([...usable(), field('WhatsApp').value]).toEqual([false, false, '+49 170 1234567']));
  expect(toasts.mock.calls).toEqual([['Saved on this device. It’ll be sent as soon as possible.']]);
  await expectCommands(db, [{ mutation: 'save', args: { whatsapp: '+49 170 1234567' } }]);
});

test('reports success when the server has accepted', async () => {
  show(db, <Card />, { online: true });
  await screen.findByLabelText('Name');
  await type('WhatsApp', '+49 170 1234567');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectCommands(db, [{ mutation: 'save', args: { whatsapp: '+49 170 1234567' } }]);
  expect(toasts).not.toHaveBeenCalled();
  await serverTakes(db);
  await waitFor(() => expect(toasts.mock.calls).toEqual([['Profile saved']]));
  expect(await db.drafts.count()).toBe(0);
});

test('shows a refused address at its field and focuses it', async () => {
  show(db, <Card />, { online: true });
  await screen.findByLabelText('Name');
  await type('Email', 'anna@demo.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await serverRefuses(db, 'email_unusable');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This email address can’t be used/);
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Email'));
});

test('shows a refusal without a reason as not saved', async () => {
  show(db, <Card />, { online: true });
  await screen.findByLabelText('Name');
  await type('Name', 'Anna');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await serverRefuses(db, 'internal');
  expect((await screen.findByRole('alert')).textContent).toBe('Your profile wasn’t saved');
  expect(field('Name').value).toBe('Anna');
});

test('returns refused values to the form with the reason, and restores them after a restart', async () => {
  const own = await db.mirror('me').get(userId);
  show(db, <Card />, { online: true });
  await screen.findByLabelText('Name');
  await type('WhatsApp', '+49 170 1234567');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await serverRefuses(db, 'storage_full');
  expect(await screen.findByRole('alert')).toBeDefined();
  expect([await db.outbox.count(), (await db.mirror('me').get(userId))?.whatsapp, toasts.mock.calls]).toEqual([0, own!.whatsapp, []]);
  expect(field('WhatsApp').value).toBe('+49 170 1234567');
  cleanup();
  show(db, <Card />);
  await waitFor(() => expect(field('WhatsApp').value).toBe('+49 170 1234567'));
});

test('restores typed values after a restart', async () => {
  show(db, <Card />);
  await screen.findByLabelText('Name');
  await type('Instagram', '@anna');
  cleanup();
  show(db, <Card />);
  await waitFor(() => expect(field('Instagram').value).toBe('@anna'));
  expect(await db.outbox.count()).toBe(0);
});

test('allows the old value of a field that another device changed', async () => {
  show(db, <Card />);
  await screen.findByLabelText('Name');
  const before = field('Name').value;
  await type('WhatsApp', '+49 170 1234567');
  await changeRemotely(() => db.mirror('me').update(userId, { version: 2, name: 'Somebody else' }));
  await waitFor(() => expect(field('Name').value).toBe('Somebody else'));
  await type('Name', before);
  expect(field('Name').value).toBe(before);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await db.outbox.toArray()).map(({ args }) => args)).toEqual([{ name: before, whatsapp: '+49 170 1234567' }]),
  );
});

test('cancels a draft without changes and keeps the focus', async () => {
  await db.drafts.put({ id: 'profile', text: JSON.stringify({ base: {}, typed: { whatsapp: ' ' } }), updatedAt: 1 });
  show(db, <Card />);
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('false'));
  cancel.focus();
  await user.click(cancel);
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement).toBe(cancel);
});

test('shows concurrent changes of another device in untouched fields, and does not revert them', async () => {
  show(db, <Card />);
  await screen.findByLabelText('Name');
  await type('Name', 'Anna L.');
  await type('Instagram', '@anna');
  await changeRemotely(() =>
    db.mirror('me').update(userId, { version: 2, whatsapp: '+49 170 1234567', email: 'new@demo.example', instagram: '@other' }),
  );
  await waitFor(() => expect(field('WhatsApp').value).toBe('+49 170 1234567'));
  expect(['Name', 'Email', 'Instagram'].map((label) => field(label).value)).toEqual(['Anna L.', 'new@demo.example', '@anna']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await db.outbox.toArray()).map(({ args }) => args)).toEqual([{ name: 'Anna L.', instagram: '@anna' }]));
});
