import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

test('without settings it serves this machine only', () => {
  expect(loadConfig({})).toMatchObject({ host: '127.0.0.1', port: 4000, demo: false, trustProxy: false, logLevel: 'info' });
  expect(loadConfig({ DEMO: '1', PORT: '' })).toMatchObject({ host: '127.0.0.1', port: 4000, demo: true, logLevel: 'warn' });
});

test('proxies are named by their addresses', () => {
  expect(loadConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1']);
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['DEMO', 'maybe'],
  ['PUBLIC_URL', 'example.org'],
  ['PUBLIC_URL', 'ftp://example.org'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['LOG_LEVEL', 'loud'],
  ['SESSION_DAYS', '0'],
])('%s=%s is refused in one line that names it', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^Wrong setting – ${name}: [^\\n]+$`));
});
