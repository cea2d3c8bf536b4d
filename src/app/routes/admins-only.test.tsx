import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userId } from '../../../tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { observed } from '../../lib/observable.ts';
import { SessionProvider } from '../../sync/react/hooks.tsx';
import type { Session } from '../../sync/session/session.ts';
import { AdminsOnly } from './admins-only.tsx';

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

test('an organiser gets in', async () => {
  db = await givenDevice('admin');
  show(db, <AdminsOnly access="event-admin">secret</AdminsOnly>);
  expect(await screen.findByText('secret')).toBeDefined();
});

test('a participant gets a clear word instead', async () => {
  db = await givenDevice('participant');
  show(db, <AdminsOnly access="event-admin">secret</AdminsOnly>);
  expect(await screen.findByText('This part is for organisers')).toBeDefined();
  expect(screen.queryByText('secret')).toBeNull();
});

test('where everything is run, a global admin gets in, be there an event or none', async () => {
  db = await givenDevice('participant');
  await db.mirror('me').update(userId, { role: 'admin', activeEventId: null, memberships: [] });
  show(db, <AdminsOnly access="global-admin">secret</AdminsOnly>);
  expect(await screen.findByText('secret')).toBeDefined();
});

test('and an organiser of one event gets a clear word', async () => {
  db = await givenDevice('admin');
  show(db, <AdminsOnly access="global-admin">secret</AdminsOnly>);
  expect(await screen.findByText('Only global admins can see and change things here.')).toBeDefined();
  expect(screen.queryByText('secret')).toBeNull();
});

describe('where the server requires a second factor of admins', () => {
  const site = observed({ controller: null, contact: null, donationUrl: null, betaLabel: null, adminsNeedFactor: true });
  const session = { site, loadSite: () => Promise.resolve() } as Partial<Session> as Session;
  const open = () =>
    show(
      db,
      <SessionProvider session={session}>
        <AdminsOnly access="event-admin">secret</AdminsOnly>
      </SessionProvider>,
    );

  test('an organiser without one reads the screen, and is led to where it is turned on, without network too', async () => {
    db = await givenDevice('admin');
    open();
    const notice = within(await screen.findByRole('region', { name: 'Turn on two-factor authentication' }));
    expect(notice.getByRole('link', { name: 'Open my profile' }).getAttribute('href')).toBe('/my-profile');
    expect(screen.getByText('secret')).toBeDefined();
  });

  test('the notice goes when it is on', async () => {
    db = await givenDevice('admin');
    open();
    await screen.findByRole('region', { name: 'Turn on two-factor authentication' });
    await act(() => db.mirror('me').update(userId, { secondFactor: true }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(screen.getByText('secret')).toBeDefined();
  });
});
