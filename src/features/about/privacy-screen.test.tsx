import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptDays } from '#contract/rules/kept-days.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { clientOf, givenDevice } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { clock } from '#i18n/clock.ts';
import { SessionProvider, SyncProvider } from '#sync/react/hooks.tsx';
import { observed } from '#lib/observable.ts';
import type { Session } from '#sync/session/session.ts';
import type { Site } from '#sync/session/server-settings.ts';
import { PrivacyScreen } from './privacy-screen.tsx';

let db: EventDatabase | null = null;
beforeEach(() => startTexts('de'));
afterEach(async () => {
  cleanup();
  await db?.delete();
  db = null;
});

function show(site: Partial<Site> = {}, signedIn: EventDatabase | null = null): void {
  const session = {
    site: observed({ controller: null, contact: null, donationUrl: null, betaLabel: null, ...site }),
    state: observed({ status: signedIn !== null ? 'signed-in' : 'signed-out' }),
    loadSite: () => Promise.resolve(),
  };
  render(
    <SessionProvider session={session as unknown as Session}>
      {signedIn ? (
        <SyncProvider client={clientOf(signedIn)}>
          <PrivacyScreen />
        </SyncProvider>
      ) : (
        <PrivacyScreen />
      )}
    </SessionProvider>,
  );
}

test('shows the date, the rights and a controller if the operator is not configured', () => {
  show();
  expect(screen.getByText('Stand: Mai 2025')).toBeDefined();
  expect(screen.getByText(/im Sinne der Datenschutz-Grundverordnung \(DSGVO\): die Orga deiner Veranstaltung$/)).toBeDefined();
  for (const article of [15, 16, 17, 18, 20, 21, 77]) expect(screen.getByText(new RegExp(`\\(Art\\. ${article}\\)`))).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('states the storage limits of personal data that the server applies', () => {
  show();
  const { least, usual, most } = keptDays;
  expect(screen.getByText(new RegExp(`${usual} Tage nach ihrem Ende.*zwischen ${least} und ${most} Tagen`))).toBeDefined();
  expect(screen.queryByText(/\{\{/)).toBeNull();
});

test('shows the deletion date of each event of the person, in the zone of the event, until it has passed', async () => {
  db = await givenDevice('participant');
  const camp = (await db.mirror('events').get(eventId))!;
  const other = { id: 2, title: 'Hütte', endDate: '2026-08-09T22:30:00Z', keptDays: 14 };
  await db.mirror('events').bulkPut([
    { ...camp, ...other },
    { ...camp, id: 3, title: 'Nachbarn' },
    { ...camp, id: 4, title: 'Vorjahr', startDate: '2025-07-01T00:00:00Z', endDate: '2025-07-09T00:00:00Z' },
  ]);
  const memberships = [eventId, 2, 4].map((id) => ({ eventId: id, role: 'participant' as const }));
  await db.mirror('me').update(userId, { memberships });
  clock.setSkew(Date.parse('2026-07-02T00:00:00Z') - Date.now());
  show({}, db);
  expect(await screen.findByText('Camp: bis Mittwoch, 7. Oktober 2026')).toBeDefined();
  expect(screen.getByText('Hütte: bis Montag, 24. August 2026')).toBeDefined();
  for (const title of [/^Nachbarn/, /^Vorjahr/]) expect(screen.queryByText(title)).toBeNull();
});

test('links a signed-in user to the profile, which exports and erases data', async () => {
  db = await givenDevice('participant');
  show({}, db);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/my-profile');
});

test.each([
  ['datenschutz@camp.example', 'mailto:datenschutz@camp.example'],
  ['https://camp.example/impressum', 'https://camp.example/impressum'],
  ['Zelt 7', null],
  ['javascript:alert(1)', null],
])('links the contact %s to %s', (contact, href) => {
  show({ controller: 'Camp e. V.', contact });
  expect(screen.getByText(/Camp e\. V\./)).toBeDefined();
  const text = screen.getByText(`Kontakt: ${contact}`);
  expect(text.getAttribute('href')).toBe(href);
});
