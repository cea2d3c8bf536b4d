import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { AdminsOnly } from './admins-only.tsx';

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

test('an organiser gets in', async () => {
  db = await givenDevice('admin');
  show(db, <AdminsOnly>secret</AdminsOnly>);
  expect(await screen.findByText('secret')).toBeDefined();
});

test('a participant gets a clear word instead', async () => {
  db = await givenDevice('participant');
  show(db, <AdminsOnly>secret</AdminsOnly>);
  expect(await screen.findByText('This part is for organisers')).toBeDefined();
  expect(screen.queryByText('secret')).toBeNull();
});
