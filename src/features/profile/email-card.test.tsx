import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { apiAnswer, eventId, quietPorts, userId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { command } from '#sync/outbox/command.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import { ProfileScreen } from './profile-screen.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const again = 'Send email again';

test('shows without network if the address is confirmed', async () => {
  await db.mirror('me').update(userId, { emailVerified: false });
  show(db, <ProfileScreen />);
  expect(await screen.findByText('orga@demo.example isn’t confirmed yet.')).toBeDefined();
  await db.mirror('me').update(userId, { emailVerified: true });
  expect(await screen.findByText('orga@demo.example is confirmed.')).toBeDefined();
  expect(screen.queryByRole('button', { name: again })).toBeNull();
});

test('shows nothing on a device that has not loaded the state', async () => {
  show(db, <ProfileScreen />);
  await screen.findByRole('form', { name: 'About me' });
  expect(screen.queryByText(/confirmed/)).toBeNull();
});

test('sends another mail, or reports the failure', async () => {
  await db.mirror('me').update(userId, { emailVerified: false });
  const answers = [apiAnswer(200, { success: true, message: '' }), apiAnswer(500, {})];
  show(db, <ProfileScreen />, {
    online: true,
    fetch: async (path) => {
      if (path === '/api/users/refresh') return apiAnswer(200, { success: true, token: 'token', userId, expiresIn: 60 });
      expect(path).toBe('/api/users/resend-verification');
      const answer = answers.shift();
      if (!answer) throw new TypeError('no network');
      return answer;
    },
  });
  await user.click(await screen.findByRole('button', { name: again }));
  expect(await screen.findByText('Verification email sent successfully!')).toBeDefined();
  await user.click(screen.getByRole('button', { name: again }));
  expect(await screen.findByText('Failed to resend verification email')).toBeDefined();
  await user.click(screen.getByRole('button', { name: again }));
  expect(await screen.findByText(/^No connection to the server/)).toBeDefined();
});

test('shows a pending new address as unconfirmed, and offers a mail only after it was sent', async () => {
  await db.mirror('me').update(userId, { emailVerified: true });
  await enqueue(db, quietPorts(), command('me', 'save', { email: 'anna@demo.example' }, { id: userId, eventId }));
  show(db, <ProfileScreen />);
  expect(await screen.findByText('anna@demo.example isn’t confirmed yet.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: again })).toBeNull());
});
