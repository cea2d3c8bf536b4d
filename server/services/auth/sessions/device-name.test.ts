import { expect, test } from 'vitest';
import { deviceNameOf } from './device-name.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

test.each([
  ['Firefox, Android', 'Mozilla/5.0 (Android 16; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'],
  ['Firefox, Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'],
  ['Firefox, Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'],
  ['Firefox, iOS', `${iphone} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari, iOS', `${iphone} Version/18.6 Mobile/15E148 Safari/604.1`],
  ['Safari, macOS', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`],
  ['Chrome, iOS', `${iphone} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ['Chrome, Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome, Windows', `${windows} ${chrome}`],
  ['Chrome, macOS', `${mac} ${chrome}`],
  ['Chrome, Linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`],
  ['Chrome, Chrome OS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`],
  ['Edge, Windows', `${windows} ${chrome} Edg/142.0.0.0`],
  ['Opera, Windows', `${windows} ${chrome} OPR/124.0.0.0`],
  ['Samsung Internet, Android', `${android} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`],
])('deviceNameOf recognizes %s', (name, userAgent) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});

test.each([undefined, '', 'curl/8.5.0', 'canary/1.0 of somebody', 'Ana/7 (her phone)', '('.repeat(9_000), 'x/'.repeat(9_000)])(
  'deviceNameOf returns null for %j',
  (userAgent) => {
    expect(deviceNameOf(userAgent)).toBeNull();
  },
);
