import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileLogger, loggerOptions, OneLine } from './log.ts';
import { answerErrors } from '../http/hooks/error-answers.ts';

test('a log line contains the route and the error, and nothing about a person', async () => {
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

test('the level silent disables the logger', () => expect(loggerOptions({ logLevel: 'silent' })).toBe(false));

describe('lines logged to a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-companion-log-'));
    file = join(folder, 'log');
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const written = () => readFileSync(file, 'utf8').match(/(?<="msg":")[^"]+/g);
  const logger = () => fastify({ logger: fileLogger({ logLevel: 'info' }, file) }).log;

  test('are written in batches, at the latest after a fifth of a second', () => {
    const log = logger();
    log.info('one');
    log.info('two');
    expect(written()).toBeNull();
    vi.advanceTimersByTime(200);
    expect(written()).toEqual(['one', 'two']);
  });

  test('are written immediately with an error', () => {
    const log = logger();
    log.info('before it');
    log.error('an error');
    expect(written()).toEqual(['before it', 'an error']);
  });

  const script = `
    import fastify from 'fastify';
    import { fileLogger } from '${new URL('log.ts', import.meta.url).href}';
    fastify({ logger: fileLogger({ logLevel: 'info' }) }).log.info('the last one');
    process.exit(3);`;
  const ending = ['--input-type=module', '--eval', script];

  test('are written at the exit of the process', () => {
    const { stdout } = spawnSync(process.execPath, ending, { cwd: import.meta.dirname });
    expect(String(stdout)).toContain('the last one');
  });

  test('do not block the exit if nobody reads standard output', async () => {
    vi.useRealTimers();
    const child = spawn(process.execPath, ending, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});
