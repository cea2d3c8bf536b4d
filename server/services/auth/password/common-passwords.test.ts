import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const context = ['Seewiese 2026', 'greta.birke'];

test.each([
  'Passwort1',
  'P4ssw0rt!',
  'Sommer2026',
  '2026Sommer!',
  'Camp2026',
  'Qwertz123',
  'Montag-12',
  'März2026!',
  'Aaaaaaa1',
  'Eventcompanion1',
])('rejects %s without any context', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Seewiese1', 'seewiese-2026', 'Greta2026', 'GretaBirke1'])('rejects %s because it names the event or the person', (password) => {
  expect(isCommonPassword(password, context)).toBe(true);
  expect(isCommonPassword(password.replace(/[Ss]ee/, 'Ufer').replace('Greta', 'Xqrtl'), context)).toBe(false);
});

test.each(['Correct horse battery staple 1', 'Drei Birken am Seeufer 7', 'Sommer-Birke-Zelt-9', 'tR7-kelpo', 'Sommer2026 und 40 Zelte'])(
  'accepts %s',
  (password) => {
    expect(isCommonPassword(password, context)).toBe(false);
  },
);
