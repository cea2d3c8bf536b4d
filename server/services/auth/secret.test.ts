import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecret } from './secret.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'event-companion-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the secret is created once, readable by its owner only, and differs by use', () => {
  const first = loadSecret(join(dataDir, 'new'));
  const second = loadSecret(join(dataDir, 'new'));
  expect(second('access-token')).toEqual(first('access-token'));
  expect(first('refresh')).not.toEqual(first('access-token'));
  expect(statSync(join(dataDir, 'new', 'secret')).mode & 0o777).toBe(0o600);
});

test('a damaged secret and an unusable directory stop the start with a reason', () => {
  writeFileSync(join(dataDir, 'secret'), 'abc');
  expect(() => loadSecret(dataDir)).toThrow(/damaged/);
  for (const path of [join(dataDir, 'secret'), join(dataDir, 'secret', 'below'), '/dev/null/below', '/proc/nowhere']) {
    expect(() => loadSecret(path)).toThrow(`DATA_DIR ${path} cannot be used`);
  }
});
