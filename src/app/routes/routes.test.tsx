import { screen, waitForElementToBeRemoved } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { Routes } from './routes.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

test.each([
  ['/', 'Camp'],
  ['/chat', 'Chat'],
  ['/chat/2', 'Chat'],
  ['/pictures/2', 'Photos'],
  ['/statistics/counter', 'Statistics'],
  ['/not-sent', 'Not sent'],
  ['/my-profile', 'My profile'],
  ['/admin/announcements', 'For organisers'],
  ['/nowhere', 'Page not found'],
])('the path %s shows %s', async (path, title) => {
  show(
    db,
    <Router hook={memoryLocation({ path }).hook}>
      <Routes />
    </Router>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
});

const openAt = (path: string): void =>
  void show(
    db,
    <Router hook={memoryLocation({ path }).hook}>
      <Routes />
    </Router>,
  );

test.each([
  ['/chat/2', 3],
  ['/sharing-add', 16],
  ['/date/unrated', 18],
  ['/date-matches', 18],
])('%s shows a notice if its module is off, and the screen if it is on', async (path, moduleId) => {
  await putDemoScreens(db);
  await db.mirror('modules').update(`${eventId}-${moduleId}`, { isActive: false });
  openAt(path);
  expect(await screen.findByRole('heading', { name: 'Not part of this event' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/home');
  await db.mirror('modules').update(`${eventId}-${moduleId}`, { isActive: true });
  await waitForElementToBeRemoved(() => screen.queryByRole('heading', { name: 'Not part of this event' }));
});

test('shows a screen whose optional menu entry is off', async () => {
  await putDemoScreens(db);
  const module = (await db.mirror('modules').get(`${eventId}-18`))!;
  await db
    .mirror('modules')
    .put({ ...module, menu_entries: module.menu_entries.map((entry) => ({ ...entry, isActive: !entry.optional })) });
  openAt('/date-matches');
  expect(await screen.findByRole('heading', { level: 1, name: 'Matches' })).toBeDefined();
});
