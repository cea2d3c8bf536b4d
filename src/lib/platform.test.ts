import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Browser, platformOf } from './platform.ts';

const macSafari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const macChrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1';
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const of = (userAgent: string, own: Partial<Browser> = {}) =>
  Object.values(platformOf({ userAgent, maxTouchPoints: 0, standalone: false, hasPush: true, ...own }));

test.each([
  ['an iPhone', of(iPhone, { maxTouchPoints: 5, hasPush: false }), [true, 'by-steps', 'needs-install', 'after-a-week', 'by-itself', true]],
  [
    'an iPad that identifies as a Mac',
    of(macSafari, { maxTouchPoints: 5, hasPush: false }),
    [true, 'by-steps', 'needs-install', 'after-a-week', 'by-itself', true],
  ],
  ['the installed app on an iPhone', of(iPhone, { standalone: true }), [true, 'installed', 'supported', 'at-will', 'by-itself', true]],
  ['Safari on a Mac', of(macSafari), [false, 'by-offer', 'supported', 'after-a-week', 'by-itself', true]],
  ['Chrome on a Mac', of(macChrome), [false, 'by-offer', 'supported', 'at-will', 'by-itself', false]],
  ['an Android phone', of(android, { maxTouchPoints: 5 }), [true, 'by-offer', 'supported', 'at-will', 'by-itself', false]],
  ['Firefox without push', of(firefox, { hasPush: false }), [false, 'by-offer', 'unsupported', 'at-will', 'asks-person', false]],
])('detects %s', (_name, found, expected) => expect(found).toEqual(expected));

const root = join(import.meta.dirname, '..');

test('no other file than the page for faults reads the user agent', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (name) => name.includes('.test.') });
  const reading = files.filter((file) => /\buserAgent\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(reading.sort()).toEqual(['features/about/debug-screen.tsx', 'lib/platform.ts']);
});
