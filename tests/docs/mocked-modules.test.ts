import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('a test file that mocks a module loads it again, because files of one process share their modules', () => {
  const files = globSync('{contract,server,src,tests}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) => !file.startsWith('tests/docs/'));
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const mocking = files.filter((file) => /\bvi\.(mock|doMock)\(/.test(texts.get(file)!));
  expect(mocking).not.toEqual([]);
  expect(mocking.filter((file) => !/\bownModules\(|\bvi\.resetModules\(/.test(texts.get(file)!))).toEqual([]);
});
