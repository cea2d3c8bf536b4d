import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn } from '#tests/fixtures/user.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { observed } from '#lib/observable.ts';
import type { Session } from '#sync/session/session.ts';
import { FaqScreen } from './faq-screen.tsx';

beforeEach(async () => {
  await startTexts();
  const session = { site: observed({ controller: null, contact: null, donationUrl: null, betaLabel: null }), loadSite: async () => {} };
  render(
    <SessionProvider session={session as unknown as Session}>
      <FaqScreen />
    </SessionProvider>,
  );
});

const look = (words: string): Promise<void> => fillIn(screen.getByRole('searchbox'), words);
const entries = () => [...document.querySelectorAll('details')];

test('shows all questions closed, and search results open', async () => {
  expect(entries().map(({ open }) => open)).toEqual([false, false, false, false, false]);
  await look('SAFARI');
  expect(entries().map(({ open }) => open)).toEqual([true]);
  expect(entries()[0]!.textContent).toContain('iPhone and iPad: open this page in Safari');
  expect(screen.getByRole('status').textContent).toBe('1 question found');
  await look(' ');
  expect(entries().map(({ open }) => open)).toEqual([false, false, false, false, false]);
});

test('reports an empty result in the language chosen since then', async () => {
  await look('dragons');
  expect(entries()).toEqual([]);
  expect(screen.getByText('No questions found')).toBeDefined();
  await act(() => i18next.changeLanguage('de'));
  expect(screen.getByText('Keine Fragen gefunden')).toBeDefined();
});
