import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileCache } from '../fixtures/server/compile-cache.ts';

let dataDir: string;
const started: ChildProcess[] = [];

beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'event-companion-'))));
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

/** Starts the real process; `printed` resolves with the match as soon as the output has it, `ended` with the exit code. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env['PATH'], ...compileCache, DATA_DIR: dataDir, PORT: '0', ...env },
  });
  started.push(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output);
        if (match) resolve(match);
      };
      child.stdout.on('data', look);
      void ended.then(() => reject(new Error(`ended with: ${output}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, printed, ended, output: () => output };
}

async function tokenOfAnna(address: string): Promise<string> {
  const csrf = await fetch(`${address}/api/users/me`);
  const cookie = csrf.headers.getSetCookie()[0]!.split(';')[0]!;
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const login = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email: 'anna@demo.example', password: 'Demo-Anna-1', csrfToken }),
  });
  return ((await login.json()) as { token: string }).token;
}

const isAt = /Event Companion is at (http:\/\/127\.0\.0\.1:\d+)/;

test('the server serves, stops on SIGTERM with an open stream, and starts again with its data', async () => {
  const first = start({ DEMO: '1' });
  const [, address = ''] = await first.printed(isAt);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  await first.printed(/tess@demo\.example/);

  const headers = { authorization: `Bearer ${await tokenOfAnna(address)}` };
  const stream = await fetch(`${address}/api/sync/events`, { headers });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  first.child.kill('SIGTERM');
  await stream.text().catch(() => undefined);
  // A stream that does not end by itself is cut, and the exit code is 1.
  expect(await first.ended).toBe(0);

  const second = start({});
  const [, again = ''] = await second.printed(isAt);
  expect((await fetch(`${again}/api/users/me`, { headers })).status).toBe(200);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

async function expectRefusal(env: Record<string, string>, line: RegExp) {
  const server = start(env);
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(line);
  expect(server.output().trim().split('\n')).toHaveLength(1);
}

test('a port in use stops the start with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => void other.once('listening', resolve));
  await expectRefusal({ PORT: String((other.address() as AddressInfo).port) }, /^Cannot listen on 127\.0\.0\.1:\d+ – .*set PORT/);
  await new Promise((resolve) => void other.close(resolve));
});

test('a wrong setting stops the start with one line', () => expectRefusal({ PORT: 'none' }, /^Wrong setting – PORT/));

test('a data directory that is a file stops the start with one line', async () => {
  writeFileSync(join(dataDir, 'file'), '');
  await expectRefusal({ DATA_DIR: join(dataDir, 'file') }, /^DATA_DIR .* cannot be used/);
});

test('a damaged database stops the start with one line', async () => {
  writeFileSync(join(dataDir, 'event-companion.db'), 'not a database, but long enough to look like one'.repeat(50));
  await expectRefusal({}, /^The database .* cannot be opened/);
});
