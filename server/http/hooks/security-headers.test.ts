import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { secureHeaders } from './security-headers.ts';

const folder = mkdtempSync(join(tmpdir(), 'event-companion-headers-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the policy allows the scripts in the built page and no other inline script', async () => {
  // The first hash is that of an example in CSP Level 3, section 8.3.
  const page = `<script data-start>alert('Hello, world.');</script><script src="/a.js"></script><script data-first-visit>show()\n</script>`;
  writeFileSync(join(folder, 'index.html'), `<!doctype html>${page}`);
  const app = Fastify();
  secureHeaders(app, { config: { publicUrl: new URL('http://camp.example') }, clock: { now: () => 0 }, appDir: folder });
  app.get('/', () => 'page');
  const { headers } = await app.inject('/');
  const sources = /script-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ');
  expect(sources).toEqual(["'self'", "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='", expect.stringMatching(/^'sha256-/)]);
  expect(new Set(sources).size).toBe(3);
});
