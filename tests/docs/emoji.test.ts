import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The emoji of menu entries (the icons of the specification) and of reactions; the mark of a lost picture in a text without markup. */
const allowed = [
  /\bicons: \{[^}]*\}/g,
  /\bstock: Readonly<Record<string, string>> = \{[^}]*\}/g,
  /\?\? '📄'/gu,
  /\bwithoutEntry: [^=]* = \{[^}]*\}/g,
  /'[^']+': 'reactions\.names\.\w+'/gu,
  /'📷 '/gu,
];

const emojiIn = (text: string): string[] => {
  const rest = allowed.reduce((kept, pattern) => kept.replaceAll(pattern, ''), text);
  return [...rest.matchAll(/(?!\p{ASCII})[\p{Emoji_Presentation}\p{Extended_Pictographic}]/gu)].map(([emoji]) => emoji);
};

test('draws emoji only in the menu and as reactions, and one set of line icons elsewhere', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const found = files.flatMap((file) => {
    const emoji = emojiIn(readFileSync(join(root, file), 'utf8'));
    return emoji.length > 0 ? [`${file}: ${emoji.join(' ')}`] : [];
  });
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
