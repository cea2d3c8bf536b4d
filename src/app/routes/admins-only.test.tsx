import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userId } from '#tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { observed } from '#lib/observable.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import type { Session } from '#sync/session/session.ts';
import { AdminsOnly } from './admins-only.tsx';

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

test('admits an event admin', async () => {
  db = await givenDevice('admin');
  show(db, <AdminsOnly access="event-admin">secret</AdminsOnly>);
  expect(await screen.findByText('secret')).toBeDefined();
});

test('shows an explanation to a participant', async () => {
  db = await givenDevice('participant');
  show(db, <AdminsOnly access="event-admin">secret</AdminsOnly>);
  expect(await screen.findByText('This part is for organisers')).toBeDefined();
  expect(screen.queryByText('secret')).toBeNull();
});

test('admits a global admin with or without an event', async () => {
  db = await givenDevice('participant');
  await db.mirror('me').update(userId, { role: 'admin', activeEventId: null, memberships: [] });
  show(db, <AdminsOnly access="global-admin">secret</AdminsOnly>);
  expect(await screen.findByText('secret')).toBeDefined();
});

test('shows an explanation on global screens to an event admin', async () => {
  db = await givenDevice('admin');
  show(db, <AdminsOnly access="global-admin">secret</AdminsOnly>);
  expect(await screen.findByText('Only global admins can see and change things here.')).toBeDefined();
  expect(screen.queryByText('secret')).toBeNull();
});

describe('if the server requires a second factor of admins', () => {
  const site = observed({ controller: null, contact: null, donationUrl: null, betaLabel: null, adminsNeedFactor: true });
  const session = { site, loadSite: () => Promise.resolve() } as Partial<Session> as Session;
  const open = () =>
    show(
      db,
      <SessionProvider session={session}>
        <AdminsOnly access="event-admin">secret</AdminsOnly>
      </SessionProvider>,
    );

  test('an event admin without one sees the screen and a link to turn it on, also offline', async () => {
    db = await givenDevice('admin');
    open();
    const notice = within(await screen.findByRole('region', { name: 'Turn on two-factor authentication' }));
    expect(notice.getByRole('link', { name: 'Open my profile' }).getAttribute('href')).toBe('/my-profile');
    expect(screen.getByText('secret')).toBeDefined();
  });

  test('the notice disappears when the factor is on', async () => {
    db = await givenDevice('admin');
    open();
    await screen.findByRole('region', { name: 'Turn on two-factor authentication' });
    await act(() => db.mirror('me').update(userId, { secondFactor: true }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(screen.getByText('secret')).toBeDefined();
  });
});
