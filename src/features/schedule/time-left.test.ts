import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { catalogue } from '#tests/fixtures/texts.ts';
import { timeLeft } from './time-left.ts';

/** An instance of its own: another file of this process tests how the shared one loads. */
const texts = i18next.createInstance();

beforeAll(async () => {
  await texts.init({ lng: 'en', resources: { en: { translation: catalogue('en', 'common') } }, interpolation: { escapeValue: false } });
});

test.each([
  ['12:59:30', '1 min left'],
  ['12:01:00', '59 min left'],
  ['12:00:00', '1 h left'],
  ['10:55:00', '2 h 5 min left'],
])('returns the time until 13:00 at %s', (time, text) => {
  expect(timeLeft(texts.t, '2026-07-02T13:00:00Z', Date.parse(`2026-07-02T${time}Z`))).toBe(text);
});

test('leaves out the minutes from a day on', () => {
  expect(timeLeft(texts.t, '2026-07-04T13:30:00Z', Date.parse('2026-07-02T13:00:00Z'))).toBe('48 h left');
});
