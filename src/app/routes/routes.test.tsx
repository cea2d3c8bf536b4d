import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { Routes } from './routes.tsx';

let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice('participant');
});
afterEach(() => tearDown(db));

test.each([
  ['/', 'Camp'],
  ['/chat', 'Chat'],
  ['/chat/2', 'Chat'],
  ['/pictures/2', 'Photos'],
  ['/statistics/counter', 'Statistics'],
  ['/not-sent', 'Not sent'],
  ['/my-profile', 'My profile'],
  ['/admin/announcements', 'For organisers'],
  ['/nowhere', 'There is no such page'],
])('%s shows: %s', async (path, title) => {
  show(
    db,
    <Router hook={memoryLocation({ path }).hook}>
      <Routes />
    </Router>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
});
