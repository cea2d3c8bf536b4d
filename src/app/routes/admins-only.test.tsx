import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userId } from '../../../tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
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
  expect(await screen.findByText('Only admins of this server can see and change things here.')).toBeDefined();
  expect(screen.queryByText('secret')).toBeNull();
});
