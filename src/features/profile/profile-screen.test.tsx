import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { eventId, quietPorts, userId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue, park } from '#sync/outbox/outbox.ts';
import { ProfileIncomplete } from './profile-incomplete.tsx';
import { ProfileScreen } from './profile-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const email = () => within(screen.getByRole('form', { name: 'About me' })).getByLabelText<HTMLInputElement>('Email');

test('shows a refused address above the form with the old one restored, and discards it', async () => {
  await enqueue(db, quietPorts(), command('me', 'save', { email: 'anna@demo.example' }, { id: userId, eventId }));
  show(db, <ProfileScreen />);
  await screen.findByRole('form', { name: 'About me' });
  expect([email().value, screen.getByText('Waiting to be sent').tagName]).toEqual(['anna@demo.example', expect.any(String)]);
  await park(db, await db.outbox.toArray(), 'email_unusable');
  await screen.findByText('Your profile wasn’t saved');
  expect(screen.getByText(/^This email address can’t be used/)).toBeDefined();
  await waitFor(() => expect(email().value).toBe('orga@demo.example'));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Your profile wasn’t saved')).toBeNull());
  expect(await db.outbox.count()).toBe(0);
});

test('links from the home screen to an incomplete profile only', async () => {
  await db.mirror('me').update(userId, { name: '' });
  show(db, <ProfileIncomplete />);
  const link = await screen.findByRole('link');
  expect([link.getAttribute('href'), link.textContent]).toEqual([
    '/my-profile',
    'Your name and profile picture are missing.Complete your profile',
  ]);
  await db.mirror('me').update(userId, { name: 'Rike' });
  await screen.findByText('No profile picture set.');
  await db.mirror('me').update(userId, { image: `/images/people/${'a'.repeat(22)}-40x30.webp` });
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  await db.mirror('me').update(userId, { emailVerified: false });
  await screen.findByText('Confirm your email');
});
