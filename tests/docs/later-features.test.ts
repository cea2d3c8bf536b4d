import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../../scripts/build/app.ts';
import { findLaterFeatures } from '../../scripts/build/later-features.ts';

const root = join(import.meta.dirname, '../..');

test('the built app uses no feature that the oldest supported browsers lack, except the listed ones', { timeout: 240_000 }, async () => {
  buildApp();
  expect(await findLaterFeatures(join(root, 'dist/app'), join(root, 'docs/browsers.md'))).toEqual([]);
});
