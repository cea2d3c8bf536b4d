import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { SessionProvider } from '../../sync/react/hooks.tsx';
import { observed } from '../../sync/device/observable.ts';
import type { Session } from '../../sync/session/session.ts';
import type { Site } from '../../sync/session/site.ts';
import { PrivacyScreen } from './privacy-screen.tsx';

beforeEach(() => startTexts('de'));

function show(site: Partial<Site> = {}, signedIn = false): void {
  const session = {
    site: observed({ controller: null, contact: null, donationUrl: null, betaLabel: null, ...site }),
    state: observed({ status: signedIn ? 'signed-in' : 'signed-out' }),
    loadSite: () => Promise.resolve(),
  };
  render(
    <SessionProvider session={session as unknown as Session}>
      <PrivacyScreen />
    </SessionProvider>,
  );
}

test('it is dated, names the rights, and somebody responsible also where the operator says nothing', () => {
  show();
  expect(screen.getByText('Stand: Mai 2025')).toBeDefined();
  expect(screen.getByText(/im Sinne der Datenschutz-Grundverordnung \(DSGVO\): die Veranstalter deiner Veranstaltung$/)).toBeDefined();
  for (const article of [15, 16, 17, 18, 20, 21, 77]) expect(screen.getByText(new RegExp(`\\(Art\\. ${article}\\)`))).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('who is signed in is led to where their data can be had and erased', () => {
  show({}, true);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/my-profile');
});

test.each([
  ['datenschutz@camp.example', 'mailto:datenschutz@camp.example'],
  ['https://camp.example/impressum', 'https://camp.example/impressum'],
  ['Zelt 7', null],
  ['javascript:alert(1)', null],
])('the contact %s is a link to %s', (contact, href) => {
  show({ controller: 'Camp e. V.', contact });
  expect(screen.getByText(/Camp e\. V\./)).toBeDefined();
  const text = screen.getByText(`Kontakt: ${contact}`);
  expect(text.getAttribute('href')).toBe(href);
});
