import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('the user agent is read by this module alone, and shown by the page for faults', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (name) => name.includes('.test.') });
  const reading = files.filter((file) => /\buserAgent\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(reading.sort()).toEqual(['features/about/debug-screen.tsx', 'platform/platform.ts']);
});
