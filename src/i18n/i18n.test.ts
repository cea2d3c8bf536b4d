import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorTexts, startI18n } from './i18n.ts';

let requests: string[];
let missing: string;

beforeEach(() => {
  requests = [];
  missing = 'none';
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['de-CH'] });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (path: string) => {
    const [, language, namespace] = /locales\/(\w+)\/(\w+)\.json/.exec(path)!;
    requests.push(`${language}/${namespace}`);
    return language === missing
      ? new Response(null, { status: 504 })
      : Response.json({ app: { cancel: `${language} ${namespace}` }, internal: `${language} ${namespace}` });
  });
});

afterEach(() => {
  for (const language of ['de', 'en']) for (const namespace of ['common', 'errors']) i18next.removeResourceBundle(language, namespace);
});

test('loads one catalogue before the first screen, and the error texts later', async () => {
  await startI18n();
  expect(requests).toEqual(['de/common']);
  await loadErrorTexts();
  expect(requests).toEqual(['de/common', 'de/errors']);
  expect([i18next.t('app.cancel'), i18next.t('errors:internal')]).toEqual(['de common', 'de errors']);
});

test('falls back to English if a language cannot be loaded', async () => {
  missing = 'de';
  await startI18n();
  expect(requests).toEqual(['de/common', 'en/common']);
  expect(i18next.t('app.cancel')).toBe('en common');
});

test('uses the catalogue that the page fetched in advance, once and for nothing else', async () => {
  const answer = Promise.resolve(Response.json({ app: { cancel: 'ahead' } }));
  vi.stubGlobal('textsAhead', { path: `/locales/de/common.json?v=${__LOCALE_VERSION__}`, answer });
  await startI18n();
  expect([requests, i18next.t('app.cancel')]).toEqual([[], 'ahead']);
  await loadErrorTexts();
  expect(requests).toEqual(['de/errors']);
});

test('fetches the catalogue when the page could not', async () => {
  const answer = Promise.resolve(null);
  vi.stubGlobal('textsAhead', { path: `/locales/de/common.json?v=${__LOCALE_VERSION__}`, answer });
  await startI18n();
  expect(requests).toEqual(['de/common']);
});
