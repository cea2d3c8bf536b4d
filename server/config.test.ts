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
  ['DATABASE_URL', 'mysql://camp.example/camp'],
  ['DATABASE_URL', 'camp.example/camp'],
  ['DATABASE_URL', 'postgres://camp.example'],
  ['DATABASE_CONNECTIONS', '1'],
  ['SERVER_SECRET', 'too short'],
  ['VAPID_KEYS', 'public.private'],
  ['DRAIN_SECONDS', '-1'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['DEMO', 'maybe'],
  ['PUBLIC_URL', 'example.org'],
  ['PUBLIC_URL', 'ftp://example.org'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['LOG_LEVEL', 'loud'],
  ['SESSION_DAYS', '0'],
  ['SESSION_IDLE_DAYS', '0'],
  ['ADMIN_SECOND_FACTOR', 'yes'],
  ['SMTP_URL', 'mail.example:587'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://mail.example/?proxy=other.example'],
  ['MAIL_FROM', 'Camp'],
  ['MAIL_FROM', 'Camp <camp@mail.example>\nBcc: a@b.example'],
])('%s=%s is refused in one line that names it', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^Wrong setting – ${name}: [^\\n]+$`));
});

test('a wrong address of a database is refused without its password', () => {
  const urls = ['postgres://companion:xyzzy@host', 'postgres://companion:xy/zzy@host/camp', 'postgres://companion:xyzzy'];
  for (const DATABASE_URL of urls) {
    const load = () => loadConfig({ DATABASE_URL });
    expect(load).toThrow(/^Wrong setting – DATABASE_URL: /);
    expect(load).not.toThrow(/xy|zzy/);
  }
});

test('a server that shares its database serves for some seconds after a stop signal, and a single one stops at once', () => {
  const DATABASE_URL = 'postgresql://companion:xyzzy@host:5432/camp?sslmode=require';
  expect(loadConfig({})).toMatchObject({ database: null, drainSeconds: 0 });
  expect(loadConfig({ DATABASE_URL })).toMatchObject({ database: { url: DATABASE_URL, connections: 10 }, drainSeconds: 5 });
  expect(loadConfig({ DATABASE_URL, DATABASE_CONNECTIONS: '40', DRAIN_SECONDS: '0.5' })).toMatchObject({
    database: { connections: 40 },
    drainSeconds: 0.5,
  });
});

test('mails need a sender, and an address of this server that no request chooses', () => {
  const mail = {
    SMTP_URL: 'smtps://camp:secret@mail.example',
    MAIL_FROM: '"Camp" <camp@mail.example>',
    PUBLIC_URL: 'https://camp.example',
  };
  expect(loadConfig(mail)).toMatchObject({ mailFrom: { name: 'Camp', address: 'camp@mail.example' }, site: { sendsMail: true } });
  expect(loadConfig({ ...mail, MAIL_FROM: 'camp@mail.example' }).mailFrom).toEqual({ name: '', address: 'camp@mail.example' });
  for (const name of ['MAIL_FROM', 'PUBLIC_URL'])
    expect(() => loadConfig({ ...mail, [name]: '' })).toThrow(`Wrong setting – ${name}: has to be given with SMTP_URL`);
  expect([loadConfig({}).site.sendsMail, loadConfig({ DEMO: '1' }).site.sendsMail]).toEqual([false, true]);
});
