import { expect, test } from 'vitest';
import { differingLines } from './clash-choices.tsx';

const list = (...names: string[]): string => names.map((name, index) => `${index + 1}. ${name}`).join('\n');
const rest = ['d', 'e', 'f', 'g', 'h', 'i'];

test('omits the common lines of long lists', () => {
  const versions = [list('a', 'c', 'b', ...rest), list('a', 'b', 'c', 'd', 'e', 'f', 'g', 'i', 'h'), list('a', 'b', 'c', ...rest)];
  expect(differingLines(versions)).toEqual([
    '…\n2. c\n3. b\n…\n8. h\n9. i',
    '…\n2. b\n3. c\n…\n8. i\n9. h',
    '…\n2. b\n3. c\n…\n8. h\n9. i',
  ]);
});

test('keeps texts of a few lines whole', () => {
  expect(differingLines(['a\nb', 'a\nc', ''])).toEqual(['a\nb', 'a\nc', '']);
});
