import { Writable } from 'node:stream';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { loggerOptions, OneLine } from './log.ts';
import { answerErrors } from './http/door/error-answers.ts';

test('a log line holds the route and the failure, and nothing about a person', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = fastify({ logger: { ...(loggerOptions({ logLevel: 'info' }) as object), stream }, logController: new OneLine() });
  answerErrors(app);
  app.post('/by-code/:code', async () => {
    throw new Error('broken');
  });
  await app.inject({
    method: 'POST',
    url: '/by-code/code-canary?token=query-canary',
    payload: { email: 'mail-canary@demo.example' },
    headers: { authorization: 'Bearer token-canary', cookie: 'refresh=cookie-canary' },
    remoteAddress: '203.0.113.77',
  });
  await app.close();
  const log = lines.join('');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['request failed', 'request completed']);
  expect(log).toContain('"route":"/by-code/:code"');
  expect(log).toContain('broken');
  expect(log).not.toMatch(/canary|203\.0\.113\.77/);
});

test('silence is possible', () => expect(loggerOptions({ logLevel: 'silent' })).toBe(false));
