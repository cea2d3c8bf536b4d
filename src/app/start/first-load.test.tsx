import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadAnew, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '#sync/device/ports.ts';
import { userId } from '#tests/fixtures/device.ts';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { FirstLoad } from './first-load.tsx';

let db: EventDatabase;
setUpScreen('participant', async (device) => {
  db = device;
  await loadAnew(db);
  await db.mirror('me').clear();
});

test.each<[string, Ports['fetch'], string]>([
  ['no network', () => Promise.reject(new TypeError('no network')), 'You’re offline. Loading continues as soon as you’re back online.'],
  [
    'a proxy that does not reach the server',
    async () => new Response('bad gateway', { status: 502 }),
    'Can’t reach the server right now. Loading continues automatically.',
  ],
])('shows what delays the first load: %s', async (_case, fetch, sentence) => {
  const client = show(db, <FirstLoad>Home</FirstLoad>, { fetch });
  client.start();
  expect(await screen.findByText(sentence)).toBeDefined();
  client.stop();
});

test.each(['/switch', '/not-sent', '/my-profile', '/admin/global', '/admin/global/events/2'])(
  '%s opens without an event, since commands rejected after its deletion are kept there',
  async (path) => {
    const nothing = { image: null, whatsapp: null, instagram: null, linkedin: null };
    await db
      .mirror('me')
      .put({ id: userId, version: 1, email: '', name: '', role: 'user', activeEventId: null, memberships: [], ...nothing });
    show(
      db,
      <Router hook={memoryLocation({ path }).hook}>
        <FirstLoad>what needs no event</FirstLoad>
      </Router>,
    );
    expect(await screen.findByText('what needs no event')).toBeDefined();
  },
);
