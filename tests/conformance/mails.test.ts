import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { deleteMailFilesBefore } from '#server/jobs/delete-files.ts';
import { listStateFiles } from '#server/lib/files/state-files.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { people } from '../fixtures/camp.ts';
import { openWorld, type World } from '../fixtures/world.ts';

let world: World;
afterEach(() => world.close());

const mail = { kind: 'password-changed', address: 'participant@camp.example', userId: people.participant.id, language: 'de' } as const;

async function sendOne(settings: Record<string, string>): Promise<string> {
  world = await openWorld(settings);
  await world.store.write([], (trx) => insertMail(trx, mail, world.clock.now()));
  await world.app.deps.mail.delivery.sendDue();
  return join(world.app.deps.config.dataDir, 'mails');
}

test('a mail without a mail server is a file, excluded from backups and deleted after a week', async () => {
  const folder = await sendOne({});
  const [file = ''] = readdirSync(folder);
  expect(file).toMatch(/^2026-11-21T12-00-00\.000Z [\da-f-]{36} 4\.eml$/);
  expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^To: participant <participant@camp\.example>\r$/m);
  const { dataDir } = world.app.deps.config;
  expect((await listStateFiles(dataDir)).filter((path) => path.startsWith('mails'))).toEqual([]);
  await deleteMailFilesBefore(dataDir, world.clock.time);
  expect(existsSync(join(folder, file))).toBe(true);
  await deleteMailFilesBefore(dataDir, world.clock.time + times.day);
  expect(existsSync(join(folder, file))).toBe(false);
});

test('in demo mode only the machine itself shows the mails on a page', async () => {
  await sendOne({ DEMO: '1', PORT: '4321' });
  const get = (url: string, remoteAddress = '127.0.0.1', headers = {}) => world.app.inject({ url, remoteAddress, headers });
  const list = await get('/api/mails');
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8');
  const [, path = ''] = /href="(\/api\/mails\/[\da-f-]+)"/.exec(list.body) ?? [];
  const page = await get(path);
  expect(page.body).toContain('Hallo participant,');
  expect(page.body).toContain('<a href="http://127.0.0.1:4321">http://127.0.0.1:4321</a>');
  for (const url of ['/api/mails', path]) {
    expect((await get(url, '192.0.2.7')).statusCode).toBe(404);
    expect((await get(url, '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(404);
  }
  expect((await get('/api/mails/other')).statusCode).toBe(404);
});

test.each([
  ['without demo mode', {}],
  ['with a mail server', { DEMO: '1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'http://c.example' }],
])('%s the server shows no page of mails', async (_where, settings) => {
  world = await openWorld(settings);
  expect((await world.app.inject({ url: '/api/mails', remoteAddress: '127.0.0.1' })).statusCode).toBe(404);
});

test('the metrics count waiting and failed mails', async () => {
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'http://c.example' });
  await world.store.write([], async (trx) => {
    await insertMail(trx, mail, world.clock.now());
    await insertMail(trx, { ...mail, address: 'not a plain,address' }, world.clock.now());
  });
  await world.app.deps.mail.delivery.sendDue();
  const { text } = await world.call(null, 'GET', '/metrics');
  expect(text).toContain('event_companion_mails_waiting 1\n');
  expect(text).toContain('event_companion_mails_failed 1\n');
});
